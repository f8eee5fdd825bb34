// heddlec: a compiler driver that translates directives of tasks and hands the rest to gcc or clang. README.md says
// how.
#include "tools/heddlec/driver/compile.hpp"

int main(int argc, char** argv) { return heddlec::compile({argv, argv + argc}, &heddlec::read_unit); }
