#include "core/picture.hpp"

namespace banmen {

std::string Picture::plain() const {
  std::string out;
  for (const auto& line : lines_) {
    std::string text;
    for (const Span& span : line) text += span.text;
    text.erase(text.find_last_not_of(' ') + 1);
    out += text + '\n';
  }
  return out;
}

}  // namespace banmen
