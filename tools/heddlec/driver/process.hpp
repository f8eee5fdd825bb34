// Programs that heddlec runs, and the folder for what it makes in between.
#pragma once

#include <string>
#include <vector>

namespace heddlec {

/// Runs it and waits. @returns its exit status; 128 + signal; 127 when it could not be started
int run(const std::vector<std::string>& words);

/// Becomes it. Returns only when that fails.
void become(const std::vector<std::string>& words);

/// A folder of its own below TMPDIR, which goes away with the object; signals that end the process come after that.
class Workspace {
 public:
  Workspace();
  ~Workspace();
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;
  const std::string& path() const { return path_; }
  void keep() { keep_ = true; }

 private:
  std::string path_;
  bool keep_ = false;
};

}  // namespace heddlec
