// Static analysis of expressions: the possible contents of a set's sites, its size, the range of a number. Conservative:
// over-approximates, never under-approximates.
#pragma once

#include <bitset>
#include <map>
#include <optional>
#include <vector>

#include "rules/meaning.hpp"

namespace banmen::rules {

inline constexpr std::size_t most_codes = 255;
/// Possible contents of a site: bit 0 nothing, bit 1 + c a piece of code c.
using Contents = std::bitset<most_codes + 1>;

struct Range {
  long least = 0, most = 0;

  static constexpr long endless = 1'000'000'000'000;
  [[nodiscard]] static Range all() { return {-endless, endless}; }
  bool operator==(const Range&) const = default;
};
/// The product, clamped to ±`endless`.
long times(long a, long b);
Range operator+(const Range& a, const Range& b);
Range operator-(const Range& a);
Range hull(const Range& a, const Range& b);

/// Kinds of marks; those with higher numbers are not tracked.
using MarkSet = std::bitset<64>;

/// Facts about a name during a move.
struct SlotFact {
  Contents contents;  // of the site, or of the sites
  MarkSet unmarked;   // the site, or no site, has these marks
  long most = 1;      // sites
  bool some = false;  // a set with at least one site …
  int member = -1;    // … such as that of this slot
  Range number = Range::all();
  Dirs dirs = 0xffff;           // a superset of the direction
  long ways = direction_count;  // the number of directions
  int same_as = -1;             // an alias of this slot
  int ahead_of = -1;            // this site is further along the seat's facing than that slot's
  int jumped_from = -1;         // exactly one site lies between this and that slot's …
  Contents jumped;              // … with these contents

  bool operator==(const SlotFact&) const = default;
};

/// For the view of one seat.
class Foresight {
 public:
  Foresight(const Rules& rules, int me);

  std::vector<SlotFact> slots;
  std::vector<Range> counters;          // of this seat
  std::vector<const Node*> some, none;  // sets known to have a site, to have none

  /// Adds the facts that follow from a condition that holds, or does not.
  void assume(const Node& condition, bool holds);
  /// Drops what is known of sets that are read from the position, which changes.
  void forget_sets();
  /// Drops facts that refer to a name that gets another value.
  void forget(int slot);

  [[nodiscard]] Contents contents(const Node& node) const;
  [[nodiscard]] long most(const Node& node) const;
  [[nodiscard]] Range range(const Node& node) const;
  /// If it is the same in every position.
  [[nodiscard]] std::optional<bool> truth(const Node& node) const;

  /// The slot whose site is the only one the set can have; -1 if there is none.
  [[nodiscard]] int only_slot(const Node& node) const;
  /// Slots whose sites are certainly in the set.
  [[nodiscard]] std::vector<int> surely(const Node& node) const;
  [[nodiscard]] bool surely_some(const Node& node) const;
  /// Marks that no site of the set has.
  [[nodiscard]] MarkSet unmarked(const Node& node) const;
  /// The maximum number of directions.
  [[nodiscard]] long most_ways(const Node& node) const;
  /// Facts about a site chosen from the set.
  [[nodiscard]] SlotFact chosen_from(const Node& node) const;
  /// Facts about the site, direction or number that the statement chooses.
  [[nodiscard]] SlotFact chosen_by(const Step& step) const;
  /// A superset of the directions.
  [[nodiscard]] Dirs dirs(const Node& node) const;

  [[nodiscard]] int canonical(int slot) const;
  [[nodiscard]] Contents everything() const { return everything_; }
  [[nodiscard]] Contents pieces_of(bool mine, int kind) const;
  [[nodiscard]] Contents pieces_of_kind(int kind) const;
  [[nodiscard]] int me() const { return me_; }

 private:
  [[nodiscard]] Contents covered(const Node& node) const;  // the set has every site with one of these contents
  [[nodiscard]] Foresight seen_by(const Who& who) const;
  [[nodiscard]] Foresight with_let(const Node& let_in) const;
  [[nodiscard]] bool surely_in(int slot, const Node& node) const;
  /// True if both have the same value.
  [[nodiscard]] bool alike(const Node& a, const Node& b) const;
  [[nodiscard]] bool implies_some(const Node& known, const Node& node) const;
  void narrow(const Node& number, const Range& to);
  [[nodiscard]] long most_stops(const Node& slide, const Node& set) const;
  enum class Counted { neighbours, rays, sites_of_rays };
  [[nodiscard]] long steps_from(const Node& from, Dirs dirs, long most_ways, Counted what) const;

  [[nodiscard]] long most_pieces(const Contents& contents) const;
  [[nodiscard]] const SlotFact* jump_between(const Node& between) const;  // exactly one site lies between its two names

  const Rules* rules_;
  int me_;
  Contents everything_;
  std::vector<long> most_of_code_;  // maximum number of pieces on the board
};

/// The value of a set for a seat, if it is the same in every position.
std::optional<Set> known_set(const Rules& rules, int me, const Node& node);

/// The maximum number of pieces of each code on the board and in hand: those of the start, and any number of those that turns
/// create. Facts proved of a game hold for positions with no more.
std::vector<long> most_of_codes(const Rules& rules);
/// True if a piece of this kind that the seat puts down has this code.
bool puts_down(const Rules& rules, int seat, const PieceCode& code);

/// True if an expression depends on the position, on choices or on the seat to move.
bool depends_on_play(const Node& node);

}  // namespace banmen::rules
