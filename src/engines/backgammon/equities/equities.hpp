// Databases of endgame equities: every position of up to N against M checkers, including contact and bars, mover to roll.
//
// A Container (solve/container.hpp) with one tier for each (n, m) and table: compressed blocks with checksums, memory-mapped.
// Positions are in the order of their dense rank (index.hpp), contact before races. A value is a 16- or 32-bit word over its
// table's range. The owner's text records the payoff, the accuracy of the values and the rounding.
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
  enum class Payoff : std::uint8_t { single, money, cube, hyper };  // hyper: all tables of money play with all checkers on
  std::string game;                                                 // canonical name of the game
  Payoff payoff = Payoff::single;
  int checkers = 15;  // of each side in the game
  bool jacoby = false;
  int bits = 16;
  bool prove = false;        // single and money only
  std::string queries = {};  // file of positions to look up in the wide solver's table

  [[nodiscard]] Stakes stakes() const;
};

/// Names in commands and files.
inline constexpr const char* payoff_names[] = {"single", "money", "cube", "hyper"};
inline const char* name_of(EquityPlan::Payoff payoff) { return payoff_names[static_cast<int>(payoff)]; }

/// A table of a file and the range of its words.
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

/// Number of a table of (n, m) in the container. Radii of the wide solver are a table of their own.
inline constexpr std::size_t radius_table = 15;
constexpr std::uint64_t tier_number(int n, int m, std::size_t table) {
  return (static_cast<std::uint64_t>(n) * 16 + static_cast<std::uint64_t>(m)) * 16 + table;
}

struct EquityReport {
  std::uint64_t positions = 0, bytes = 0;
  int resumed = 0;           // groups found solved by an earlier run
  std::uint64_t memory = 0;  // minimum in bytes; more makes it faster
  bool complete = false;
  std::vector<TierReport> groups;  // the solved groups, then the one that was stopped
  double seconds = 0;
};

/// Builds a file or resumes an interrupted run; an existing file is left unchanged. Fails if the memory limit is too low.
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
  /// Error bound before rounding; negative if not proved.
  [[nodiscard]] double proved() const { return proved_; }
  /// The largest rounding error.
  [[nodiscard]] double rounding() const;

  [[nodiscard]] bool covers(int n, int m) const;
  [[nodiscard]] bool has(EquityTable::Kind kind) const;
  /// The underlying container. Places in a tier are those of place_of.
  [[nodiscard]] const Container& container() const { return *container_; }
  /// The stored word of a position in a table with `bytes` bytes per value.
  [[nodiscard]] Result<std::uint64_t> stored(std::size_t table, std::size_t bytes, const std::uint8_t* mover,
                                             const std::uint8_t* opponent) const;
  /// The mover's value before his roll; both sides have checkers and covers(n, m). Fails only if the file is damaged.
  [[nodiscard]] Result<double> value(EquityTable::Kind kind, const std::uint8_t* mover, const std::uint8_t* opponent) const;

  /// Equity of the seat on turn before a roll or a doubling decision, in points; nothing if the file does not cover it.
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
  double worst = 0;     // largest deviation of an equity from that of its successors
  std::string example;  // a position, as the game writes it
  std::string what;     // what was verified, in words
};

/// Checks every `stride`-th position against its successors by the game's own moves. Files of the wide solver are checked in
/// integers (verify.cpp).
Result<EquityCheck> verify_equities(const EquityFile& file, std::uint64_t stride, const Control& control);

/// Checks all positions of a file of the wide solver at once, on device "cpu" with `memory` bytes or another kind of device.
Result<EquityCheck> verify_wide(const EquityFile& file, const std::string& device, std::uint64_t memory, const Control& control);

/// Tiers of a file, in the order in which they are solved.
std::vector<std::pair<int, int>> tiers_up_to(int n, int m);
/// The games that a file covers.
std::vector<Backgammon> games_of(const EquityPlan& plan);

/// The position before a roll.
BackgammonRules::Position to_roll(const BackgammonRules& g, const std::uint8_t* mover, const std::uint8_t* opponent);

}  // namespace banmen::backgammon
