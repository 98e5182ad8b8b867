// Agents by name: the library's, or an external program as engine:cmd=COMMAND, uci:cmd=COMMAND or gtp:cmd=COMMAND.
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

/// Checks a program's name as far as that needs no game.
Result<void> check_program(std::string_view name);

/// An agent and the games (with default parameters) that it plays.
struct ListedAgent {
  AgentKind kind;
  std::vector<std::string> games;
};
/// All agents, programs last. A game's own variant of an agent is listed separately.
Result<std::vector<ListedAgent>> list_agents(const Catalog& catalog);

/// "alphabeta:depth=8", "engine:cmd=python3 bot.py", "uci:option.Hash=64,cmd=stockfish". The command is everything after cmd=.
Result<std::unique_ptr<Agent>> make_agent(const OpenGame& game, std::string_view name);

/// Chosen by the game's capabilities. Limited by nodes or playouts, never by time, so that the same seed gives the same game.
std::string default_agent(const OpenGame& game);

/// The rule of default_agent in words, for help texts.
inline constexpr const char* default_agent_rule =
    "the game's own player if it has one, else expectimax with dice, alphabeta:nodes=300000 for two sides with an evaluation or an "
    "index, else uct:playouts=8000,solve=true";

/// A program's line for a message: shortened, without control bytes.
std::string shown(std::string_view line);

/// The referee's side of a protocol without a transport: lines to send to a player, and parsing of its lines.
class Referee {
 public:
  static constexpr int most_greetings = 1000;  // lines before it is ready

  virtual ~Referee() = default;
  [[nodiscard]] virtual std::vector<std::string> opening() const = 0;
  /// Takes a line of the player; true once it is ready. Bad input if it plays another game.
  virtual Result<bool> greeted(std::string_view line) = 0;
  /// Further lines to send before it is ready.
  virtual std::vector<std::string> replies() { return {}; }
  /// True while it waits for something that many players don't offer.
  [[nodiscard]] virtual bool trying() const { return false; }
  /// The player's own name; empty until received.
  [[nodiscard]] virtual const std::string& title() const = 0;
  /// The next question starts a new game.
  virtual void new_game() = 0;
  /// The lines that ask the player for a move.
  virtual Result<std::vector<std::string>> ask(const Session& session, const AnyQuestion& question) = 0;
  /// The seconds that the player was given for it; 0: no limit.
  [[nodiscard]] virtual double seconds(const AnyQuestion& question) const { return question.seconds; }
  /// Takes a line of the player: the answer, nothing if more lines follow, or the player's error.
  virtual Result<std::optional<AnyAnswer>> hear(std::string_view line, const Session& session) = 0;
};

/// The protocol of docs/engine.md, for programs on pipes and bots on WebSockets.
class EngineReferee final : public Referee {
 public:
  static constexpr std::string_view greeting = "banmen 1";
  static constexpr double patience = 30;  // seconds for an answer beyond the time for the move

  /// `name`: the player's name in messages; `game`: the game that it must play.
  EngineReferee(std::string name, std::string game) : name_(std::move(name)), game_(std::move(game)) {}

  std::vector<std::string> opening() const override { return {std::string(greeting)}; }
  Result<bool> greeted(std::string_view line) override;
  const std::string& title() const override { return title_; }

  /// The number that `newgame` tells a program in place of the seed of a question, which is an invertible mix of the game's: a
  /// hash, from which the dice to come can't be computed.
  static std::uint64_t told_seed(std::uint64_t seed);
  void new_game() override;
  Result<std::vector<std::string>> ask(const Session& session, const AnyQuestion& question) override;
  Result<std::optional<AnyAnswer>> hear(std::string_view line, const Session& session) override;

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
