// A program from outside as an agent, by the protocol of docs/engine.md.
#pragma once

#include "host/process.hpp"
#include "play/engine_referee.hpp"

namespace banmen {

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
