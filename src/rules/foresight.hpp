// What can be said of expressions without a position: what may stand on the sites of a set, how many sites it has at most,
// between which numbers a number lies. Never too little is said to be possible; too much may be.
#pragma once

#include <bitset>
#include <map>
#include <optional>
#include <vector>

#include "rules/meaning.hpp"

namespace banmen::rules {

inline constexpr std::size_t most_codes = 255;
/// What may stand on a site: bit 0 nothing, bit 1 + c a piece of code c.
using Contents = std::bitset<most_codes + 1>;

struct Range {
  long least = 0, most = 0;

  static constexpr long endless = 1'000'000'000'000;
  [[nodiscard]] static Range all() { return {-endless, endless}; }
  bool operator==(const Range&) const = default;
};
/// The product, or `endless` where it would be more.
long times(long a, long b);
Range operator+(const Range& a, const Range& b);
Range operator-(const Range& a);
Range hull(const Range& a, const Range& b);

/// What is known of a name while a move is being made.
struct SlotFact {
  Contents contents;  // of the site, or of the sites
  long most = 1;      // sites
  Range number = Range::all();
  Dirs dirs = 0xffff;    // among which a direction is
  int same_as = -1;      // another name of this slot
  int ahead_of = -1;     // this site lies further on than that slot's, in the direction the seat faces
  int jumped_from = -1;  // exactly one site lies between this and that slot's …
  Contents jumped;       // … and this stands on it

  bool operator==(const SlotFact&) const = default;
};

/// Seen by one seat.
class Foresight {
 public:
  Foresight(const Rules& rules, int me);

  std::vector<SlotFact> slots;

  [[nodiscard]] Contents contents(const Node& node) const;
  [[nodiscard]] long most(const Node& node) const;
  [[nodiscard]] Range range(const Node& node) const;
  /// Where it is the same in every position.
  [[nodiscard]] std::optional<bool> truth(const Node& node) const;

  /// The slot whose site alone the set can have; -1 where it isn't so.
  [[nodiscard]] int only_slot(const Node& node) const;
  /// Slots whose sites are surely in the set.
  [[nodiscard]] std::vector<int> surely(const Node& node) const;
  /// What is known of a site that is chosen from the set.
  [[nodiscard]] SlotFact chosen_from(const Node& node) const;
  /// What is known of what the statement chooses: a site, a direction or a number.
  [[nodiscard]] SlotFact chosen_by(const Step& step) const;
  /// The directions, where they depend on nothing but the seat.
  [[nodiscard]] Dirs dirs(const Node& node) const;

  [[nodiscard]] int canonical(int slot) const;
  [[nodiscard]] Contents everything() const { return everything_; }
  [[nodiscard]] Contents pieces_of(bool mine, int kind) const;
  [[nodiscard]] Contents pieces_of_kind(int kind) const;
  [[nodiscard]] int me() const { return me_; }

 private:
  [[nodiscard]] Contents covered(const Node& node) const;  // every site that holds one of these is in the set
  [[nodiscard]] Foresight seen_by(const Who& who) const;
  [[nodiscard]] Foresight with_let(const Node& let_in) const;
  enum class Counted { neighbours, rays, sites_of_rays };
  [[nodiscard]] long steps_from(const Node& from, Dirs dirs, Counted what) const;

  [[nodiscard]] long most_pieces(const Contents& contents) const;
  [[nodiscard]] const SlotFact* jump_between(const Node& between) const;  // exactly one site lies between its two names

  const Rules* rules_;
  int me_;
  Contents everything_;
  std::vector<long> most_of_code_;  // pieces on the board at any time
};

/// The value of a set for a seat, where it is the same in every position.
std::optional<Set> known_set(const Rules& rules, int me, const Node& node);

/// How many pieces of each code can stand on the board, what is still in hand counted: those of the start, and any number of what
/// turns bring onto it. What is proved of a game holds for positions with no more.
std::vector<long> most_of_codes(const Rules& rules);
/// Whether a piece that the seat puts down is of this code, where it is of its kind.
bool puts_down(const Rules& rules, int seat, const PieceCode& code);

/// Whether an expression depends on the position, on what was chosen or on who is to move.
bool depends_on_play(const Node& node);

}  // namespace banmen::rules
