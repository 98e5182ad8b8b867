// Plain implementation of Amazons, cell by cell: the reference for the bitboards.
#pragma once

#include <cstdlib>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace banmen {

/// Rows of '.', 'x', 'o', '#'; a move is (from, to, arrow) in cells numbered row by row from the top.
struct PlainAmazons {
  enum class Variant { queen, knight, knightx };
  using Move = std::tuple<int, int, int>;

  Variant variant;
  int rows, columns;
  std::string cells;
  char mover = 'x';

  [[nodiscard]] bool inside(int r, int c) const { return r >= 0 && r < rows && c >= 0 && c < columns; }

  [[nodiscard]] bool open(int r, int c) const { return inside(r, c) && cells[static_cast<std::size_t>(r * columns + c)] == '.'; }

  /// In the order of random draws: a knight's by cell, a queen's direction by direction, each followed by its opposite, outwards.
  [[nodiscard]] std::vector<int> reach(int from) const {
    std::vector<int> out;
    const int row = from / columns, column = from % columns;
    if (variant == Variant::queen) {
      constexpr int directions[8][2] = {{0, 1}, {0, -1}, {1, -1}, {-1, 1}, {1, 0}, {-1, 0}, {1, 1}, {-1, -1}};
      for (const auto& [dr, dc] : directions)
        for (int r = row + dr, c = column + dc; open(r, c); r += dr, c += dc) out.push_back(r * columns + c);
      return out;
    }
    for (int dr = -2; dr <= 2; ++dr)
      for (int dc = -2; dc <= 2; ++dc)
        if (std::abs(dr * dc) == 2 && open(row + dr, column + dc)) out.push_back((row + dr) * columns + column + dc);
    return out;
  }

  [[nodiscard]] std::set<Move> moves() const {
    std::set<Move> out;
    for (int from = 0; from < rows * columns; ++from) {
      if (cells[static_cast<std::size_t>(from)] != mover) continue;
      for (const int to : reach(from)) {
        if (variant == Variant::knight) {
          out.emplace(from, to, from);
          continue;
        }
        PlainAmazons moved = *this;
        moved.cells[static_cast<std::size_t>(from)] = '.';
        moved.cells[static_cast<std::size_t>(to)] = mover;
        for (const int arrow : moved.reach(to)) out.emplace(from, to, arrow);
      }
    }
    return out;
  }

  void play(const Move& move) {
    const auto [from, to, arrow] = move;
    cells[static_cast<std::size_t>(from)] = '.';
    cells[static_cast<std::size_t>(to)] = mover;
    cells[static_cast<std::size_t>(arrow)] = '#';
    mover = mover == 'x' ? 'o' : 'x';
  }

  [[nodiscard]] std::string text() const {
    std::string out;
    for (int row = 0; row < rows; ++row)
      out += (row > 0 ? "/" : "") + cells.substr(static_cast<std::size_t>(row * columns), static_cast<std::size_t>(columns));
    return out + " " + mover;
  }
};

}  // namespace banmen
