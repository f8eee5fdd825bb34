// A pipeline of three stages over a stream of items: read and write keep the order of the items, the middle one does
// not care. Four buffers: so many items are on their way at most.
#include <array>
#include <cstdio>

#include <heddle/heddle.hpp>

using heddle::in;
using heddle::inout;
using heddle::out;

int main() {
  constexpr int k_items = 1000;
  int source = 0;
  long written = 0;
  bool in_order = true;
  int last = 0;
  std::array<long, 4> buffers{};
  for (int item = 0; item < k_items; ++item) {
    long& buffer = buffers[item % buffers.size()];
    heddle::spawn([&source, &buffer] { buffer = ++source; }, inout(source), out(buffer));
    heddle::spawn([&buffer] { buffer = buffer * buffer; }, inout(buffer));
    heddle::spawn(
        [&, item] {
          in_order = in_order && item == last++;
          written += buffer;
        },
        in(buffer), inout(written));
  }
  heddle::wait();
  std::printf("%d items, sum of squares %ld\n", last, written);
  return in_order && written == 333833500 ? 0 : 1;
}
