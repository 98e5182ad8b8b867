// Errors are values: the library never prints and never aborts.
#pragma once

#include <cstdint>
#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace banmen {

/// Why something went wrong, for programs to decide by; texts are for people alone.
enum class ErrorKind : std::uint8_t {
  bad_input,     // what was asked for can't be read or can't be done
  unknown_name,  // bad input too: there is nothing of that name
  no_answer,     // it took too long; asking again may bring one
  stopped,       // because it was told to
  failed,        // nothing was wrong with the input: the disk is full, memory ran out, a program crashed
};

/// Of a system call that was refused. A file that is not there or may not be touched is bad input; a limit of the machine is not.
ErrorKind kind_of_errno(int code);

/// What is wrong, where it is, and the nearest thing that would be right.
struct Error {
  std::string what;
  std::string hint;        // may be empty
  int column = 0;          // 1-based place in the text that was read; 0 where there is none
  int line = 0;            // 1-based, for files
  std::string where = {};  // the file or argument that was read, may be empty
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
