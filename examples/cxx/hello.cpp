// Three tasks, the last after the other two.
#include <cstdio>
#include <string>

#include <heddle/heddle.hpp>

using heddle::in;
using heddle::out;

int main() {
  std::string greeting;
  std::string name;
  heddle::spawn([&] { greeting = "hello"; }, out(greeting));
  heddle::spawn([&] { name = "world"; }, out(name));
  heddle::spawn([&] { std::printf("%s, %s\n", greeting.c_str(), name.c_str()); }, in(greeting), in(name));
  heddle::wait();
  return greeting + name == "helloworld" ? 0 : 1;
}
