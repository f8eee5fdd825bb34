// The search for a tool, where there is none: what is said of it, where, and when a process may be watched at all. The
// variables of each case are set while it runs.
#include <gtest/gtest.h>

#include <unistd.h>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "ompt/tool.hpp"

namespace heddle::ompt {
namespace {

class Variables {
 public:
  Variables(std::initializer_list<std::pair<const char*, std::string>> variables) {
    for (const auto& [name, value] : variables) {
      setenv(name, value.c_str(), 1);
      names_.emplace_back(name);
    }
  }
  ~Variables() {
    for (const char* name : names_) unsetenv(name);
  }
  Variables(const Variables&) = delete;
  Variables& operator=(const Variables&) = delete;

 private:
  std::vector<const char*> names_;
};

std::string said_on_stderr() {
  testing::internal::CaptureStderr();
  say_why_no_tool();
  return testing::internal::GetCapturedStderr();
}

TEST(OmptSearch, is_silent_unless_somebody_wants_to_hear) {
  EXPECT_EQ(said_on_stderr(), "");
  const Variables variables{{"OMP_TOOL_VERBOSE_INIT", "Disabled"}};
  EXPECT_EQ(said_on_stderr(), "");
}

TEST(OmptSearch, says_what_was_tried_where_it_is_wanted) {
  constexpr const char* k_none =
      "heddle: tool: no ompt_start_tool in the program or its libraries, and OMP_TOOL_LIBRARIES names none\n";
  {
    const Variables variables{{"OMP_TOOL_VERBOSE_INIT", "STDERR"}};
    EXPECT_EQ(said_on_stderr(), k_none);
  }
  {
    const Variables variables{{"OMP_TOOL_VERBOSE_INIT", "stdout"}};
    testing::internal::CaptureStdout();
    EXPECT_EQ(said_on_stderr(), "");
    EXPECT_EQ(testing::internal::GetCapturedStdout(), k_none);
  }
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / ("heddle_search_" + std::to_string(getpid()));
  {
    const Variables variables{{"OMP_TOOL_VERBOSE_INIT", file.string()}};
    EXPECT_EQ(said_on_stderr(), "");
    EXPECT_EQ(said_on_stderr(), "");
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    EXPECT_EQ(text.str(), std::string(k_none) + k_none) << "a line is put behind what is there";
  }
  std::filesystem::remove(file);
}

TEST(OmptSearch, a_file_that_cannot_be_written_is_named_and_nothing_is_lost_with_it) {
  const Variables variables{{"OMP_TOOL_VERBOSE_INIT", "/nowhere/at/all"}};
  const std::string said = said_on_stderr();
  EXPECT_NE(said.find("OMP_TOOL_VERBOSE_INIT='/nowhere/at/all': cannot be written: No such file"), std::string::npos)
      << said;
  EXPECT_EQ(said.find("no ompt_start_tool"), std::string::npos) << said;
}

TEST(OmptSearch, may_be_switched_off_and_a_wrong_word_does_not) {
  {
    const Variables variables{{"OMP_TOOL", "DISABLED"}, {"OMP_TOOL_VERBOSE_INIT", "stderr"}};
    EXPECT_EQ(said_on_stderr(), "heddle: tool: OMP_TOOL=disabled\n");
#ifndef __SANITIZE_THREAD__
    EXPECT_FALSE(may_be_watched());
#endif
  }
  {
    const Variables variables{{"OMP_TOOL", "enabled"}};
    EXPECT_TRUE(may_be_watched()) << "this program holds a tool";
  }
  const Variables variables{{"OMP_TOOL", "off"}};
  testing::internal::CaptureStderr();
  EXPECT_TRUE(may_be_watched());
  EXPECT_TRUE(may_be_watched());
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_NE(said.find("OMP_TOOL='off': must be enabled or disabled; tools are looked for"), std::string::npos) << said;
  EXPECT_EQ(said.find("OMP_TOOL="), said.rfind("OMP_TOOL=")) << "said once";
}

}  // namespace
}  // namespace heddle::ompt
