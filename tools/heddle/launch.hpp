// `heddle run --ranks`: the command line of MPI's launcher.
#pragma once

#include <string>
#include <vector>

namespace heddle::tools {

/// The launcher's words in front of the program's, or why there are none.
struct LauncherChoice {
  std::vector<std::string> words;
  std::string refusal;  // "<what>; <remedy>"
};

/// @param ranks  as the user wrote it
LauncherChoice choose_launcher(const std::string& ranks);

}  // namespace heddle::tools
