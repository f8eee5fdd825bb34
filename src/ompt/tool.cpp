#include "ompt/tool.hpp"

#include <dlfcn.h>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include "base/message.hpp"
#include "base/quoted.hpp"
#include "base/trust.hpp"
#include "ompt/attempt.hpp"
#include "ompt/races.hpp"
#include "ompt/threads.hpp"

namespace heddle::ompt {

namespace {

using StartTool = ompt_start_tool_result_t* (*)(unsigned, const char*);

constexpr unsigned k_openmp = 202111;  // 5.2
constexpr const char* k_runtime = "Heddle";

ompt_start_tool_result_t* tool = nullptr;  // null: none runs
platform::Threads::atomic<bool> begun_to_end{false};
platform::Threads::atomic<bool> finalized{false};

const char* setting(const char* name) noexcept {
  const char* const value = base::variable(name);
  return value == nullptr ? "" : value;
}

bool same_word(std::string_view text, std::string_view word) noexcept {
  return text.size() == word.size() && strncasecmp(text.data(), word.data(), word.size()) == 0;
}

bool enabled() noexcept {
  const std::string_view value = setting("OMP_TOOL");
  if (value.empty() || same_word(value, "enabled")) return true;
  if (same_word(value, "disabled")) return false;
  static base::OnceGate gate;
  base::warn_once(gate, {"OMP_TOOL=", base::Quoted(value), ": must be enabled or disabled; tools are looked for"});
  return true;
}

/// OMP_TOOL_VERBOSE_INIT: what was tried, and what came of it.
class Diary {
 public:
  Diary() noexcept : where_(setting("OMP_TOOL_VERBOSE_INIT")) {
    if (same_word(where_, "disabled")) where_ = {};
    if (where_.empty()) return;
    if (std::FILE* const file = open(); file == nullptr) {
      base::warn({"OMP_TOOL_VERBOSE_INIT=", base::Quoted(where_), ": cannot be written: ", std::strerror(errno)});
      where_ = {};
    } else if (file != stdout && file != stderr) {
      std::fclose(file);
    }
  }
  template <class... Words>
  void say(const Words&... words) const {
    if (where_.empty()) return;
    const std::string line = (std::string("heddle: tool: ") + ... + std::string(words)) + "\n";
    std::FILE* const file = open();
    if (file == nullptr) return;
    std::fputs(line.c_str(), file);
    if (file == stdout || file == stderr) {
      std::fflush(file);
    } else {
      std::fclose(file);
    }
  }

 private:
  std::FILE* open() const noexcept {
    if (same_word(where_, "stdout")) return stdout;
    if (same_word(where_, "stderr")) return stderr;
    return std::fopen(where_.data(), "a");
  }
  std::string_view where_;  // ends where the variable ends
};

StartTool as_start_tool(void* symbol) noexcept { return reinterpret_cast<StartTool>(symbol); }

/// What somebody has answered who was asked for a tool.
struct Answer {
  ompt_start_tool_result_t* tool = nullptr;  // null: none
  std::string who;
  bool crashed = false;
};

void say_crashed(const std::string& who, const char* where, int signal, const Diary& diary) {
  const char* const what = strsignal(signal);
  diary.say(who, " crashes in ", where, ": ", what);
  base::warn({"the tool ", base::Quoted(who), " is left out: it crashes in ", where, " (", what, ")"});
}

Answer ask(StartTool start, const std::string& who, const Diary& diary) {
  Answer answer{nullptr, who};
  if (const int signal = attempt([&] { answer.tool = start(k_openmp, k_runtime); })) {
    say_crashed(who, "ompt_start_tool", signal, diary);
    answer.crashed = true;
    return answer;
  }
  diary.say("ompt_start_tool of ", who, answer.tool == nullptr ? " declines" : " answers");
  return answer;
}

std::string file_of(StartTool start) {
  Dl_info info{};
  const bool known = dladdr(reinterpret_cast<void*>(start), &info) != 0 && info.dli_fname != nullptr;
  return known ? info.dli_fname : "the program";
}

Answer ask_library(const std::string& path, const Diary& diary) {
  void* const handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    const char* const why = dlerror();
    diary.say(path, " cannot be loaded: ", why);
    base::warn({"OMP_TOOL_LIBRARIES: ", base::Quoted(path), " is left out: ", base::Quoted(why)});
    return {};
  }
  void* const symbol = dlsym(handle, "ompt_start_tool");
  if (symbol == nullptr) {
    diary.say(path, " has no ompt_start_tool");
    base::warn({"OMP_TOOL_LIBRARIES: ", base::Quoted(path), " is left out: it has no ompt_start_tool"});
    dlclose(handle);
    return {};
  }
  const Answer answer = ask(as_start_tool(symbol), path, diary);
  if (answer.tool != nullptr || answer.crashed)
    return answer;  // who knows what a crash has left behind: it stays loaded
  base::warn({"OMP_TOOL_LIBRARIES: ", base::Quoted(path), " is left out: it declines to work with ", k_runtime,
              " and OpenMP 5.2"});
  dlclose(handle);
  return {};
}

Answer find(const Diary& diary) {
  if (!enabled()) {
    diary.say("OMP_TOOL=disabled");
    return {};
  }
  if (StartTool start = as_start_tool(dlsym(RTLD_DEFAULT, "ompt_start_tool"))) {
    if (Answer answer = ask(start, file_of(start), diary); answer.tool != nullptr) return answer;
  } else {
    diary.say("no ompt_start_tool in the program or its libraries");
  }
  const std::string list = setting("OMP_TOOL_LIBRARIES");
  for (std::size_t begin = 0; begin < list.size();) {
    const std::size_t end = std::min(list.find(':', begin), list.size());
    const std::string path = list.substr(begin, end - begin);
    begin = end + 1;
    if (path.empty()) continue;
    if (Answer answer = ask_library(path, diary); answer.tool != nullptr) return answer;
  }
  return {};
}

/// @returns whether the tool is ready to be told.
bool initialised(const Answer& found, const Diary& diary) {
  if (found.tool->initialize == nullptr) return false;
  int wants = 0;
  const int signal = attempt([&] { wants = found.tool->initialize(lookup, 0, &found.tool->tool_data); });
  if (signal != 0) {
    say_crashed(found.who, "its initialiser", signal, diary);
  } else if (wants == 0) {
    diary.say("its initialiser ends the tool");
  }
  return signal == 0 && wants != 0;
}

}  // namespace

