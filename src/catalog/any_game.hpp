// AnyGame: the function table of a plug-in as a Game, so that every algorithm, compiled once, runs on it.
//
// Positions live in a buffer of fixed size, gains in one for a fixed number of seats; three sizes exist, because copying a thousand
// bytes for a twenty-byte position, or adding up eight seats for two, would cost more than the rules.
//
// The class has a member for every capability that a table has room for; `has` says which of them have a function behind them.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "catalog/plugin.h"
#include "core/game.hpp"
#include "core/hash.hpp"

namespace banmen {

/// What `make` of a table returned, destroyed when its last holder is gone.
class PluginRules : public std::enable_shared_from_this<PluginRules> {
 public:
  PluginRules(std::shared_ptr<const BanmenGame> of_table, void* made, std::string of_object)
      : table(std::move(of_table)), rules(made), stamp(std::move(of_object)) {}
  PluginRules(const PluginRules&) = delete;
  PluginRules& operator=(const PluginRules&) = delete;
  ~PluginRules() { table->destroy(rules); }

  const std::shared_ptr<const BanmenGame> table;
  void* const rules;
  const std::string stamp;  // a hash of the object that the table comes from
};

/// A plug-in that does what it must not, seen while it plays. What it gave can't be used, and nothing was wrong with the question.
class PluginFault : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The most that a seat may get in a whole game, such that no search or proof that counts in `unit` points a point overflows.
constexpr std::int32_t most_payoff(std::int32_t unit) { return std::min(BANMEN_MAX_PAYOFF, BANMEN_MAX_SCALED_PAYOFF / unit); }

/// Texts of a plug-in, read in plugin.cpp: "sowings=3\nendless=false" into facts, lines into a picture.
Figures facts_of_lines(std::string_view lines);
Picture picture_of_lines(std::string_view lines);

template <std::uint32_t Bytes, int Seats>
class AnyGame {
 public:
  static constexpr int max_players = Seats;

  struct alignas(8) Position {
    std::array<std::uint8_t, Bytes> bytes;
    bool operator==(const Position&) const = default;
  };
  struct Move {
    std::uint64_t value;
    bool operator==(const Move&) const = default;
  };

  /// A handle, copied freely. Whoever may live longer than `made` does holds keeper() beside its copy.
  explicit AnyGame(const std::shared_ptr<const PluginRules>& made)
      : owner_(made.get()),
        table_(made->table.get()),
        rules_(made->rules),
        size_(table_->position_size(rules_)),
        players_(table_->players(rules_)),
        capacity_(table_->move_capacity(rules_)),
        symmetries_(table_->symmetries ? static_cast<int>(table_->symmetries(rules_)) : 1),
        most_(banmen::most_payoff(value_unit())) {}

  [[nodiscard]] std::shared_ptr<const void> keeper() const { return owner_->shared_from_this(); }
  [[nodiscard]] std::string rules_stamp() const { return owner_->stamp; }
  [[nodiscard]] std::int32_t most_payoff() const { return most_; }

  [[nodiscard]] bool has(Capability capability) const {
    switch (capability) {
      case Capability::chance: return table_->weight;
      case Capability::loopy: return table_->endless || table_->forever;
      case Capability::symmetric: return table_->symmetries;
      case Capability::team: return table_->team;
      case Capability::sampled: return table_->draw || table_->sample;
      case Capability::pass: return table_->is_pass;
      case Capability::evaluated: return table_->evaluate;
      case Capability::horizon: return table_->horizon;
      case Capability::scored: return table_->score;
      case Capability::drawable: return table_->picture;
      case Capability::narrated: return table_->facts;
      case Capability::sure: return table_->sure;
      default: return false;  // a table has no room for it
    }
  }

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
    std::int32_t gains[BANMEN_MAX_PLAYERS] = {};
    table_->play(rules_, p.bytes.data(), m.value, gains);
    return within("play", gains);
  }

  [[nodiscard]] Gains<max_players> payoff(const Position& p) const {
    std::int32_t payoff[BANMEN_MAX_PLAYERS] = {};
    table_->payoff(rules_, p.bytes.data(), payoff);
    return within("payoff", payoff);
  }

  [[nodiscard]] std::uint64_t hash(const Position& p) const {
    return table_->hash ? table_->hash(rules_, p.bytes.data()) : hash_bytes(p.bytes.data(), size_);
  }

