// Any player by name: the library's agents, or a program from outside as engine:cmd=COMMAND.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/catalog.hpp"
#include "catalog/open_game.hpp"

namespace banmen {

/// Whether an agent of this name is a program from outside. A name out of a file must not be made into one unasked.
bool is_program(std::string_view name);

/// An agent and the games, with their parameters at default, that it plays.
struct ListedAgent {
  AgentKind kind;
  std::vector<std::string> games;
};
/// All of them, `engine` last. One that a game has in a form of its own is listed once more for that game.
Result<std::vector<ListedAgent>> list_agents(const Catalog& catalog);

/// "alphabeta:depth=8", "engine:cmd=python3 bot.py", "engine:timeout=5,cmd=./bot". Everything after cmd= is the command.
Result<std::unique_ptr<Agent>> make_agent(const OpenGame& game, std::string_view name);

/// By what the game can do. Its limits are nodes and playouts, never time, so that the same seed gives the same game.
std::string default_agent(const OpenGame& game);

/// The rule of default_agent in words, for help texts.
inline constexpr const char* default_agent_rule =
    "the game's own player where it has one, else expectimax with dice, alphabeta:nodes=300000 for two sides where positions can "
    "be "
    "judged or numbered, else uct:playouts=8000,solve=true";

/// The referee's half of the protocol of docs/engine.md, without a transport: lines to say to a player, and the meaning of its
/// lines. A program on a pipe and a bot on a WebSocket are judged by it alike.
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
  std::vector<std::string> ask(const Session& session, const AnyQuestion& question);
  /// A line after that: the answer, nothing where more is to come, or what the player did wrong.
  Result<std::optional<AnyAnswer>> hear(std::string_view line, const Session& session);

 private:
  std::string name_, game_, title_;
  int lines_ = 0;  // said before it was ready
  bool wants_choices_ = false;
  bool fresh_ = true;              // nothing of this game has been told yet
  std::vector<std::string> told_;  // moves
  AnyAnswer answer_;               // so far
  double value_ = 0;
};

}  // namespace banmen
