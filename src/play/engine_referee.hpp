// The referee's half of the protocol of docs/engine.md, without its transport: what to say to a player, and what its lines mean. A
// program on a pipe and a bot on a WebSocket are judged by this same code.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/search_jobs.hpp"

namespace banmen {

class EngineReferee {
 public:
  static constexpr std::string_view greeting = "banmen 1";
  static constexpr double patience = 30;  // seconds that an answer may take beyond the time that was given for the move

  /// `name`: what messages call the player; `game`: what it must play where it says which.
  EngineReferee(std::string name, std::string game) : name_(std::move(name)), game_(std::move(game)) {}

  /// A line of a player that was greeted: true once it is ready. Bad input where it says that it plays another game.
  Result<bool> greeted(std::string_view line);
  /// How it calls itself, once it has said so.
  [[nodiscard]] const std::string& title() const { return title_; }

  /// The next question begins a game.
  void new_game();
  /// What to say so that the player answers with a move.
  std::vector<std::string> ask(const Session& session, const Ask& question);
  /// A line after that: the answer, nothing where more is to come, or what the player did wrong.
  Result<std::optional<Answer>> hear(std::string_view line, const Session& session);

 private:
  std::string name_, game_, title_;
  int lines_ = 0;  // said before it was ready
  bool wants_choices_ = false;
  bool fresh_ = true;              // nothing of this game has been told yet
  std::vector<std::string> told_;  // moves
  Answer answer_;                  // so far
  double value_ = 0;
};

}  // namespace banmen
