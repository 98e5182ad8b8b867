// Symmetries of a board, and a test whether one keeps the rules of a game.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "rules/check.hpp"
#include "rules/interpreter.hpp"
#include "rules/reference.hpp"

namespace banmen::rules {

struct BoardMap {
  std::vector<int> site;
  std::array<int, direction_count> direction;
};

/// All maps of the board onto itself that keep neighbours and straight lines; the identity first. Of a graph with very many only
/// some.
std::vector<BoardMap> board_maps(const Board& board);

/// Everything in the rules that names sites, directions or seats absolutely must be carried onto itself; what is built from
/// the rest by neighbours, lines and sets follows.
class SymmetryTest {
 public:
  explicit SymmetryTest(const Rules& rules);

  /// Where the rules are not kept, the seats going so many places on; nothing where they are. Line 0: no single place.
  [[nodiscard]] const Place* breaks(const BoardMap& map, int rotation) const;
  /// The sites whose start is not carried onto the start.
  [[nodiscard]] std::vector<int> strays(const BoardMap& map, int rotation) const;

 private:
  /// A part of the rules that does not look at the position: its value for each seat, and for each site that a name may stand for.
  struct Table {
    Place place;
    Type type{};
    bool by_site = false;
    std::vector<Set> sets;
    std::vector<long> numbers;
    std::vector<Set> domain;  // where the name can stand, by seat
  };
  /// Within which sites a name lies, by seat; `last` is the name -1.
  using Domains = std::map<int, std::vector<Set>>;
  void gather(const Steps& steps);
  void gather(const Node& node);
  [[nodiscard]] std::optional<std::vector<Set>> within(const Node& set) const;
  void narrow(const Node& condition);
  bool free_slots(const Node& node, std::vector<int>& bound, std::vector<int>& free) const;
  [[nodiscard]] int side(int seat) const { return rules_.side[static_cast<std::size_t>(seat)]; }

  const Rules& rules_;
  std::vector<Table> tables_;
  Domains domains_;
  bool sows_ = false;
  const Place *names_seat_ = nullptr, *numbers_sites_ = nullptr, *numbers_rows_ = nullptr, *numbers_columns_ = nullptr;
};

// What the symmetries of a game make of its positions, moves and seats, on the bytes that the VM plays on.

class Images {
 public:
  static constexpr std::size_t most = 64;

  /// The symmetries that were proved, where they are all there are: of a group that was only found in part, one position would have
  /// several forms that come first. Then, and where there are more than `most`, the identity alone is left. Both must live as long.
  Images(const Rules& rules, const Interpreter& interpreter, std::uint32_t move_capacity, const std::vector<Symmetry>& proved);

  [[nodiscard]] int count() const { return static_cast<int>(maps_.size()); }
  void position(int symmetry, const std::uint8_t* from, std::uint8_t* to) const;
  [[nodiscard]] int seat(int symmetry, int seat) const;

  /// The image of a move. How a VM numbers the moves of a position is its own business, so the move is looked up in the reference
  /// interpreter, which lists the same moves in the same order, and its choices are carried over one by one: not for hot loops.
  [[nodiscard]] std::uint64_t move(int symmetry, const std::uint8_t* position, std::uint64_t move) const;

 private:
  struct Map {
    Symmetry symmetry;
    std::vector<int> bit;   // of a set
    std::vector<int> code;  // of a piece
  };
  struct Listed;
  const Listed& listed(int which, const std::uint8_t* position) const;

  const Rules& rules_;
  const Interpreter& interpreter_;
  const std::uint32_t move_capacity_;
  const Layout& layout_;
  const std::uint64_t number_ = next_vm_number();
  std::vector<Map> maps_;
};

/// The code of a piece when the seats have gone so many places on.
int code_after(const Rules& rules, int code, int rotation);

}  // namespace banmen::rules
