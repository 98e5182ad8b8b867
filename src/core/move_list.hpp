// Legal moves go into storage that the caller owns, so that no generator ever allocates.
#pragma once

#include <cassert>
#include <cstdint>

namespace banmen {

/// A growing view of storage owned by the caller. Games append to it; they never clear it.
template <class Move>
class MoveList {
 public:
  MoveList(Move* storage, std::uint32_t capacity) : begin_(storage), end_(storage), limit_(storage + capacity) {}

  void push(Move move) {
    assert(end_ < limit_);
    *end_++ = move;
  }

  /// For generators that keep the end in a register: write from spare() on, then pass the new end to grow_to().
  [[nodiscard]] Move* spare() { return end_; }
  void grow_to(Move* end) {
    assert(end >= begin_ && end <= limit_);
    end_ = end;
  }
  void clear() { end_ = begin_; }

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(end_ - begin_); }
  [[nodiscard]] std::uint32_t room() const { return static_cast<std::uint32_t>(limit_ - end_); }
  [[nodiscard]] bool empty() const { return begin_ == end_; }
  [[nodiscard]] Move* begin() { return begin_; }
  [[nodiscard]] Move* end() { return end_; }
  [[nodiscard]] const Move* begin() const { return begin_; }
  [[nodiscard]] const Move* end() const { return end_; }
  [[nodiscard]] Move& operator[](std::uint32_t i) { return begin_[i]; }
  [[nodiscard]] const Move& operator[](std::uint32_t i) const { return begin_[i]; }

 private:
  Move* begin_;
  Move* end_;
  Move* limit_;
};

/// Storage and list in one, for games whose bound is small enough for the machine stack.
template <class Move, std::uint32_t Capacity>
class MoveBuffer : public MoveList<Move> {
 public:
  MoveBuffer() : MoveList<Move>(storage_, Capacity) {}
  MoveBuffer(const MoveBuffer&) = delete;
  MoveBuffer& operator=(const MoveBuffer&) = delete;

 private:
  Move storage_[Capacity];
};

// Small results of rules, separate from game.hpp so that rules need no strings.

/// Of SampledGame: a move drawn without listing.
template <class Move>
struct Sample {
  Move move{};
  std::uint32_t count = 0;  // number of legal moves; 0: the game is over and there is no move
};

/// Of SymmetricGame: the representative of a position.
template <class Position>
struct Canonical {
  Position position;
  std::uint8_t symmetry;  // the one that maps the given position onto `position`
};

}  // namespace banmen
