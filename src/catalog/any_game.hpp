// AnyGame: the function table of a plug-in as a Game, so that every algorithm, compiled once, runs on it.
//
// Positions live in a buffer of fixed size; two sizes exist, because copying a thousand bytes for a twenty-byte position would
// cost more than the rules.
#pragma once

#include <array>
#include <cstring>
#include <string>
#include <string_view>

#include "catalog/plugin.h"
#include "core/game.hpp"
#include "core/hash.hpp"

namespace banmen {

inline constexpr std::uint32_t small_position = 64;  // the smaller of the two sizes; the other is BANMEN_MAX_POSITION

template <std::uint32_t Bytes>
class AnyGame {
 public:
  static constexpr int max_players = BANMEN_MAX_PLAYERS;

  struct Position {
    std::array<std::uint8_t, Bytes> bytes;
    bool operator==(const Position&) const = default;
  };
  struct Move {
    std::uint64_t value;
    bool operator==(const Move&) const = default;
  };

  /// The table and the rules outlive every copy of this handle: plug-ins stay loaded until the program ends.
  AnyGame(const BanmenGame* table, const void* rules)
      : table_(table),
        rules_(rules),
        size_(table->position_size(rules)),
        players_(table->players(rules)),
        capacity_(table->move_capacity(rules)) {}

  [[nodiscard]] int players() const { return players_; }
  [[nodiscard]] std::uint32_t move_capacity() const { return capacity_; }

  [[nodiscard]] Position initial() const {
    Position p{};
    table_->initial(rules_, p.bytes.data());
    return p;
  }

  [[nodiscard]] Seat turn(const Position& p) const { return static_cast<Seat>(table_->turn(rules_, p.bytes.data())); }

  void moves(const Position& p, MoveList<Move>& list) const {
    Move* at = list.spare();
    const std::uint32_t count = table_->moves(rules_, p.bytes.data(), &at->value);
    list.grow_to(at + count);
  }

  Gains<max_players> play(Position& p, Move m) const {
    Gains<max_players> gains{};
    table_->play(rules_, p.bytes.data(), m.value, gains.data());
    return gains;
  }

  [[nodiscard]] Gains<max_players> payoff(const Position& p) const {
    Gains<max_players> payoff{};
    table_->payoff(rules_, p.bytes.data(), payoff.data());
    return payoff;
  }

  [[nodiscard]] std::uint64_t hash(const Position& p) const {
    return table_->hash ? table_->hash(rules_, p.bytes.data()) : hash_bytes(p);
  }

  [[nodiscard]] std::uint32_t count(const Position& p) const {
    if (table_->count) return table_->count(rules_, p.bytes.data());
    std::uint64_t unused;
    return table_->sample ? table_->sample(rules_, p.bytes.data(), 0, &unused)
                          : listed(p, [](const auto& list) { return list.size(); });
  }

  Sample<Move> sample(const Position& p, Random& random) const {
    Sample<Move> drawn;
    if (table_->sample) {
      // One word where one is enough, so that a native game and its twin behind the table use the same numbers.
      drawn.count = table_->sample(rules_, p.bytes.data(), static_cast<std::uint64_t>(random.word()) << 32, &drawn.move.value);
      return drawn;
    }
    return listed(p, [&](const auto& list) {
      return list.empty() ? drawn : Sample<Move>{list[random.below(list.size())], list.size()};
    });
  }

  [[nodiscard]] bool has_chance() const { return table_->weight != nullptr; }
  [[nodiscard]] std::uint32_t weight(const Position& p, Move m) const {
    return table_->weight ? table_->weight(rules_, p.bytes.data(), m.value) : 1;
  }

  [[nodiscard]] std::uint32_t total_weight(const Position& p) const {
    return listed(p, [&](const auto& list) {
      std::uint32_t sum = 0;
      for (const Move m : list) sum += weight(p, m);
      return sum;
    });
  }

  [[nodiscard]] bool zero_sum() const { return table_->zero_sum && table_->zero_sum(rules_) != 0; }
  [[nodiscard]] bool is_pass(Move m) const { return table_->is_pass && table_->is_pass(rules_, m.value) != 0; }

  [[nodiscard]] std::string text(const Position& p) const {
    return written([&](char* out, std::size_t room) { return table_->position_text(rules_, p.bytes.data(), out, room); });
  }

  [[nodiscard]] std::string text(const Position& p, Move m) const {
    return written([&](char* out, std::size_t room) { return table_->move_text(rules_, p.bytes.data(), m.value, out, room); });
  }

  [[nodiscard]] Result<Position> read_position(std::string_view text) const {
    Position p{};
    char error[256] = "the position is not understood";
    if (table_->read_position(rules_, std::string(text).c_str(), p.bytes.data(), error, sizeof error) == 0) return p;
    error[sizeof error - 1] = '\0';
    return fail(error, {}, 1);
  }

  /// A move is the legal one that is written so.
  [[nodiscard]] Result<Move> read_move(const Position& p, std::string_view wanted) const {
    Result<Move> found = fail("there is no move '" + std::string(wanted) + "' here", {}, 1);
    if (turn(p) == over) return found;
    listed(p, [&](const auto& list) {
      for (const Move m : list)
        if (text(p, m) == wanted) found = m;
      return 0;
    });
    return found;
  }

  [[nodiscard]] std::string seat_name(Seat seat) const {
    if (table_->seat_name) return written([&](char* out, std::size_t room) { return table_->seat_name(rules_, seat, out, room); });
    if (players_ == 2) return seat == 0 ? "first" : "second";
    return std::to_string(seat + 1);
  }

  [[nodiscard]] Picture picture(const Position& p) const {
    Picture out;
    std::string lines = text(p);
    if (table_->picture)
      lines = written([&](char* to, std::size_t room) { return table_->picture(rules_, p.bytes.data(), to, room); });
    std::size_t start = 0;
    while (start < lines.size()) {
      const std::size_t end = std::min(lines.find('\n', start), lines.size());
      out.line().put(lines.substr(start, end - start));
      start = end + 1;
    }
    return out;
  }

 private:
  template <class Write>
  static std::string written(Write write) {
    char small[256];
    const std::size_t length = write(small, sizeof small);
    if (length < sizeof small) return {small, length};
    std::string large(length + 1, '\0');
    write(large.data(), large.size());
    large.resize(length);
    return large;
  }

  /// Scratch for what the table can only answer by listing. Not in any hot loop of a plug-in that brings `sample` and `count`.
  template <class Use>
  auto listed(const Position& p, Use use) const {
    thread_local std::vector<Move> scratch;
    if (scratch.size() < capacity_) scratch.resize(capacity_);
    MoveList<Move> list(scratch.data(), capacity_);
    moves(p, list);
    return use(list);
  }

  const BanmenGame* table_;
  const void* rules_;
  std::uint32_t size_;
  int players_;
  std::uint32_t capacity_;
};

}  // namespace banmen
