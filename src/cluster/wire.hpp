// Wire: the words of a message between ranks of one build: numbers and pieces of bytes, in order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace heddle::cluster {

class Writer {
 public:
  template <class T>
  Writer& put(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    return put_bytes(&value, sizeof value);
  }
  /// A text that may be null.
  Writer& put_text(const char* text) {
    const std::uint32_t length = text == nullptr ? UINT32_MAX : static_cast<std::uint32_t>(std::strlen(text));
    put(length);
    return text == nullptr ? *this : put_bytes(text, length);
  }
  Writer& put_bytes(const void* bytes, std::size_t count) {
    const auto* const begin = static_cast<const char*>(bytes);
    bytes_.insert(bytes_.end(), begin, begin + count);
    return *this;
  }
  const char* data() const noexcept { return bytes_.data(); }
  std::size_t size() const noexcept { return bytes_.size(); }

 private:
  std::vector<char> bytes_;
};

class Reader {
 public:
  Reader(const char* begin, std::size_t count) noexcept : at_(begin), left_(count) {}

  template <class T>
  T get() noexcept {
    static_assert(std::is_trivially_copyable_v<T>);
    T value{};
    if (const char* const from = skip(sizeof value); from != nullptr) std::memcpy(&value, from, sizeof value);
    return value;
  }
  /// @returns whether there is one, or it is null
  bool get_text(std::string& text) {
    const auto length = get<std::uint32_t>();
    if (length == UINT32_MAX) return false;
    const char* const from = skip(length);
    if (from != nullptr) text.assign(from, length);
    return from != nullptr;
  }
  /// The next bytes, where they lie; null: there are fewer.
  const char* skip(std::size_t count) noexcept {
    if (count > left_) return nullptr;
    const char* const from = at_;
    at_ += count;
    left_ -= count;
    return from;
  }
  std::size_t left() const noexcept { return left_; }

 private:
  const char* at_;
  std::size_t left_;
};

}  // namespace heddle::cluster
