#include "core/error.hpp"

#include <cerrno>

namespace banmen {

ErrorKind kind_of_errno(int code) {
  switch (code) {
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
    case EIO:
    case ENOMEM:
    case EAGAIN:
    case EMFILE:
    case ENFILE: return ErrorKind::failed;
    default: return ErrorKind::bad_input;
  }
}

std::string Error::message() const {
  std::string out = where.empty() ? "" : where + ": ";
  if (line > 0) out += "line " + std::to_string(line) + (column > 0 ? ", " : ": ");
  if (column > 0) out += "column " + std::to_string(column) + ": ";
  out += what;
  if (!hint.empty()) out += " (" + hint + ")";
  return out;
}

}  // namespace banmen
