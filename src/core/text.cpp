#include "core/text.hpp"

#include <algorithm>
#include <cctype>

namespace banmen {
namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

/// Damerau–Levenshtein distance with adjacent swaps ("optimal string alignment").
std::size_t edits(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i)
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replace = d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, replace});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  return d[a.size()][b.size()];
}

}  // namespace

bool Reader::take(char expected) {
  if (peek() != expected || done()) return false;
  ++at_;
  return true;
}

bool Reader::take(std::string_view expected) {
  if (!rest().starts_with(expected)) return false;
  at_ += expected.size();
  return true;
}

void Reader::skip_spaces() {
  while (!done() && is_space(text_[at_])) ++at_;
}

std::optional<long> Reader::number(long most) {
  long value = 0;
  std::size_t at = at_;
  while (at < text_.size() && text_[at] >= '0' && text_[at] <= '9') {
    value = value * 10 + (text_[at] - '0');
    if (value > most) return std::nullopt;
    ++at;
  }
  if (at == at_) return std::nullopt;
  at_ = at;
  return value;
}

std::string_view Reader::word(std::string_view stops) {
  const std::size_t start = at_;
  while (!done() && !is_space(text_[at_]) && stops.find(text_[at_]) == std::string_view::npos) ++at_;
  return text_.substr(start, at_ - start);
}

tl::unexpected<Error> Reader::wanted(std::string_view what, std::string hint) const {
  std::string found = ", but the text ends";
  if (!done()) found = ", got '" + std::string(rest().substr(0, 12)) + (rest().size() > 12 ? "…'" : "'");
  return error("expected " + std::string(what) + found, std::move(hint));
}

tl::unexpected<Error> Reader::error(std::string what, std::string hint) const {
  return fail(std::move(what), std::move(hint), column());
}

std::optional<std::string> nearest(std::string_view name, const std::vector<std::string>& candidates) {
  // Input longer than any name is no typing error, and would cost quadratic time.
  if (name.size() > 64) return std::nullopt;
  const std::string* best = nullptr;
  std::size_t fewest = std::max<std::size_t>(1, std::min<std::size_t>(3, name.size() / 2)) + 1;
  for (const std::string& candidate : candidates) {
    const bool extends = name.size() >= 2 && candidate.starts_with(name);
    const std::size_t count = extends ? 1 : edits(name, candidate);
    if (count < fewest) {
      fewest = count;
      best = &candidate;
    }
  }
  return best ? std::optional<std::string>(*best) : std::nullopt;
}

std::string suggest(std::string_view name, const std::vector<std::string>& candidates) {
  if (const auto near = nearest(name, candidates)) return "did you mean '" + *near + "'?";
  if (candidates.empty()) return {};
  constexpr std::size_t most_shown = 12;
  std::vector<std::string> each;  // without duplicates
  for (const std::string& candidate : candidates) {
    if (std::find(each.begin(), each.end(), candidate) == each.end()) each.push_back(candidate);
    if (each.size() > most_shown) break;
  }
  const bool more = each.size() > most_shown;
  if (more) each.pop_back();
  return "one of: " + join(each, ", ") + (more ? ", …" : "");
}

std::vector<std::string> names_in(std::string_view text) {
  std::vector<std::string> names;
  bool inside = false;
  for (const char c : text) {
    const bool part = std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (part && !inside) names.emplace_back();
    if (part) names.back() += c;
    inside = part;
  }
  return names;
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  std::size_t start = 0;
  for (std::size_t at = 0; at <= text.size(); ++at)
    if (at == text.size() || text[at] == separator) {
      parts.push_back(text.substr(start, at - start));
      start = at + 1;
    }
  return parts;
}

std::vector<std::string_view> words(std::string_view text) {
  std::vector<std::string_view> found;
  Reader reader(text);
  for (reader.skip_spaces(); !reader.done(); reader.skip_spaces()) found.push_back(reader.word());
  return found;
}

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
  std::string out;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) out += separator;
    out += parts[i];
  }
  return out;
}

}  // namespace banmen
