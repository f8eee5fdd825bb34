#include "platform/check/choices.hpp"

#include <sstream>

namespace heddle::platform::check {

std::string Choices::to_text() const {
  std::size_t length = path_.size();
  while (length > 0 && path_[length - 1].taken == 0) --length;
  std::string text;
  for (std::size_t i = 0; i < length; ++i) {
    if (i > 0) text += '.';
    text += std::to_string(path_[i].taken);
  }
  return text;
}

Choices Choices::from_text(const std::string& text) {
  Choices choices;
  std::istringstream numbers(text);
  for (std::string number; std::getline(numbers, number, '.');) {
    choices.path_.push_back({static_cast<std::uint16_t>(std::stoul(number)), 0});
  }
  return choices;
}

}  // namespace heddle::platform::check
