// A plug-in as a RuntimeGame: the only code that calls the C function table and parses its texts.
#pragma once

#include <memory>
#include <string>

#include "catalog/plugin.h"
#include "core/runtime_game.hpp"

namespace banmen {

/// An unreadable scene text.
struct SceneFault : GameFault {
  SceneFault(const std::string& what, Error why)
      : GameFault("the plug-in's " + what + " can't be read: " + why.what), error(std::move(why)) {}
  Error error;
};

class PluginGame final : public RuntimeGame {
 public:
  /// Owns `rules`, the result of the table's `make`. `rules_stamp`: a hash of the shared object.
  PluginGame(std::shared_ptr<const BanmenGame> table, void* rules, std::string rules_stamp);
  ~PluginGame() override { table_->destroy(rules_); }

  [[nodiscard]] bool reads_moves() const { return table_->read_move; }

  std::string label() const override { return std::string("the plug-in ") + table_->id; }
  std::string rules_stamp() const override { return stamp_; }
  void initial(std::uint8_t* p) const override { table_->initial(rules_, p); }
  void payoff(const std::uint8_t* p, std::int32_t* payoff) const override { table_->payoff(rules_, p, payoff); }
  std::string position_text(const std::uint8_t* p) const override { return written(table_->position_text, p); }
  Result<void> read_position(std::string_view text, std::uint8_t* p) const override;
  std::string move_text(const std::uint8_t* p, std::uint64_t move) const override { return written(table_->move_text, p, move); }
  Result<std::uint64_t> read_move(const std::uint8_t* p, std::string_view text) const override;
  std::string seat_name(int seat) const override;
  Picture picture(const std::uint8_t* p) const override;
  // These four throw SceneFault.
  scene::Layout layout() const override;
  scene::Scene scene(const std::uint8_t* p, const std::int32_t* gained, const std::uint8_t* before,
                     std::uint64_t move) const override;
  std::vector<scene::Step> steps(const std::uint8_t* before, std::uint64_t move, const std::int32_t* gained) const override;
  scene::Choices choices(const std::uint8_t* p) const override;

  int team(int seat) const override { return table_->team ? table_->team(rules_, seat) : seat; }
  void score(const std::uint8_t* p, std::int32_t* score) const override {
    if (table_->score) table_->score(rules_, p, score);
  }
  std::int32_t evaluate(const std::uint8_t* p, int seat) const override {
    return table_->evaluate ? table_->evaluate(rules_, p, seat) : 0;
  }
  int horizon(const std::uint8_t* p) const override {
    return table_->horizon ? table_->horizon(rules_, p) : RuntimeGame::horizon(p);
  }
  std::int32_t stake(const std::uint8_t* p) const override {
    return table_->stake ? table_->stake(rules_, p) : RuntimeGame::stake(p);
  }
  bool sure(const std::uint8_t* p, std::int32_t* payoff) const override {
    return table_->sure && table_->sure(rules_, p, payoff) != 0;
  }
  bool endless(const std::uint8_t* p, std::uint64_t move) const override {
    return table_->endless && table_->endless(rules_, p, move) != 0;
  }
  void forever(std::int32_t* worth) const override {
    if (table_->forever) table_->forever(rules_, worth);
  }
  void image(std::uint32_t symmetry, const std::uint8_t* p, std::uint8_t* image) const override {
    table_->image(rules_, symmetry, p, image);
  }
  std::uint64_t image_move(std::uint32_t symmetry, const std::uint8_t* p, std::uint64_t move) const override {
    return table_->image_move_at ? table_->image_move_at(rules_, symmetry, p, move) : table_->image_move(rules_, symmetry, move);
  }
  int image_seat(std::uint32_t symmetry, int seat) const override { return table_->image_seat(rules_, symmetry, seat); }
  Figures facts(const std::uint8_t* p, std::uint64_t move) const override;

 private:
  /// Calls a function of the table that writes a text.
  template <class Function, class... Arguments>
  [[nodiscard]] std::string written(Function function, Arguments... arguments) const {
    char small[256];
    const std::size_t length = function(rules_, arguments..., small, sizeof small);
    if (length < sizeof small) return {small, length};
    if (length > BANMEN_MAX_TEXT)
      throw GameFault(label() + " returns a text of " + std::to_string(length) + " bytes, more than " +
                      std::to_string(BANMEN_MAX_TEXT));
    std::string large(length + 1, '\0');
    function(rules_, arguments..., large.data(), large.size());
    large.resize(length);
    return large;
  }

  const std::shared_ptr<const BanmenGame> table_;
  void* const rules_;
  const std::string stamp_;
};

// A trial of the rules before any algorithm relies on them. Both return the fault, or an empty text.

/// Checks the claimed sizes.
std::string fault_of_sizes(const PluginGame& game);

/// Plays a few games and checks every answer, optional functions and scenes too. Requires valid sizes.
std::string fault_in_play(const PluginGame& game);

}  // namespace banmen