  [[nodiscard]] std::uint32_t count(const Position& p) const {
    if (table_->count) return table_->count(rules_, p.bytes.data());
    if (!has(Capability::sampled)) return listed(p, [](const auto& list) { return list.size(); });
    if (std::uint64_t unused; !table_->draw) return table_->sample(rules_, p.bytes.data(), 0, &unused);
    Random any(0);
    return sample(p, any).count;
  }

  Sample<Move> sample(const Position& p, Random& random) const {
    Sample<Move> drawn;
    if (table_->draw) {
      const auto next_word = [](void* source) { return static_cast<Random*>(source)->word(); };
      drawn.count = table_->draw(rules_, p.bytes.data(), next_word, &random, &drawn.move.value);
      return drawn;
    }
    if (table_->sample) {
      drawn.count = table_->sample(rules_, p.bytes.data(), static_cast<std::uint64_t>(random.word()) << 32, &drawn.move.value);
      return drawn;
    }
    return listed(p, [&](const auto& list) {
      return list.empty() ? drawn : Sample<Move>{list[random.below(list.size())], list.size()};
    });
  }

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
  [[nodiscard]] int team(Seat seat) const { return table_->team ? table_->team(rules_, seat) : seat; }

  [[nodiscard]] Gains<max_players> score(const Position& p) const {
    std::int32_t score[BANMEN_MAX_PLAYERS] = {};
    if (table_->score) table_->score(rules_, p.bytes.data(), score);
    return within("score", score);
  }

  [[nodiscard]] std::int32_t evaluate(const Position& p, Seat seat) const {
    if (!table_->evaluate) return 0;
    const std::int32_t value = table_->evaluate(rules_, p.bytes.data(), seat);
    return value < -BANMEN_MAX_EVALUATION || value > BANMEN_MAX_EVALUATION ? beyond("evaluate", value, BANMEN_MAX_EVALUATION)
                                                                           : value;
  }
  [[nodiscard]] std::int32_t evaluation_unit() const { return table_->evaluation_unit ? table_->evaluation_unit(rules_) : 0; }
  [[nodiscard]] double evaluation_scale() const { return table_->evaluation_scale ? table_->evaluation_scale(rules_) : 0; }

  /// Without a bound of its own, any number of moves may still come.
  [[nodiscard]] int horizon(const Position& p) const {
    return table_->horizon ? table_->horizon(rules_, p.bytes.data()) : std::numeric_limits<int>::max();
  }

  /// A table that does not say may have anything at stake.
  [[nodiscard]] std::int32_t stake(const Position& p) const {
    return table_->stake ? table_->stake(rules_, p.bytes.data()) : std::numeric_limits<std::int32_t>::max();
  }
  [[nodiscard]] std::optional<Gains<max_players>> sure(const Position& p) const {
    std::int32_t payoff[BANMEN_MAX_PLAYERS] = {};
    if (!table_->sure || table_->sure(rules_, p.bytes.data(), payoff) == 0) return std::nullopt;
    return within("sure", payoff);
  }

  [[nodiscard]] bool endless(const Position& p, Move m) const {
    return table_->endless && table_->endless(rules_, p.bytes.data(), m.value) != 0;
  }
  [[nodiscard]] Gains<max_players> forever() const {
    std::int32_t worth[BANMEN_MAX_PLAYERS] = {};
    if (table_->forever) table_->forever(rules_, worth);
    return within("forever", worth);
  }

  [[nodiscard]] int symmetries() const { return symmetries_; }
  [[nodiscard]] Position image(std::uint8_t symmetry, const Position& p) const {
    if (symmetry == 0) return p;
    Position image{};
    table_->image(rules_, symmetry, p.bytes.data(), image.bytes.data());
    return image;
  }
  [[nodiscard]] Move image(std::uint8_t symmetry, const Position& p, Move m) const {
    if (symmetry == 0) return m;
    return {table_->image_move_at ? table_->image_move_at(rules_, symmetry, p.bytes.data(), m.value)
                                  : table_->image_move(rules_, symmetry, m.value)};
  }
  [[nodiscard]] Seat image_seat(std::uint8_t symmetry, Seat seat) const {
    return symmetry == 0 ? seat : static_cast<Seat>(table_->image_seat(rules_, symmetry, seat));
  }
  /// Of all images the one whose bytes come first.
  [[nodiscard]] Canonical<Position> canonical(const Position& p) const {
    Canonical<Position> least{p, 0};
    for (int s = 1; s < symmetries_; ++s) {
      const auto symmetry = static_cast<std::uint8_t>(s);
      const Position q = image(symmetry, p);
      if (std::memcmp(q.bytes.data(), least.position.bytes.data(), size_) < 0) least = {q, symmetry};
    }
    return least;
  }

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

