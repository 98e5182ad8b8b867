// Reversi and Yonin cell by cell, straight from the rules and without a single bit trick: the twin that the fast rules are tested
// against. Shares nothing with them but the names of the options.
#pragma once

#include <array>
#include <string>
#include <vector>

namespace banmen {

struct SlowGame {
  int rows = 8, columns = 8;
  bool yonin = false;
  bool own_start = false;   // Yonin: the start disc of a quadrant is of its owner's colour
  bool restricted = false;  // Yonin: no placing in the quadrant of the player facing you
  bool team = false;
  bool by_quadrants = false;
  bool reversed = false;  // Yonin, anticlockwise: A, D, C, B

  std::vector<std::string> cell;  // [row][column]: 'x', 'o' or '.'
  int seat = 0;

  void start() {
    cell.assign(static_cast<std::size_t>(rows), std::string(static_cast<std::size_t>(columns), '.'));
    const int r = rows / 2, c = columns / 2;
    const bool black_on_main_diagonal = yonin && own_start;
    at(r - 1, c - 1) = at(r, c) = black_on_main_diagonal ? 'x' : 'o';
    at(r - 1, c) = at(r, c - 1) = black_on_main_diagonal ? 'o' : 'x';
    seat = 0;
  }

  [[nodiscard]] int seats() const { return yonin ? 4 : 2; }
  [[nodiscard]] char& at(int row, int column) { return cell[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)]; }
  [[nodiscard]] char at(int row, int column) const { return cell[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)]; }
  [[nodiscard]] bool on_board(int row, int column) const { return row >= 0 && row < rows && column >= 0 && column < columns; }
  static char colour(int seat) { return seat % 2 == 0 ? 'x' : 'o'; }

  /// 0 A top left, 1 B top right, 2 C bottom right, 3 D bottom left.
  [[nodiscard]] int quadrant(int row, int column) const {
    const bool bottom = row >= rows / 2, right = column >= columns / 2;
    if (!bottom) return right ? 1 : 0;
    return right ? 2 : 3;
  }

  /// The cells that flip when `who` places here; empty when it may not.
  [[nodiscard]] std::vector<std::array<int, 2>> flips(int who, int row, int column) const {
    std::vector<std::array<int, 2>> all;
    if (at(row, column) != '.') return all;
    if (yonin && restricted && quadrant(row, column) == (who + 2) % 4) return all;
    for (int down = -1; down <= 1; ++down)
      for (int right = -1; right <= 1; ++right) {
        if (down == 0 && right == 0) continue;
        std::vector<std::array<int, 2>> line;
        int r = row + down, c = column + right;
        while (on_board(r, c) && at(r, c) != '.' && at(r, c) != colour(who)) {
          line.push_back({r, c});
          r += down;
          c += right;
        }
        if (on_board(r, c) && at(r, c) == colour(who)) all.insert(all.end(), line.begin(), line.end());
      }
    return all;
  }

  [[nodiscard]] std::vector<std::string> placements(int who) const {
    std::vector<std::string> names;
    for (int row = 0; row < rows; ++row)
      for (int column = 0; column < columns; ++column)
        if (!flips(who, row, column).empty()) names.push_back(name(row, column));
    return names;
  }

  [[nodiscard]] std::vector<std::string> moves() const {
    auto own = placements(seat);
    if (!own.empty()) return own;
    for (int who = 0; who < seats(); ++who)
      if (!placements(who).empty()) return {"pass"};
    return {};
  }

  void play(const std::string& move) {
    if (move != "pass") {
      const int row = move[1] - '1', column = move[0] - 'a';
      for (const auto& [r, c] : flips(seat, row, column)) at(r, c) = colour(seat);
      at(row, column) = colour(seat);
    }
    seat = (seat + (reversed ? seats() - 1 : 1)) % seats();
  }

  [[nodiscard]] std::vector<int> score() const {
    std::vector<int> count(static_cast<std::size_t>(seats()));
    for (int who = 0; who < seats(); ++who)
      for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column) {
          if (at(row, column) != colour(who)) continue;
          bool counts = true;
          if (yonin && !team) counts = quadrant(row, column) == who;
          if (yonin && team && by_quadrants) counts = quadrant(row, column) % 2 == who % 2;
          count[static_cast<std::size_t>(who)] += counts;
        }
    return count;
  }

  [[nodiscard]] std::vector<int> payoff() const {
    const auto s = score();
    std::vector<int> result;
    for (std::size_t who = 0; who < s.size(); ++who) {
      if (!yonin || team) {
        result.push_back(s[who] - s[(who + 1) % s.size()]);
        continue;
      }
      int better = 0;
      for (const int rival : s) better += rival > s[who];
      result.push_back(-(1 + better));
    }
    return result;
  }

  [[nodiscard]] std::string text() const {
    std::string out;
    for (int row = 0; row < rows; ++row) out += (row > 0 ? "/" : "") + cell[static_cast<std::size_t>(row)];
    return out + " " + (yonin ? "ABCD" : "xo")[seat];
  }

  static std::string name(int row, int column) { return {static_cast<char>('a' + column), static_cast<char>('1' + row)}; }
};

}  // namespace banmen
