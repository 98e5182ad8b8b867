// Error propagation: TRY(e) is the value of the Result e; if e has none, the enclosing function returns its error.
#pragma once

#include <type_traits>
#include <utility>

#include "core/error.hpp"

namespace banmen {

template <class T>
T value_of(Result<T>&& result) {
  if constexpr (!std::is_void_v<T>) return *std::move(result);
}

/// For Result::map_error: sets the file or argument that an error is about.
inline auto about(std::string where) {
  return [where = std::move(where)](Error error) {
    error.where = where;
    return error;
  };
}

}  // namespace banmen

/// Use as a whole statement or initialiser: `const auto game = TRY(catalog.open(name));`, `TRY(write_file(path, text));`.
#define TRY(...)                                                    \
  __extension__({                                                   \
    auto result_tried = (__VA_ARGS__);                              \
    if (!result_tried) return ::banmen::fail(result_tried.error()); \
    ::banmen::value_of(std::move(result_tried));                    \
  })
