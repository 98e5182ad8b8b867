// Abstract class of games that are not compiled in: rule files (rules/text_game.hpp) and plug-ins (catalog/plugin_game.hpp)
// implement it, and AnyGame (catalog/any_game.hpp) adapts it to Game. Positions are bytes and moves are numbers; layouts, scenes,
// pictures and facts are values.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/capabilities.hpp"
#include "core/correspondence.hpp"
#include "core/error.hpp"
#include "core/findings.hpp"
#include "core/picture.hpp"
#include "core/scene.hpp"

namespace banmen {

/// Thrown when a game returns an invalid answer during play; the request was not at fault.
class GameFault : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class RuntimeGame : public std::enable_shared_from_this<RuntimeGame> {
 public:
  static constexpr std::uint32_t most_bytes = 1024;  // of a position
  static constexpr int most_players = 8;
  static constexpr std::int32_t most_evaluation = 30'000'000;
  /// The largest result of a seat in a game for which no search or proof with `unit` points per point overflows.
  static constexpr std::int32_t most_payoff(std::int32_t unit) { return std::min(100'000, 500'000'000 / unit); }

  using NextWord = std::uint32_t (*)(void* source);

  /// Functions that playouts and searches call for every move, one indirect call each. `object` is their first argument.
  struct Functions {
    const void* object;
    int (*turn)(const void* object, const void* position);
    std::uint32_t (*moves)(const void* object, const void* position, std::uint64_t* list);
    void (*play)(const void* object, void* position, std::uint64_t move, std::int32_t* gains);  // gains: zeros on entry
    // Null: AnyGame lists the moves instead.
    std::uint32_t (*count)(const void* object, const void* position);
    std::uint32_t (*draw)(const void* object, const void* position, NextWord next_word, void* source, std::uint64_t* move);
    std::uint32_t (*sample)(const void* object, const void* position, std::uint64_t word,
                            std::uint64_t* move);  // used without draw
    // Null: no move is a pass, all weights are 1, the bytes are hashed.
    int (*is_pass)(const void* object, std::uint64_t move);
    std::uint32_t (*weight)(const void* object, const void* position, std::uint64_t move);
    std::uint64_t (*hash)(const void* object, const void* position);
  };

  /// Constants of the rules.
  struct Traits {
    std::uint32_t position_size = 0;  // bytes
    int players = 0;
    std::uint32_t move_capacity = 0;
    std::uint32_t symmetries = 1;
    std::int32_t evaluation_unit = 0;
    double evaluation_scale = 0;
    bool zero_sum = false;
    bool has_scene = false;  // the four functions that draw the board as data
    CapabilitySet capabilities = {};
  };

  RuntimeGame() = default;
  RuntimeGame(const RuntimeGame&) = delete;
  RuntimeGame& operator=(const RuntimeGame&) = delete;
  virtual ~RuntimeGame() = default;

  [[nodiscard]] const Functions& functions() const { return functions_; }
  [[nodiscard]] const Traits& traits() const { return traits_; }
  [[nodiscard]] bool has(Capability capability) const { return traits_.capabilities.has(capability); }

  [[nodiscard]] virtual std::string label() const = 0;        // in messages: "the plug-in nim"
  [[nodiscard]] virtual std::string rules_stamp() const = 0;  // catalog/game_handle.hpp

  virtual void initial(std::uint8_t* position) const = 0;
  virtual void payoff(const std::uint8_t* position, std::int32_t* payoff) const = 0;  // zeros on entry, like those below
  [[nodiscard]] virtual std::string position_text(const std::uint8_t* position) const = 0;
  virtual Result<void> read_position(std::string_view text, std::uint8_t* position) const = 0;  // zeros on entry
  [[nodiscard]] virtual std::string move_text(const std::uint8_t* position, std::uint64_t move) const = 0;
  [[nodiscard]] virtual Result<std::uint64_t> read_move(const std::uint8_t* position, std::string_view text) const = 0;
  [[nodiscard]] virtual std::string seat_name(int seat) const = 0;
  [[nodiscard]] virtual Picture picture(const std::uint8_t* position) const = 0;
  /// With other protocols.
  [[nodiscard]] virtual std::vector<Correspondence> correspondences() const { return {}; }

  // Called only if has_scene. `gained` has a number for each seat; `before` is null at the start.
  [[nodiscard]] virtual scene::Layout layout() const = 0;
  [[nodiscard]] virtual scene::Scene scene(const std::uint8_t* position, const std::int32_t* gained, const std::uint8_t* before,
                                           std::uint64_t move) const = 0;
  /// The steps from the scene of `before` (with the gains `gained`) to the one after the move.
  [[nodiscard]] virtual std::vector<scene::Step> steps(const std::uint8_t* before, std::uint64_t move,
                                                       const std::int32_t* gained) const = 0;
  [[nodiscard]] virtual scene::Choices choices(const std::uint8_t* position) const = 0;

  // Capabilities (core/capabilities.hpp). These defaults are the neutral answers of a game without the capability.
  [[nodiscard]] virtual int team(int seat) const { return seat; }
  virtual void score(const std::uint8_t* /*position*/, std::int32_t* /*score*/) const {}
  [[nodiscard]] virtual std::int32_t evaluate(const std::uint8_t* /*position*/, int /*seat*/) const { return 0; }
  [[nodiscard]] virtual int horizon(const std::uint8_t*) const { return std::numeric_limits<int>::max(); }
  [[nodiscard]] virtual std::int32_t stake(const std::uint8_t*) const { return std::numeric_limits<std::int32_t>::max(); }
  /// Writes the payoff and returns true if it is certain.
  virtual bool sure(const std::uint8_t* /*position*/, std::int32_t* /*payoff*/) const { return false; }
  [[nodiscard]] virtual bool endless(const std::uint8_t* /*position*/, std::uint64_t /*move*/) const { return false; }
  virtual void forever(std::int32_t*) const {}
  virtual void image(std::uint32_t /*symmetry*/, const std::uint8_t* /*position*/, std::uint8_t* /*image*/) const {}
  [[nodiscard]] virtual std::uint64_t image_move(std::uint32_t, const std::uint8_t*, std::uint64_t move) const { return move; }
  [[nodiscard]] virtual int image_seat(std::uint32_t, int seat) const { return seat; }
  [[nodiscard]] virtual Figures facts(const std::uint8_t* /*position*/, std::uint64_t /*move*/) const { return {}; }

 protected:
  // Set once, in the constructor of the implementation or before the game is shared.
  Functions functions_{};
  Traits traits_;
};

}  // namespace banmen
