#include "core/picture.hpp"

#include <cctype>

namespace banmen {

constexpr char legal_sign = '+', last_sign[2] = {'>', '<'};  // before and after the marked text

std::string Span::plain() const {
  std::string out = text;
  const std::size_t begin = out.find_first_not_of(' ');
  if (begin == std::string::npos || (!legal && !last)) return out;
  std::size_t end = out.find_last_not_of(' ') + 1;
  const bool dot = ink == Ink::faint && std::isalnum(static_cast<unsigned char>(out[begin])) == 0;
  if (legal && dot) {
    out.replace(begin, end - begin, 1, legal_sign);
    end = begin + 1;
  }
  if (!last && dot) return out;
  if (end < out.size())
    out[end] = last ? last_sign[1] : legal_sign;
  else if (begin > 0)
    out[begin - 1] = last ? last_sign[0] : legal_sign;
  return out;
}

void Picture::mark(std::string_view site, Mark mark) {
  for (auto& line : lines_)
    for (Span& span : line)
      if (!span.site.empty() && span.site == site) (mark == Mark::last ? span.last : span.legal) = true;
}

std::string Picture::plain() const {
  std::string out;
  for (const auto& line : lines_) {
    std::string text;
    for (const Span& span : line) text += span.plain();
    text.erase(text.find_last_not_of(' ') + 1);
    out += text + '\n';
  }
  return out;
}

}  // namespace banmen
