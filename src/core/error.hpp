// Errors are values: the library never prints and never aborts.
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace banmen {

/// What is wrong, where it is, and the nearest thing that would be right.
struct Error {
  std::string what;
  std::string hint;        // may be empty
  int column = 0;          // 1-based place in the text that was read; 0 where there is none
  int line = 0;            // 1-based, for files
  std::string where = {};  // the file or argument that was read, may be empty

  /// "game.txt: line 3, column 7: there is no move 'q' here (did you mean 'a'?)"
  [[nodiscard]] std::string message() const;
};

template <class T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> fail(std::string what, std::string hint = {}, int column = 0) {
  return tl::unexpected<Error>(Error{std::move(what), std::move(hint), column, 0});
}
inline tl::unexpected<Error> fail(Error error) { return tl::unexpected<Error>(std::move(error)); }

}  // namespace banmen
