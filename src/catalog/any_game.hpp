// AnyGame: a RuntimeGame as a Game, so that every algorithm, compiled once, runs on it.
//
// Positions have a buffer of fixed size, gains a fixed number of seats. Three sizes exist, because copying a thousand bytes for a
// twenty-byte position, or adding eight seats for two, would cost more than the rules.
//
// The class has members for all capabilities of a RuntimeGame; `has` tells which ones this game supports.
#pragma once

#include <array>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.hpp"
#include "core/hash.hpp"
#include "core/runtime_game.hpp"
#include "engines/extensions.hpp"

namespace banmen {

class OpenGame;

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

  /// A handle, cheap to copy. Objects that may outlive `game` also hold keeper().
  explicit AnyGame(const RuntimeGame& game)
      : game_(&game), functions_(game.functions()), traits_(game.traits()), most_(RuntimeGame::most_payoff(value_unit())) {}

  [[nodiscard]] static bool fits(const RuntimeGame& game) {
    return game.traits().position_size <= Bytes && game.traits().players <= Seats;
  }

  [[nodiscard]] const RuntimeGame& runtime() const { return *game_; }
  [[nodiscard]] std::shared_ptr<const RuntimeGame> keeper() const { return game_->shared_from_this(); }
  [[nodiscard]] std::string rules_stamp() const { return game_->rules_stamp(); }
  [[nodiscard]] std::int32_t most_payoff() const { return most_; }
  [[nodiscard]] bool has(Capability capability) const { return traits_.capabilities.has(capability); }

  [[nodiscard]] std::vector<Correspondence> correspondences() const { return game_->correspondences(); }

  [[nodiscard]] int players() const { return traits_.players; }
  [[nodiscard]] std::uint32_t move_capacity() const { return traits_.move_capacity; }

  [[nodiscard]] Position initial() const {
    Position p{};
    game_->initial(p.bytes.data());
    return p;
  }

  [[nodiscard]] Seat turn(const Position& p) const { return static_cast<Seat>(functions_.turn(functions_.object, p.bytes.data())); }

  void moves(const Position& p, MoveList<Move>& list) const {
    Move* at = list.spare();
    const std::uint32_t count = functions_.moves(functions_.object, p.bytes.data(), &at->value);
    list.grow_to(at + count);
  }

  Gains<max_players> play(Position& p, Move m) const {
    std::int32_t gains[RuntimeGame::most_players] = {};
    functions_.play(functions_.object, p.bytes.data(), m.value, gains);
    return within("play", gains);
  }

  [[nodiscard]] Gains<max_players> payoff(const Position& p) const {
    return given("payoff", [&](std::int32_t* payoff) { game_->payoff(p.bytes.data(), payoff); });
  }

  [[nodiscard]] std::uint64_t hash(const Position& p) const {
    return functions_.hash ? functions_.hash(functions_.object, p.bytes.data()) : hash_bytes(p.bytes.data(), traits_.position_size);
  }

  [[nodiscard]] std::uint32_t count(const Position& p) const {
    if (functions_.count) return functions_.count(functions_.object, p.bytes.data());
    if (!has(Capability::sampled)) return listed(p, [](const auto& list) { return list.size(); });
    if (std::uint64_t unused; !functions_.draw) return functions_.sample(functions_.object, p.bytes.data(), 0, &unused);
    Random any(0);
    return sample(p, any).count;
  }

  Sample<Move> sample(const Position& p, Random& random) const {
    Sample<Move> drawn;
    if (functions_.draw) {
      const auto next_word = [](void* source) { return static_cast<Random*>(source)->word(); };
      drawn.count = functions_.draw(functions_.object, p.bytes.data(), next_word, &random, &drawn.move.value);
      return drawn;
    }
    if (functions_.sample) {
      const std::uint64_t word = static_cast<std::uint64_t>(random.word()) << 32;
      drawn.count = functions_.sample(functions_.object, p.bytes.data(), word, &drawn.move.value);
      return drawn;
    }
    return listed(p, [&](const auto& list) {
      return list.empty() ? drawn : Sample<Move>{list[random.below(list.size())], list.size()};
    });
  }

  [[nodiscard]] std::uint32_t weight(const Position& p, Move m) const {
    return functions_.weight ? functions_.weight(functions_.object, p.bytes.data(), m.value) : 1;
  }

  [[nodiscard]] std::uint32_t total_weight(const Position& p) const {
    return listed(p, [&](const auto& list) {
      std::uint32_t sum = 0;
      for (const Move m : list) sum += weight(p, m);
      return sum;
    });
  }

  [[nodiscard]] bool zero_sum() const { return traits_.zero_sum; }
  [[nodiscard]] bool is_pass(Move m) const { return functions_.is_pass && functions_.is_pass(functions_.object, m.value) != 0; }
  [[nodiscard]] int team(Seat seat) const { return game_->team(seat); }

  [[nodiscard]] Gains<max_players> score(const Position& p) const {
    return given("score", [&](std::int32_t* score) { game_->score(p.bytes.data(), score); });
  }

  [[nodiscard]] std::int32_t evaluate(const Position& p, Seat seat) const {
    const std::int32_t value = game_->evaluate(p.bytes.data(), seat);
    constexpr std::int32_t most = RuntimeGame::most_evaluation;
    return value < -most || value > most ? beyond("evaluate", value, most) : value;
  }
  [[nodiscard]] std::int32_t evaluation_unit() const { return traits_.evaluation_unit; }
  [[nodiscard]] double evaluation_scale() const { return traits_.evaluation_scale; }

