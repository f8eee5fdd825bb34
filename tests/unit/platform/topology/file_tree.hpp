// A directory of made-up kernel files, gone with the object.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace heddle::platform::topology {

class FileTree {
 public:
  FileTree() {
    std::string name = (std::filesystem::temp_directory_path() / "heddle-topology-XXXXXX").string();
    root_ = ::mkdtemp(name.data());
  }
  ~FileTree() { std::filesystem::remove_all(root_); }
  FileTree(const FileTree&) = delete;
  FileTree& operator=(const FileTree&) = delete;

  std::string path(const std::string& relative) const { return (root_ / relative).string(); }

  void write(const std::string& relative, const std::string& text) {
    const std::filesystem::path file = root_ / relative;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text;
  }

 private:
  std::filesystem::path root_;
};

}  // namespace heddle::platform::topology
