// A text game at given parameter values, as opened by the catalog.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/error.hpp"
#include "core/parameter.hpp"
#include "core/runtime_game.hpp"
#include "rules/interpreter.hpp"
#include "rules/notation.hpp"
#include "rules/reader.hpp"
#include "rules/reference.hpp"
#include "rules/symmetries.hpp"

namespace banmen::rules {

/// The parameters of a file for the catalog.
std::vector<Parameter> schema_of(const File& file);

/// The first error, with the number of the others.
Error first_error(const Reading& reading, const std::vector<Message>& messages);

class TextGame final : public RuntimeGame {
 public:
  /// The values have been checked against the schema. `name` includes the parameters. `by_reference` selects the reference
  /// interpreter instead of the VM.
  static Result<std::shared_ptr<const TextGame>> make(const Reading& reading, const Values& values, std::string name,
                                                      bool by_reference);

  [[nodiscard]] const Rules& rules() const { return rules_; }
  [[nodiscard]] const Interpreter& interpreter() const { return *interpreter_; }

  std::string label() const override { return name_; }
  std::vector<Correspondence> correspondences() const override { return rules_.bridges; }
  std::string rules_stamp() const override { return stamp_; }
  void initial(std::uint8_t* p) const override { interpreter_->layout().write(rules_, reference_.initial(), p); }
  void payoff(const std::uint8_t* p, std::int32_t* payoff) const override { interpreter_->payoff(p, payoff); }
  std::string position_text(const std::uint8_t* position) const override;
  Result<void> read_position(std::string_view text, std::uint8_t* position) const override;
  std::string move_text(const std::uint8_t* p, std::uint64_t m) const override { return interpreter_->move_text(p, m); }
  Result<std::uint64_t> read_move(const std::uint8_t* position, std::string_view text) const override;
  std::string seat_name(int seat) const override { return rules_.seats[static_cast<std::size_t>(seat)]; }
  // Defined in scene*.cpp.
  Picture picture(const std::uint8_t* position) const override;
  scene::Layout layout() const override;
  scene::Scene scene(const std::uint8_t* position, const std::int32_t* gained, const std::uint8_t* before,
                     std::uint64_t move) const override;
  std::vector<scene::Step> steps(const std::uint8_t* before, std::uint64_t move, const std::int32_t* gained) const override;
  scene::Choices choices(const std::uint8_t* position) const override;

  int team(int seat) const override { return has(Capability::team) ? rules_.side[static_cast<std::size_t>(seat)] : seat; }
  void score(const std::uint8_t* p, std::int32_t* score) const override {
    if (has(Capability::scored)) interpreter_->score(p, score);
  }
  std::int32_t evaluate(const std::uint8_t* p, int seat) const override {
    return has(Capability::evaluated) ? interpreter_->value(p, seat) : 0;
  }
  bool endless(const std::uint8_t* position, std::uint64_t move) const override;
  Figures facts(const std::uint8_t* position, std::uint64_t move) const override;
  bool sure(const std::uint8_t* position, std::int32_t* payoff) const override;
  // Proved from the rules.
  int horizon(const std::uint8_t* position) const override;
  /// Won, lost or drawn: one side gets 1 and the other -1. Endless play gives nobody anything.
  std::int32_t stake(const std::uint8_t* p) const override { return ends_in_decisions_ ? 2 : RuntimeGame::stake(p); }
  void image(std::uint32_t symmetry, const std::uint8_t* p, std::uint8_t* image) const override {
    images_->position(static_cast<int>(symmetry), p, image);
  }
  std::uint64_t image_move(std::uint32_t symmetry, const std::uint8_t* p, std::uint64_t move) const override {
    return images_->move(static_cast<int>(symmetry), p, move);
  }
  int image_seat(std::uint32_t symmetry, int seat) const override { return images_->seat(static_cast<int>(symmetry), seat); }

 private:
  TextGame(Rules rules, std::string name) : rules_(std::move(rules)), reference_(rules_), name_(std::move(name)) {}
  void fill_traits(std::uint32_t move_capacity);

  const Rules rules_;
  const Reference reference_;
  const std::string name_;
  std::string stamp_;
  std::unique_ptr<const Interpreter> interpreter_;
  Measure measure_;
  bool ends_in_decisions_ = false;
  std::unique_ptr<const Images> images_;
  std::unique_ptr<const MoveFacts> facts_;
};

}  // namespace banmen::rules