  [[nodiscard]] int horizon(const Position& p) const { return game_->horizon(p.bytes.data()); }
  [[nodiscard]] std::int32_t stake(const Position& p) const { return game_->stake(p.bytes.data()); }
  [[nodiscard]] std::optional<Gains<max_players>> sure(const Position& p) const {
    std::int32_t payoff[RuntimeGame::most_players] = {};
    if (!game_->sure(p.bytes.data(), payoff)) return std::nullopt;
    return within("sure", payoff);
  }

  [[nodiscard]] bool endless(const Position& p, Move m) const { return game_->endless(p.bytes.data(), m.value); }
  [[nodiscard]] Gains<max_players> forever() const {
    return given("forever", [&](std::int32_t* worth) { game_->forever(worth); });
  }

  [[nodiscard]] int symmetries() const { return static_cast<int>(traits_.symmetries); }
  [[nodiscard]] Position image(std::uint8_t symmetry, const Position& p) const {
    if (symmetry == 0) return p;
    Position image{};
    game_->image(symmetry, p.bytes.data(), image.bytes.data());
    return image;
  }
  [[nodiscard]] Move image(std::uint8_t symmetry, const Position& p, Move m) const {
    return symmetry == 0 ? m : Move{game_->image_move(symmetry, p.bytes.data(), m.value)};
  }
  [[nodiscard]] Seat image_seat(std::uint8_t symmetry, Seat seat) const {
    return symmetry == 0 ? seat : static_cast<Seat>(game_->image_seat(symmetry, seat));
  }
  /// The image with the smallest bytes.
  [[nodiscard]] Canonical<Position> canonical(const Position& p) const {
    Canonical<Position> least{p, 0};
    for (int s = 1; s < symmetries(); ++s) {
      const auto symmetry = static_cast<std::uint8_t>(s);
      const Position q = image(symmetry, p);
      if (std::memcmp(q.bytes.data(), least.position.bytes.data(), traits_.position_size) < 0) least = {q, symmetry};
    }
    return least;
  }

  [[nodiscard]] std::string text(const Position& p) const { return game_->position_text(p.bytes.data()); }
  [[nodiscard]] std::string text(const Position& p, Move m) const { return game_->move_text(p.bytes.data(), m.value); }
  [[nodiscard]] Result<Position> read_position(std::string_view text) const {
    Position p{};
    if (const auto read = game_->read_position(text, p.bytes.data()); !read) return fail(read.error());
    return p;
  }
  [[nodiscard]] Result<Move> read_move(const Position& p, std::string_view text) const {
    return game_->read_move(p.bytes.data(), text).map([](std::uint64_t value) { return Move{value}; });
  }
  [[nodiscard]] std::string seat_name(Seat seat) const { return game_->seat_name(seat); }

  [[nodiscard]] Picture picture(const Position& p) const { return game_->picture(p.bytes.data()); }
  [[nodiscard]] Figures facts(const Position& p, Move m) const { return game_->facts(p.bytes.data(), m.value); }

 private:
  /// Search points per point of payoff, as in search/value.hpp.
  [[nodiscard]] std::int32_t value_unit() const {
    return evaluation_unit() > 0 ? evaluation_unit() : has(Capability::evaluated) ? 1 << 14 : 1;
  }

  std::int32_t beyond(const char* function, std::int32_t value, std::int32_t most) const {
    throw GameFault(game_->label() + " returns " + std::to_string(value) + " from " + function + ", outside -" +
                    std::to_string(most) + " to " + std::to_string(most));
  }
  /// Checks the numbers of the actual seats. A game may write most_players numbers.
  [[nodiscard]] Gains<max_players> within(const char* function, const std::int32_t* given) const {
    Gains<max_players> gains;
    for (std::size_t seat = 0; seat < gains.size(); ++seat) {
      gains[seat] = given[seat];
      if (gains[seat] < -most_ || gains[seat] > most_) beyond(function, gains[seat], most_);
    }
    return gains;
  }
  template <class Write>
  [[nodiscard]] Gains<max_players> given(const char* function, Write write) const {
    std::int32_t gains[RuntimeGame::most_players] = {};
    write(gains);
    return within(function, gains);
  }

  /// Scratch for answers that need a move list. One per thread, because a handle that is copied like a number can own none. Not in
  /// any hot loop of a game that draws and counts.
  template <class Use>
  auto listed(const Position& p, Use use) const {
    thread_local std::vector<Move> scratch;
    if (scratch.size() < move_capacity()) scratch.resize(move_capacity());
    MoveList<Move> list(scratch.data(), move_capacity());
    if (turn(p) != over) moves(p, list);
    return use(list);
  }

  const RuntimeGame* game_;
  RuntimeGame::Functions functions_;
  RuntimeGame::Traits traits_;
  std::int32_t most_;  // largest payoff of a seat
};

using SmallGame = AnyGame<64, 2>;
using MediumGame = AnyGame<256, 4>;
using LargeGame = AnyGame<RuntimeGame::most_bytes, RuntimeGame::most_players>;

// Defined in any_scenery.cpp.
template <>
const Extensions<SmallGame>& extensions_of<SmallGame>();
template <>
const Extensions<MediumGame>& extensions_of<MediumGame>();
template <>
const Extensions<LargeGame>& extensions_of<LargeGame>();

/// Calls use(g) with the game as the smallest instance that fits.
template <class Use>
auto with_any_game(const RuntimeGame& game, Use use) {
  if (SmallGame::fits(game)) return use(SmallGame(game));
  if (MediumGame::fits(game)) return use(MediumGame(game));
  return use(LargeGame(game));
}

/// Compiled for each instance in its own source (cmake/game_sources.cmake).
template <class G>
std::unique_ptr<OpenGame> open_any_game(const G& g, const std::string& name);

}  // namespace banmen
