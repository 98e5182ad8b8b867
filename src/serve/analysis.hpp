// A position that is analysed for somebody who watches: the same agent thinks again and again, each time longer, and each answer
// takes the place of the one before it.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "catalog/json.hpp"
#include "serve/table.hpp"
#include "serve/wishes.hpp"

namespace banmen::serve {

class Analysis {
 public:
  /// `agent` may be empty. An agent with limits of its own (depth, nodes, playouts, time) thinks once, within those.
  static Result<Analysis> open(const Offer& offer, Json id, Opened opened, const std::string& agent, int lines, std::uint64_t seed);

  [[nodiscard]] const Json& id() const { return id_; }
  /// Whether there is anything to analyse: a seat is on turn.
  [[nodiscard]] bool open_position() const;
  /// The next thought, to be run on another thread, and how long it may take at most.
  [[nodiscard]] std::function<Result<Answer>(const std::stop_token&)> next() const;
  [[nodiscard]] double limit() const;
  /// Takes an answer; true where another thought would say more.
  bool take(const Answer& answer);
  [[nodiscard]] Json lines_message(const Answer& answer, bool done) const;
  [[nodiscard]] Json nothing_message() const;

  JobId job = 0;

 private:
  struct Analyst;
  Json id_;
  std::shared_ptr<Analyst> analyst_;
  std::size_t stage_ = 0;
};

}  // namespace banmen::serve
