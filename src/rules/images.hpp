// What the symmetries of a game make of its positions, moves and seats, on the bytes that the machine plays on.
#pragma once

#include <cstdint>
#include <vector>

#include "rules/check.hpp"
#include "rules/machine.hpp"
#include "rules/slow.hpp"

namespace banmen::rules {

class Images {
 public:
  static constexpr std::size_t most = 64;

  /// The symmetries that were proved, where they are all there are: of a group that was only found in part, one position would have
  /// several forms that come first. Then, and where there are more than `most`, the identity alone is left. Both must live as long.
  Images(const Rules& rules, const Layout& layout, const std::vector<Symmetry>& proved);

  [[nodiscard]] int count() const { return static_cast<int>(maps_.size()); }
  void position(int symmetry, const std::uint8_t* from, std::uint8_t* to) const;
  [[nodiscard]] int seat(int symmetry, int seat) const;

  /// The image of a move. How a machine numbers the moves of a position is its own business, so the move is looked up in the slow
  /// reading, which lists the same moves in the same order, and its choices are carried over one by one: not for hot loops.
  [[nodiscard]] std::uint64_t move(int symmetry, const Machine& machine, const Slow& slow, std::uint32_t move_capacity,
                                   const std::uint8_t* position, std::uint64_t move) const;

 private:
  struct Map {
    Symmetry symmetry;
    std::vector<int> bit;   // of a set
    std::vector<int> code;  // of a piece
  };
  struct Listed;
  const Listed& listed(int which, const Machine& machine, const Slow& slow, std::uint32_t move_capacity,
                       const std::uint8_t* position) const;

  const Rules& rules_;
  const Layout& layout_;
  const std::uint64_t number_ = next_machine_number();
  std::vector<Map> maps_;
};

/// The code of a piece when the seats have gone so many places on.
int code_after(const Rules& rules, int code, int rotation);

}  // namespace banmen::rules
