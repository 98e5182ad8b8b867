#include "core/error.hpp"

namespace banmen {

std::string Error::message() const {
  std::string out = where.empty() ? "" : where + ": ";
  if (line > 0) out += "line " + std::to_string(line) + (column > 0 ? ", " : ": ");
  if (column > 0) out += "column " + std::to_string(column) + ": ";
  out += what;
  if (!hint.empty()) out += " (" + hint + ")";
  return out;
}

}  // namespace banmen
