// Boards of Amazons as text, and the named ones.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/text.hpp"

namespace banmen {

/// A board cell by cell: '.', '#', 'x' or 'o', row by row from the top.
struct AmazonsBoard {
  static constexpr int least_side = 3, most_side = 16;

  int rows = 0, columns = 0;
  std::string cells;

  [[nodiscard]] char at(int row, int column) const { return cells[static_cast<std::size_t>(row * columns + column)]; }
  [[nodiscard]] std::string text() const;  // rows parted by '/'
};

/// "10" or "6x7" (rows × columns).
Result<AmazonsBoard> read_amazons_size(std::string_view text);
/// Rows parted by '/', up to a space or the end. Any rectangle of the sizes allowed with at least one piece of each side.
Result<AmazonsBoard> read_amazons_board(Reader& reader);
/// The pieces of a named layout on an empty board of some size.
Result<AmazonsBoard> amazons_layout(std::string_view name, AmazonsBoard empty);
const std::vector<std::string>& amazons_layouts();

/// What size=, layout= and board= say together.
Result<AmazonsBoard> amazons_board(const std::string& size, const std::string& layout, const std::string& board);

inline constexpr const char* amazons_default_size = "10";
inline constexpr const char* amazons_default_layout = "standard";

}  // namespace banmen