  [[nodiscard]] Result<Move> read_move(const Position& p, std::string_view wanted) const {
    if (table_->read_move) {
      Move m{};
      char error[256] = "the move is not understood";
      if (table_->read_move(rules_, p.bytes.data(), std::string(wanted).c_str(), &m.value, error, sizeof error) == 0) return m;
      error[sizeof error - 1] = '\0';
      return fail(error, {}, 1);
    }
    // Without a reader a move is the legal one that is written so.
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
    if (!table_->picture) return picture_of_lines(text(p));
    return picture_of_lines(
        written([&](char* out, std::size_t room) { return table_->picture(rules_, p.bytes.data(), out, room); }));
  }

  [[nodiscard]] Figures facts(const Position& p, Move m) const {
    if (!table_->facts) return {};
    return facts_of_lines(
        written([&](char* out, std::size_t room) { return table_->facts(rules_, p.bytes.data(), m.value, out, room); }));
  }

  [[nodiscard]] bool has_scene() const { return table_->layout; }
  [[nodiscard]] std::string layout_text() const {
    return written([&](char* out, std::size_t room) { return table_->layout(rules_, out, room); });
  }
  [[nodiscard]] std::string scene_text(const Position& p, const std::int32_t* gained, const Position* before, Move m) const {
    return written([&](char* out, std::size_t room) {
      return table_->scene(rules_, p.bytes.data(), gained, before ? before->bytes.data() : nullptr, m.value, out, room);
    });
  }
  [[nodiscard]] std::string steps_text(const Position& before, Move m, const std::int32_t* gained) const {
    return written(
        [&](char* out, std::size_t room) { return table_->steps(rules_, before.bytes.data(), m.value, gained, out, room); });
  }
  [[nodiscard]] std::string choices_text(const Position& p) const {
    return written([&](char* out, std::size_t room) { return table_->choices(rules_, p.bytes.data(), out, room); });
  }

 private:
  /// Points of a search per point of payoff; search/value.hpp says the same.
  [[nodiscard]] std::int32_t value_unit() const {
    const std::int32_t unit = evaluation_unit();
    return unit > 0 ? unit : table_->evaluate ? 1 << 14 : 1;
  }

  std::int32_t beyond(const char* function, std::int32_t value, std::int32_t most) const {
    throw PluginFault("the plug-in " + std::string(table_->id) + " gives " + std::to_string(value) + " by " + function + ", but -" +
                      std::to_string(most) + " to " + std::to_string(most) + " are possible");
  }
  /// A table may write a number for each of the most seats there can be, whatever this game has.
  [[nodiscard]] Gains<max_players> within(const char* function, const std::int32_t* given) const {
    Gains<max_players> gains;
    for (std::size_t seat = 0; seat < gains.size(); ++seat) {
      gains[seat] = given[seat];
      if (gains[seat] < -most_ || gains[seat] > most_) beyond(function, gains[seat], most_);
    }
    return gains;
  }

  template <class Write>
  std::string written(Write write) const {
    char small[256];
    const std::size_t length = write(small, sizeof small);
    if (length < sizeof small) return {small, length};
    if (length > BANMEN_MAX_TEXT)
      throw PluginFault("the plug-in " + std::string(table_->id) + " says that a text has " + std::to_string(length) +
                        " bytes, but " + std::to_string(BANMEN_MAX_TEXT) + " are the most");
    std::string large(length + 1, '\0');
    write(large.data(), large.size());
    large.resize(length);
    return large;
  }

  /// Scratch for what the table can only answer by listing: a handle that is copied like a number can own none, so each thread has
  /// one. Not in any hot loop of a plug-in that brings `sample` and `count`.
  template <class Use>
  auto listed(const Position& p, Use use) const {
    thread_local std::vector<Move> scratch;
    if (scratch.size() < capacity_) scratch.resize(capacity_);
    MoveList<Move> list(scratch.data(), capacity_);
    if (turn(p) != over) moves(p, list);
    return use(list);
  }

  const PluginRules* owner_;
  const BanmenGame* table_;
  const void* rules_;
  std::uint32_t size_;
  int players_;
  std::uint32_t capacity_;
  int symmetries_;
  std::int32_t most_;  // that a seat may get
};

using SmallGame = AnyGame<64, 2>;
using MediumGame = AnyGame<256, 4>;
using LargeGame = AnyGame<BANMEN_MAX_POSITION, BANMEN_MAX_PLAYERS>;

}  // namespace banmen
