// Databases of endgame values on disk: every position of up to N against M checkers, contact and bars included, mover to roll.
//
// A Container (solve/container.hpp) with one tier for each (n, m) and table: compressed blocks with checksums, memory-mapped.
// Inside, positions stand in the order of their dense rank (index.hpp), contact positions first, then races. A value is a 16- or
// 32-bit word over its table's range. The owner's text says what was played for, how exact the values were and what rounding added.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/control.hpp"
#include "core/error.hpp"
#include "engines/backgammon/endgames/endgames.hpp"
#include "games/backgammon/backgammon.hpp"
#include "solve/container.hpp"

namespace banmen::backgammon {

struct EquityPlan : BuildPlan {
  enum class Payoff : std::uint8_t { single, money, cube, hyper };  // hyper: everything about money play with all checkers on
  std::string game;                                                 // for whose positions, in its canonical name
  Payoff payoff = Payoff::single;
  int checkers = 15;  // of each side in the game
  bool jacoby = false;
  int bits = 16;
  bool prove = false;        // single and money only
  std::string queries = {};  // a file of positions to be answered from the wide solver's table

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

struct EquityReport {
  std::uint64_t positions = 0, bytes = 0;
  int resumed = 0;           // groups of tiers found from an earlier run
  std::uint64_t memory = 0;  // bytes it takes at least, known beforehand; more makes it faster
  bool complete = false;
  std::vector<TierReport> groups;  // all that were solved, then the one that was stopped
  double seconds = 0;
};

/// Builds a file, or goes on with an earlier run that was stopped or killed; one that is there already is left as it is. Refused
/// where the memory does not do.
Result<EquityReport> build_equities(const std::string& path, const EquityPlan& plan, const Control& control);

class EquityFile {
 public:
  struct Tier {
    int n, m;
    std::uint64_t positions, bytes;  // over all tables
  };

  static Result<EquityFile> open(const std::string& path);

  [[nodiscard]] const EquityPlan& plan() const { return plan_; }
  [[nodiscard]] const std::vector<EquityTable>& tables() const { return tables_; }
  [[nodiscard]] std::uint64_t bytes() const { return container_->bytes(); }
  [[nodiscard]] std::uint64_t positions() const;
  [[nodiscard]] std::vector<Tier> tiers() const;
  [[nodiscard]] double residual() const { return residual_; }
  /// Of the values before they were rounded; negative where not proved.
  [[nodiscard]] double proved() const { return proved_; }
  /// The most that rounding to words adds.
  [[nodiscard]] double rounding() const;

  [[nodiscard]] bool covers(int n, int m) const;
  [[nodiscard]] bool has(EquityTable::Kind kind) const;
  /// The file itself, for who reads whole tables. Places in a tier are those of place_of.
  [[nodiscard]] const Container& container() const { return *container_; }
  /// What the file keeps of a position in a table of `bytes` bytes a value.
  [[nodiscard]] Result<std::uint64_t> stored(std::size_t table, std::size_t bytes, const std::uint8_t* mover,
                                             const std::uint8_t* opponent) const;
  /// The mover's value before his roll; both sides have checkers and covers(n, m). Fails only where the file is damaged.
  [[nodiscard]] Result<double> value(EquityTable::Kind kind, const std::uint8_t* mover, const std::uint8_t* opponent) const;

  /// What the seat on turn may expect, in points, where the file knows it: before a roll, or before a decision to double.
  [[nodiscard]] Result<std::optional<double>> expected(const BackgammonRules& g, const BackgammonRules::Position& p) const;
  /// Chances of the seat on turn to win, win a gammon, win a backgammon, lose a gammon, lose a backgammon under best cubeless play.
  [[nodiscard]] Result<std::optional<std::array<double, 5>>> chances(const BackgammonRules& g,
                                                                     const BackgammonRules::Position& p) const;

 private:
  struct Cache;
  [[nodiscard]] bool fits(const BackgammonRules& g, const BackgammonRules::Position& p) const;

  std::shared_ptr<const Container> container_;
  std::shared_ptr<Cache> cache_;
  EquityPlan plan_;
  std::vector<EquityTable> tables_;
  double residual_ = 0, proved_ = -1;
};

struct EquityCheck {
  std::uint64_t checked = 0, wrong = 0;
  double worst = 0;     // largest distance of an equity from what its successors say
  std::string example;  // a position, as the game writes it
  std::string what;     // was shown, in words
};

/// Every `stride`-th position against its successors, by the game's own moves and play. Files of the wide solver are checked in
/// whole numbers (verify.cpp).
Result<EquityCheck> verify_equities(const EquityFile& file, std::uint64_t stride, const Control& control);

/// A file of the wide solver, all positions at once: "cpu", with tables in `memory` bytes, or a kind of device.
Result<EquityCheck> verify_wide(const EquityFile& file, const std::string& device, std::uint64_t memory, const Control& control);

/// Tiers that a file holds, in the order in which they are solved.
std::vector<std::pair<int, int>> tiers_up_to(int n, int m);
/// The games whose values a file holds.
std::vector<Backgammon> games_of(const EquityPlan& plan);

/// A position before a roll.
BackgammonRules::Position to_roll(const BackgammonRules& g, const std::uint8_t* mover, const std::uint8_t* opponent);

}  // namespace banmen::backgammon