void start_tool() noexcept {
  const Diary diary;
  const Answer found = find(diary);
  if (found.tool == nullptr) return;
  if (!initialised(found, diary)) {
    for (auto& each : callbacks.of) {
      // order: relaxed — no worker has been made.
      each.store(nullptr, std::memory_order_relaxed);
    }
    return;
  }
  diary.say("it runs");
  tool = found.tool;
  std::atexit(finalize_tool);
}

bool tool_runs() noexcept {
  // order: acquire — pairs with finalize_tool().
  return tool != nullptr && !finalized.load(std::memory_order_acquire);
}

void finalize_tool() noexcept {
  // order: acq_rel — one caller ends the tool.
  if (tool == nullptr || begun_to_end.exchange(true, std::memory_order_acq_rel)) return;
  say_goodbye();
  // Workers that are just telling it something finish that; nobody begins anew.
  for (auto& each : callbacks.of) {
    // order: release — what was told before has been told.
    each.store(nullptr, std::memory_order_release);
  }
  // order: release — pairs with tool_runs().
  finalized.store(true, std::memory_order_release);
  if (tool->finalize != nullptr) tool->finalize(&tool->tool_data);
}

void say_why_no_tool() noexcept {
  const Diary diary;
  diary.say(enabled() ? "no ompt_start_tool in the program or its libraries, and OMP_TOOL_LIBRARIES names none"
                      : "OMP_TOOL=disabled");
}

bool may_be_watched() noexcept {
  if (races_are_looked_for()) return true;
  return enabled() && (*setting("OMP_TOOL_LIBRARIES") != '\0' || dlsym(RTLD_DEFAULT, "ompt_start_tool") != nullptr);
}

ompt_set_result_t support_of(int event) noexcept {
  switch (event) {
    case ompt_callback_thread_begin:
    case ompt_callback_thread_end:
    case ompt_callback_parallel_begin:
    case ompt_callback_parallel_end:
    case ompt_callback_task_create:
    case ompt_callback_task_schedule:
    case ompt_callback_implicit_task:
    case ompt_callback_control_tool:
    case ompt_callback_dependences:
    case ompt_callback_task_dependence:
    case ompt_callback_sync_region:
    case ompt_callback_sync_region_wait:
    case ompt_callback_mutex_acquire:
    case ompt_callback_mutex_acquired:
    case ompt_callback_mutex_released:
    case ompt_callback_lock_init:
    case ompt_callback_lock_destroy:
    case ompt_callback_nest_lock:
    case ompt_callback_cancel:
    case ompt_callback_error:
      return ompt_set_always;
    case ompt_callback_work:  // what the compiler does by itself is not seen
    case ompt_callback_masked:
    case ompt_callback_flush:
    case ompt_callback_reduction:
    case ompt_callback_dispatch:
      return ompt_set_sometimes;
    default:
      return event > 0 && event < k_events ? ompt_set_never : ompt_set_error;  // devices
  }
}

}  // namespace heddle::ompt
