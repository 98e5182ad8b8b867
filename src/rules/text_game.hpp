// A text game, with its parameters chosen: what the catalog opens.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/error.hpp"
#include "core/parameter.hpp"
#include "rules/interpreter.hpp"
#include "rules/notation.hpp"
#include "rules/reader.hpp"
#include "rules/reference.hpp"
#include "rules/symmetries.hpp"

namespace banmen::rules {

/// The parameters of a file as the catalog describes them.
std::vector<Parameter> schema_of(const File& file);

/// The first error of several as one that is reported alone.
Error first_error(const Reading& reading, const std::vector<Message>& messages);

class TextGame {
 public:
  /// Values are checked against the schema already. `by_reference`: by the reference interpreter.
  static Result<std::shared_ptr<const TextGame>> make(const Reading& reading, const Values& values, bool by_reference);

  [[nodiscard]] const Rules& rules() const { return rules_; }
  [[nodiscard]] const Reference& reference() const { return reference_; }
  [[nodiscard]] Interpreter& interpreter() const { return *interpreter_; }
  [[nodiscard]] std::uint32_t move_capacity() const { return capacity_; }
  [[nodiscard]] bool has_chance() const;
  [[nodiscard]] bool has_pass() const;
  [[nodiscard]] bool may_be_endless() const;  // a move, or play
  [[nodiscard]] bool takes() const;           // a move may gain something on the way

  // What was proved of it.
  [[nodiscard]] bool has_horizon() const { return has_horizon_; }
  [[nodiscard]] int horizon(const std::uint8_t* position) const;
  [[nodiscard]] const Images& images() const { return *images_; }
  [[nodiscard]] std::uint64_t image_of_move(int symmetry, const std::uint8_t* position, std::uint64_t move) const;
  [[nodiscard]] bool has_facts() const { return facts_->any(); }
  [[nodiscard]] std::string facts(const std::uint8_t* position, std::uint64_t move) const;  // of a move, as lines name=value

  void initial(std::uint8_t* position) const;
  [[nodiscard]] std::string text(const std::uint8_t* position) const;
  [[nodiscard]] Result<void> read(std::string_view text, std::uint8_t* position) const;
  [[nodiscard]] Result<std::uint64_t> read_move(const std::uint8_t* position, std::string_view text) const;

 private:
  explicit TextGame(Rules rules) : rules_(std::move(rules)), reference_(rules_) {}

  const Rules rules_;
  Reference reference_;
  std::unique_ptr<Interpreter> interpreter_;
  std::uint32_t capacity_ = 0;
  Measure measure_;
  bool has_horizon_ = false;
  std::unique_ptr<Images> images_;
  std::unique_ptr<MoveFacts> facts_;
};

}  // namespace banmen::rules
