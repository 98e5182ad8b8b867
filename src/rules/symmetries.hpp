// Symmetries of a board, and a test of those that keep the rules of a game.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "rules/check.hpp"
#include "rules/interpreter.hpp"
#include "rules/reference.hpp"

namespace banmen::rules {

struct BoardMap {
  std::vector<int> site;
  std::array<int, direction_count> direction;
};

/// All automorphisms of the board that keep adjacency and straight lines, the identity first. For a graph with very many only some.
std::vector<BoardMap> board_maps(const Board& board);

/// Every expression of the rules must be mapped onto itself: absolute mentions of sites, directions or seats are compared by their
/// values, the rest by its form, unions and sums in any order.
class SymmetryTest {
 public:
  explicit SymmetryTest(const Rules& rules);

  /// The place where the rules are not kept if the seats rotate by `rotation`; null if they are. Line 0: no single place.
  [[nodiscard]] const Place* breaks(const BoardMap& map, int rotation) const;
  /// Sites whose start is not mapped onto the start.
  [[nodiscard]] std::vector<int> strays(const BoardMap& map, int rotation) const;

 private:
  /// A part of the rules that does not read the position: its value for each seat, and for each site of its free name.
  struct Table {
    Type type{};
    bool by_site = false;
    int name = -1;  // the free one
    std::vector<Set> sets;
    std::vector<long> numbers;
    std::vector<Set> domain;  // possible sites of the name, by seat
  };
  /// Possible sites of a name, by seat; `last` is the name -1.
  using Domains = std::map<int, std::vector<Set>>;
  class Comparison;
  void root(const Node& node);
  void gather(const Steps& steps);
  void gather(const Node& node);
  [[nodiscard]] std::optional<std::vector<Set>> within(const Node& set) const;
  void narrow(const Node& condition);
  bool free_slots(const Node& node, std::vector<int>& bound, std::vector<int>& free) const;
  [[nodiscard]] int side(int seat) const { return rules_.side[static_cast<std::size_t>(seat)]; }

  const Rules& rules_;
  std::unordered_map<const Node*, Table> tables_;
  std::vector<const Node*> roots_;  // the expressions of statements and of `end`
  Domains domains_;
  bool sows_ = false;
  const Place *names_seat_ = nullptr, *numbers_sites_ = nullptr, *numbers_rows_ = nullptr, *numbers_columns_ = nullptr;
};

// Images of positions, moves and seats under a game's symmetries, on the bytes of the VM.

class Images {
 public:
  static constexpr std::size_t most = 64;

  /// The proved symmetries if they form a group: with an incomplete group a position would have several canonical forms. Otherwise,
  /// or beyond `most`, only the identity. All references must outlive this.
  Images(const Rules& rules, const Interpreter& interpreter, std::uint32_t move_capacity, const std::vector<Symmetry>& proved);

  [[nodiscard]] int count() const { return static_cast<int>(maps_.size()); }
  void position(int symmetry, const std::uint8_t* from, std::uint8_t* to) const;
  [[nodiscard]] int seat(int symmetry, int seat) const;

  /// The image of a move. The VM's numbering of moves is its own, so the move is looked up in the reference interpreter, which
  /// lists the same moves in the same order, and its choices are mapped one by one: too slow for hot loops.
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

/// The code of a piece after a rotation of the seats.
int code_after(const Rules& rules, int code, int rotation);

/// The image of a position under a map of the board and a rotation of the seats, whether they keep the rules or not.
State image_of(const Rules& rules, const BoardMap& map, int rotation, const State& state);

}  // namespace banmen::rules
