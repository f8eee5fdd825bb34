#include "front/myrmics/body.hpp"

#include <ffi.h>
#include <memory>

namespace heddle::myrmics {

namespace {

using Word = std::uint64_t;

template <class... Words>
void call(void* body, Words... words) {
  reinterpret_cast<void (*)(Words...)>(body)(words...);
}

/// By libffi: any number of words.
[[gnu::cold]] void call_many(void* body, const Word* words, unsigned count) {
  const auto kinds = std::make_unique<ffi_type*[]>(count);
  const auto places = std::make_unique<void*[]>(count);
  for (unsigned i = 0; i < count; ++i) {
    kinds[i] = &ffi_type_uint64;
    places[i] = const_cast<Word*>(words + i);  // it is only read
  }
  ffi_cif shape;
  if (ffi_prep_cif(&shape, FFI_DEFAULT_ABI, count, &ffi_type_void, kinds.get()) != FFI_OK)
    return;  // never: all are words
  ffi_call(&shape, reinterpret_cast<void (*)()>(body), nullptr, places.get());
}

}  // namespace

void call_body(void* body, const Word* w, unsigned count) {
  // A C function takes its integers from the same places however many more there are: so few kinds of call will do.
  switch (count) {
    case 0:
      return call(body);
    case 1:
    case 2:
      return call(body, w[0], w[count - 1]);
    case 3:
    case 4:
      return call(body, w[0], w[1], w[2], w[count - 1]);
    case 5:
      return call(body, w[0], w[1], w[2], w[3], w[4]);
    case 6:
      return call(body, w[0], w[1], w[2], w[3], w[4], w[5]);
    case 7:
      return call(body, w[0], w[1], w[2], w[3], w[4], w[5], w[6]);
    case 8:
      return call(body, w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7]);
    default:
      return call_many(body, w, count);
  }
}

}  // namespace heddle::myrmics
