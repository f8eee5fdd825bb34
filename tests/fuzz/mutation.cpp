#include "mutation.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace heddle::fuzz {

namespace {

constexpr std::size_t k_longest = 1 << 14;  // pieces are repeated: without an end inputs would only grow

constexpr std::string_view k_extremes[] = {"0",
                                           "-1",
                                           "1",
                                           "2",
                                           "65535",
                                           "65536",
                                           "1000000",
                                           "1048575",
                                           "1048576",
                                           "1048577",
                                           "2147483647",
                                           "2147483648",
                                           "4294967295",
                                           "4294967296",
                                           "9007199254740992",
                                           "9007199254740993",
                                           "9223372036854775808",
                                           "18446744073709551615",
                                           "18446744073709551616",
                                           "1e308",
                                           "1e999",
                                           "0.5",
                                           "-0",
                                           "00",
                                           "0x10",
                                           "nan",
                                           "-inf"};
constexpr std::string_view k_marks = "{}[]()\",:;=!*@+-._%/\\ \n\t\r0x9aZ#'";

bool is_digit(char c) { return c >= '0' && c <= '9'; }

class Damage {
 public:
  Damage(const std::vector<std::string>& seeds, std::uint64_t number)
      : seeds_(seeds), dice_(number), text_(seeds[dice_.below(seeds.size())]) {}

  std::string done() {
    const std::size_t most = dice_.below(8) == 0 ? 24 : 4;
    for (std::size_t left = 1 + dice_.below(most); left > 0; --left) change();
    if (text_.size() > k_longest) text_.resize(k_longest);
    return std::move(text_);
  }

 private:
  std::size_t place() { return dice_.below(text_.size() + 1); }
  std::size_t length() { return 1 + dice_.below(dice_.below(4) == 0 ? 400 : 12); }

  void change() {
    constexpr void (Damage::* k_ways[])() = {&Damage::flip, &Damage::overwrite, &Damage::insert, &Damage::cut,
                                             &Damage::copy, &Damage::splice, &Damage::truncate, &Damage::renumber,
                                             // numbers are where readers overflow: as often as four others together
                                             &Damage::renumber, &Damage::renumber, &Damage::renumber};
    (this->*k_ways[dice_.below(std::size(k_ways))])();
  }

  void flip() {
    if (!text_.empty()) {
      char& c = text_[dice_.below(text_.size())];
      c = static_cast<char>(c ^ (1 << dice_.below(8)));
    }
  }
  void overwrite() {
    if (!text_.empty()) text_[dice_.below(text_.size())] = k_marks[dice_.below(k_marks.size())];
  }
  void insert() {
    const bool mark = dice_.below(2) == 0;
    const char c = mark ? k_marks[dice_.below(k_marks.size())] : static_cast<char>(dice_.below(256));
    text_.insert(place(), dice_.below(6) == 0 ? length() : 1, c);
  }
  void cut() { text_.erase(place(), length()); }
  void copy() {
    const std::string piece = text_.substr(place(), length());
    text_.insert(place(), piece);
  }
  void splice() {
    const std::string& other = seeds_[dice_.below(seeds_.size())];
    text_.resize(place());
    text_ += other.substr(dice_.below(other.size() + 1));
  }
  // Rarely: what is short is soon refused.
  void truncate() {
    if (dice_.below(4) == 0) text_.resize(place());
  }
  void renumber() {
    auto first = std::find_if(text_.begin() + static_cast<std::ptrdiff_t>(place()), text_.end(), is_digit);
    if (first == text_.end()) first = std::find_if(text_.begin(), text_.end(), is_digit);
    const auto last = std::find_if_not(first, text_.end(), is_digit);
    const bool extreme = dice_.below(3) != 0;
    const std::string by =
        extreme ? std::string(k_extremes[dice_.below(std::size(k_extremes))]) : std::to_string(dice_.below(40));
    text_.replace(first, last, by);
  }

  const std::vector<std::string>& seeds_;
  Dice dice_;
  std::string text_;
};

}  // namespace

std::string input_of(const std::vector<std::string>& seeds, std::uint64_t number) {
  return number < seeds.size() ? seeds[number] : Damage(seeds, number).done();
}

}  // namespace heddle::fuzz
