// Agents by name: the library's, or an external program as engine:cmd=COMMAND.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/catalog.hpp"
#include "catalog/open_game.hpp"

namespace banmen {

/// True if the name is an external program. Names from files must not start one without the user's consent.
bool is_program(std::string_view name);

/// An agent and the games (with default parameters) that it plays.
struct ListedAgent {
  AgentKind kind;
  std::vector<std::string> games;
};
/// All agents, `engine` last. A game's own variant of an agent is listed separately.
Result<std::vector<ListedAgent>> list_agents(const Catalog& catalog);

/// "alphabeta:depth=8", "engine:cmd=python3 bot.py", "engine:timeout=5,cmd=./bot". The command is everything after cmd=.
Result<std::unique_ptr<Agent>> make_agent(const OpenGame& game, std::string_view name);

/// Chosen by the game's capabilities. Limited by nodes or playouts, never by time, so that the same seed gives the same game.
std::string default_agent(const OpenGame& game);

/// The rule of default_agent in words, for help texts.
inline constexpr const char* default_agent_rule =
    "the game's own player if it has one, else expectimax with dice, alphabeta:nodes=300000 for two sides with an evaluation or an "
    "index, else uct:playouts=8000,solve=true";

/// The referee's side of the protocol of docs/engine.md without a transport, for programs on pipes and bots on WebSockets: lines to
/// send to a player, and parsing of its lines.
class EngineReferee {
 public:
  static constexpr std::string_view greeting = "banmen 1";
  static constexpr double patience = 30;  // seconds for an answer beyond the time for the move

  /// `name`: the player's name in messages; `game`: the game that it must play.
  EngineReferee(std::string name, std::string game) : name_(std::move(name)), game_(std::move(game)) {}

  /// Takes a line after the greeting; true once the player is ready. Bad input if it plays another game.
  Result<bool> greeted(std::string_view line);
  /// The player's own name; empty until received.
  [[nodiscard]] const std::string& title() const { return title_; }

  /// The number that `newgame` tells a program in place of the seed of a question, which is an invertible mix of the game's: a
  /// hash, from which the dice to come can't be computed.
  static std::uint64_t told_seed(std::uint64_t seed);
  /// The next question starts a new game.
  void new_game();
  /// The lines that ask the player for a move.
  std::vector<std::string> ask(const Session& session, const AnyQuestion& question);
  /// Takes a line of the player: the answer, nothing if more lines follow, or the player's error.
  Result<std::optional<AnyAnswer>> hear(std::string_view line, const Session& session);

 private:
  std::string name_, game_, title_;
  int lines_ = 0;  // received before it was ready
  bool wants_choices_ = false;
  bool fresh_ = true;              // nothing of this game has been sent yet
  std::vector<std::string> sent_;  // moves sent so far
  AnyAnswer answer_;               // from lines so far
  double value_ = 0;
};

}  // namespace banmen
