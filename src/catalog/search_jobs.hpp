// Agents at run time: a game's searches behind one face, and programs from outside behind the same.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/session.hpp"
#include "core/control.hpp"
#include "core/error.hpp"
#include "search/options.hpp"
#include "search/reports.hpp"

namespace banmen {

/// What an agent thinks of while it thinks.
struct Consideration {
  int depth = 0;  // 0 where it has none
  double value = 0;
  std::uint64_t nodes = 0;
  double seconds = 0;
  std::string move;  // that looks best so far; may be empty
};

/// What is asked of an agent besides the position, which the session has.
struct Ask {
  std::uint64_t seed = 1;
  std::uint64_t game = 0;  // its number in a match; with seed and ply the key of everything random
  double seconds = 0;      // for this move; 0: the agent's own limits
  int lines = 1;           // how many ways to go on are wanted
  std::stop_token stop;
  std::function<void(const Consideration&)> progress;
};

struct AnswerLine {
  std::string move;
  double value = 0;
  bool exact = false;
  std::vector<std::string> line;
  std::uint64_t visits = 0;
  std::vector<double> least, most;  // maxn:ties=all: the range of every seat's result
  Figures more = {};                // what else the agent can say of the move
};

struct Answer {
  std::vector<AnswerLine> lines;  // best first
  std::uint64_t nodes = 0;
  int depth = 0;
  double seconds = 0;
  std::string note;
  std::string unit = "points as the program counts them";  // of values, which are those of the seat on turn
};

/// One player for one seat. It owns its tables, which a new game clears.
class Agent {
 public:
  virtual ~Agent() = default;
  [[nodiscard]] virtual const std::string& name() const = 0;
  /// What a program from outside calls itself, once it has said so; else its name.
  [[nodiscard]] virtual std::string title() const { return name(); }
  /// Whether the same question gets the same answer: not where time is the limit, nor from programs outside.
  [[nodiscard]] virtual bool repeatable() const = 0;
  virtual Result<void> new_game() = 0;
  /// The session must be one of the agent's own game, with a seat on turn.
  virtual Result<Answer> think(const Session& session, const Ask& ask) = 0;
};

class SearchJobs {
 public:
  virtual ~SearchJobs() = default;
  /// The agents that can play this game.
  [[nodiscard]] virtual std::vector<AgentKind> agents() const = 0;
  /// "uct:playouts=500" → an agent, or why there is none.
  [[nodiscard]] virtual Result<std::unique_ptr<Agent>> agent(std::string_view name) const = 0;
  /// The side that a seat plays for: seats of one team have the same.
  [[nodiscard]] virtual int side(Seat seat) const = 0;
  /// Random play until at most `empties` moves are left, then every seat maximises its own result; ties as the agent's. Games
  /// first … first+count-1 of a seed, on the calling thread; fewer after a stop.
  [[nodiscard]] virtual Result<std::vector<ExactGame>> exact_play_games(std::string_view ties, int empties, std::uint64_t first,
                                                                        std::uint64_t count, std::uint64_t seed,
                                                                        const std::stop_token& stop) const = 0;
};

/// Defined in search_jobs_of.hpp and instantiated once per class, in the generated source search_ID.cpp.
template <class G>
std::unique_ptr<SearchJobs> make_search_jobs(const G& g, const std::string& name);

}  // namespace banmen
