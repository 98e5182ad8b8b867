// Programs from outside as players, by the protocol of docs/engine.md: the referee's half of it, by which a program on a pipe and a
// bot on a WebSocket are judged, and a program on a pipe as an agent.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/open_game.hpp"
#include "host/process.hpp"

namespace banmen {

/// The referee without a transport: lines to say to a player, and the meaning of its lines.
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

/// A program from outside as an agent.
class EngineAgent final : public Agent {
 public:
  /// The program is started with the first game, and again after it has failed.
  EngineAgent(std::string name, std::string game, std::string command, double timeout)
      : name_(std::move(name)), game_(std::move(game)), command_(std::move(command)), timeout_(timeout), referee_(name_, game_) {}

  const std::string& name() const override { return name_; }
  std::string title() const override { return title_.empty() ? name_ : title_; }
  bool repeatable() const override { return false; }
  /// Bad input where the program says that it plays another game; any other failure is its own.
  Result<void> new_game() override;
  Result<Answer> think(const Session& session, const Ask& ask) override;

 private:
  Result<Answer> listen(const Session& session, const Ask& ask);

  std::string name_, game_, command_, title_;
  double timeout_;
  EngineReferee referee_;
  std::unique_ptr<Process> process_;
};

}  // namespace banmen
