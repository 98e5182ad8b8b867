// Errors are values: the library never prints and never aborts.
#pragma once

#include <cstdint>
#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace banmen {

/// The kind of an error, for programs; texts are for people.
enum class ErrorKind : std::uint8_t {
  bad_input,     // the request can't be parsed or can't be fulfilled
  unknown_name,  // bad input too: nothing has that name
  no_answer,     // a timeout; a retry may succeed
  stopped,       // stopped on request
  failed,        // the input was valid: the disk is full, memory ran out, a program crashed
};

/// The kind of a failed system call. A missing or inaccessible file is bad input; a limit of the machine is not.
ErrorKind kind_of_errno(int code);

/// An error: what is wrong, where, and the nearest valid input.
struct Error {
  std::string what;
  std::string hint;        // may be empty
  int column = 0;          // 1-based column in the text read; 0: none
  int line = 0;            // 1-based, for files
  std::string where = {};  // the file or argument read, may be empty
  ErrorKind kind = ErrorKind::bad_input;

  /// "game.txt: line 3, column 7: there is no move 'q' here (did you mean 'a'?)"
  [[nodiscard]] std::string message() const;
};

template <class T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> fail(std::string what, std::string hint = {}, int column = 0) {
  return tl::unexpected<Error>(Error{std::move(what), std::move(hint), column, 0});
}
inline tl::unexpected<Error> fail(ErrorKind kind, std::string what, std::string hint = {}) {
  return tl::unexpected<Error>(Error{std::move(what), std::move(hint), 0, 0, {}, kind});
}
inline tl::unexpected<Error> fail(Error error) { return tl::unexpected<Error>(std::move(error)); }

}  // namespace banmen
