// Parsing and suggestions: a cursor that knows its column, and the nearest valid name.
#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"

namespace banmen {

/// A cursor over one line of text. Failing calls leave the cursor where it was.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}
  template <std::same_as<std::string> Text>
  explicit Reader(Text&&) = delete;  // a temporary would be destroyed before it is read

  [[nodiscard]] bool done() const { return at_ == text_.size(); }
  [[nodiscard]] char peek() const { return done() ? '\0' : text_[at_]; }
  [[nodiscard]] std::string_view rest() const { return text_.substr(at_); }
  [[nodiscard]] int column() const { return static_cast<int>(at_) + 1; }

  char next() { return done() ? '\0' : text_[at_++]; }
  bool take(char expected);
  bool take(std::string_view expected);
  void skip_spaces();
  /// Digits only; nullopt above `most`.
  std::optional<long> number(long most = 1'000'000'000);
  /// A run of characters other than white space and those in `stops`.
  std::string_view word(std::string_view stops = {});

  /// An error at the cursor: what was expected, and the text found.
  [[nodiscard]] tl::unexpected<Error> wanted(std::string_view what, std::string hint = {}) const;
  [[nodiscard]] tl::unexpected<Error> error(std::string what, std::string hint = {}) const;

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

/// The candidate with the fewest edits (insert, delete, replace, swap), if it is near enough to be a likely typing error.
std::optional<std::string> nearest(std::string_view name, const std::vector<std::string>& candidates);

/// "did you mean 'bao'?" if a candidate is near, else "one of: bao, reversi, …".
std::string suggest(std::string_view name, const std::vector<std::string>& candidates);

/// The runs of letters and digits: "d1-d7/g7" → d1, d7, g7.
std::vector<std::string> names_in(std::string_view text);
/// Converts ASCII letters to lower case.
std::string lower(std::string_view text);

std::vector<std::string_view> split(std::string_view text, char separator);
std::vector<std::string_view> words(std::string_view text);
std::string join(const std::vector<std::string>& parts, std::string_view separator);

}  // namespace banmen
