// Errors handed on: TRY(e) is the value of the Result e. Where it has none, the enclosing function returns the error.
#pragma once

#include <type_traits>
#include <utility>

#include "core/error.hpp"

namespace banmen {

template <class T>
T value_of(Result<T>&& result) {
  if constexpr (!std::is_void_v<T>) return *std::move(result);
}

/// For Result::map_error: names the file or argument that an error is about.
inline auto about(std::string where) {
  return [where = std::move(where)](Error error) {
    error.where = where;
    return error;
  };
}

}  // namespace banmen

/// A whole statement, or all that is right of a '=': `const auto game = TRY(catalog.open(name));`, `TRY(write_file(path, text));`.
#define TRY(...)                                                    \
  __extension__({                                                   \
    auto result_tried = (__VA_ARGS__);                              \
    if (!result_tried) return ::banmen::fail(result_tried.error()); \
    ::banmen::value_of(std::move(result_tried));                    \
  })
