// What a database of endgame values is made for, and the tables it holds.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engines/backgammon/endgames/endgames.hpp"

namespace banmen::backgammon {

struct EquityPlan {
  enum class Payoff : std::uint8_t { single, money, cube, hyper };  // hyper: everything about money play with all checkers on
  std::string game;                                                 // for whose positions, in its canonical name
  Payoff payoff = Payoff::single;
  int checkers = 15;  // of each side in the game
  bool jacoby = false;
  int mover = 2, opponent = 2;
  int bits = 16;
  bool prove = false;                             // single and money only
  std::string device = "none";                    // that the wide solver uses (solve/wide); none: the solver in doubles
  std::uint64_t memory = std::uint64_t{4} << 30;  // bytes that building may take
  double keep_every = 600;                        // seconds between two times that the wide solver keeps an unfinished group
  std::string queries = {};                       // a file of positions to be answered from the wide solver's table

  [[nodiscard]] Stakes stakes() const;
};

/// As commands and files spell them.
inline constexpr const char* payoff_names[] = {"single", "money", "cube", "hyper"};
inline const char* name_of(EquityPlan::Payoff payoff) { return payoff_names[static_cast<int>(payoff)]; }

/// A table of a file, and the range that its words cover.
struct EquityTable {
  enum Kind : std::uint8_t {
    equity,
    win,
    win_gammon,
    win_backgammon,
    lose_gammon,
    lose_backgammon,
    owned,
    centred,
    jacoby,
    opponents
  };
  Kind kind;
  double low, high;

  [[nodiscard]] const char* name() const;
};
std::vector<EquityTable> tables_of(const EquityPlan& plan);

/// Number of a table of (n, m) in the container. Radii of the wide solver's values are no table of positions' values.
inline constexpr std::size_t radius_table = 15;
constexpr std::uint64_t tier_number(int n, int m, std::size_t table) {
  return (static_cast<std::uint64_t>(n) * 16 + static_cast<std::uint64_t>(m)) * 16 + table;
}

}  // namespace banmen::backgammon
