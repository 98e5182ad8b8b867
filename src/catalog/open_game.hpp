// One game with its parameters chosen, behind a coarse interface of texts and reports: sessions, agents, solvers. A call per job,
// not per move.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/control.hpp"
#include "core/error.hpp"
#include "core/game.hpp"
#include "core/scene.hpp"
#include "search/options.hpp"
#include "search/reports.hpp"
#include "solve/property.hpp"
#include "solve/reports.hpp"

namespace banmen {

/// Exact results of a game: one call per job.
class SolveJobs {
 public:
  /// Values of parameters as a user wrote them.
  using Given = std::vector<std::pair<std::string, std::string>>;

  virtual ~SolveJobs() = default;

  // An empty position text means the game's own start.
  [[nodiscard]] virtual Result<CensusReport> census(std::string_view position, const CensusOptions& options,
                                                    const Control& control) const = 0;
  /// What of a question can be refused before any work.
  [[nodiscard]] virtual Result<void> can_solve(std::string_view position, const SolveOptions& options) const = 0;
  [[nodiscard]] virtual Result<SolveReport> solve(std::string_view position, const SolveOptions& options,
                                                  const Control& control) const = 0;
  [[nodiscard]] virtual Result<VerifyReport> verify(std::string_view position, const VerifyOptions& options,
                                                    const Control& control) const = 0;
  [[nodiscard]] virtual Result<std::string> promela(std::string_view style, const Control& control) const = 0;
  /// The graph of a small game, or of what can come after a position, for Graphviz.
  [[nodiscard]] virtual Result<std::string> dot(std::string_view position, const Control& control) const = 0;
  /// Of the certificate's bytes.
  [[nodiscard]] virtual Result<CertificateCheck> check_certificate(std::string_view bytes, const Control& control) const = 0;

  [[nodiscard]] virtual Result<DatabaseReport> build_database(const std::string& path, const Given& given, std::uint64_t memory,
                                                              const Control& control) const = 0;
  [[nodiscard]] virtual Result<DatabaseReport> describe_database(const std::string& path, const Control& control) const = 0;
  [[nodiscard]] virtual Result<ProbeReport> probe_database(const std::string& path, std::string_view position,
                                                           const Control& control) const = 0;
  /// Positions against their successors.
  [[nodiscard]] virtual Result<DatabaseCheck> verify_database(const std::string& path, const DatabaseCheckOptions& options,
                                                              const Control& control) const = 0;
};

/// Defined in solve_jobs_of.hpp and instantiated once per class, in the generated source solve_ID.cpp.
template <class G>
std::unique_ptr<SolveJobs> make_solve_jobs(const G& g, const std::string& name);

/// As many as there are seats.
template <class G>
std::vector<long> gains_of_seats(const GainsOf<G>& gains, int players) {
  std::vector<long> out;
  for (int seat = 0; seat < players && seat < G::max_players; ++seat) out.push_back(gains[static_cast<std::size_t>(seat)]);
  return out;
}

/// The bytes of a move, which mean something to sessions and agents of the same game alone.
using MoveBytes = std::uint64_t;

/// A game in progress, step by step, in text: what people, protocols, pages and other languages talk to.
class Session {
 public:
  virtual ~Session() = default;

  /// Starts over from the game's own start, or from a position given as text.
  virtual void restart() = 0;
  virtual Result<void> restart(std::string_view position) = 0;

  [[nodiscard]] virtual std::string position() const = 0;
  [[nodiscard]] virtual std::string start() const = 0;  // the position that the session began with
  [[nodiscard]] virtual bool from_initial() const = 0;  // … and whether that is the game's own
  [[nodiscard]] virtual bool is_over() const = 0;
  /// In a game that may go round for ever: the same position for the third time. Whoever plays the game ends it there.
  [[nodiscard]] virtual bool repeated() const = 0;
  [[nodiscard]] virtual Seat turn() const = 0;              // over when there is no move, whatever the bytes say
  [[nodiscard]] virtual std::string turn_name() const = 0;  // a seat's name, "chance" or "over"
  [[nodiscard]] virtual int players() const = 0;
  [[nodiscard]] virtual std::string seat_name(Seat seat) const = 0;

  [[nodiscard]] virtual std::vector<std::string> moves() const = 0;  // in the game's order
  /// How many moves there are to choose from, as branching statistics count them: none where all one can do is pass.
  [[nodiscard]] virtual std::size_t choices() const = 0;
  virtual Result<void> play(std::string_view move) = 0;
  virtual Result<void> play(MoveBytes move) = 0;
  /// Draws uniformly among the moves, or among chance outcomes by weight; the move's text.
  virtual Result<std::string> play_random(Random& random) = 0;
  virtual bool undo() = 0;  // false at the start

  [[nodiscard]] virtual std::size_t ply() const = 0;                          // moves played so far
  [[nodiscard]] virtual const std::vector<std::string>& history() const = 0;  // their texts, made when asked for
  [[nodiscard]] virtual std::vector<long> gained() const = 0;                 // on the way, without what the end pays
  [[nodiscard]] virtual std::vector<long> score() const = 0;                  // gains so far plus the standing on the board
  [[nodiscard]] virtual std::optional<std::vector<long>> result() const = 0;  // once it is over, or repeated
  [[nodiscard]] virtual Figures last() const = 0;                             // facts of the last move
  /// The sites of the picture that each legal move touches, in the order of `moves`, and those that a move of the history did.
  [[nodiscard]] virtual std::vector<std::vector<std::string>> sites() const = 0;
  [[nodiscard]] virtual std::vector<std::string> sites_at(std::size_t ply) const = 0;
  [[nodiscard]] virtual Picture picture() const = 0;
  [[nodiscard]] virtual std::optional<Picture> large_picture() const = 0;  // of games that have one

  // The board as data (core/scene.hpp). A game that describes none has no layout and an empty scene; its moves are then a list.
  [[nodiscard]] virtual bool has_layout() const = 0;
  [[nodiscard]] virtual std::optional<scene::Layout> layout() const = 0;
  [[nodiscard]] virtual scene::Scene scene() const = 0;
  /// From the scene before the last move to this one; none at the start.
  [[nodiscard]] virtual std::vector<scene::Step> steps() const = 0;
  [[nodiscard]] virtual scene::Choices ways_to_move() const = 0;

  /// A session of its own at the same point of the same game, for another thread: the functions above share one move buffer.
  [[nodiscard]] virtual std::unique_ptr<Session> copy() const = 0;
};

/// What an agent thinks of while it thinks.
struct AnyProgress {
  int depth = 0;  // 0 where it has none
  double value = 0;
  std::uint64_t nodes = 0;
  double seconds = 0;
  std::string move;  // that looks best so far; may be empty
};

/// What is asked of an agent besides the position, which the session has.
struct AnyQuestion {
  std::uint64_t seed = 1;
  std::uint64_t game = 0;  // its number in a match; with seed and ply the key of everything random
  double seconds = 0;      // for this move; 0: the agent's own limits
  int lines = 1;           // how many ways to go on are wanted
  bool texts = true;       // false: the best move alone, as bytes where the agent has them
  std::stop_token stop;
  std::function<void(const AnyProgress&)> progress;
};

struct AnyAnswerLine {
  std::string move;
  double value = 0;
  bool exact = false;
  std::vector<std::string> line;
  std::uint64_t visits = 0;
  std::vector<double> least, most;      // maxn:ties=all: the range of every seat's result
  Figures more = {};                    // further figures of the move
  std::optional<MoveBytes> bytes = {};  // instead of texts, where none were asked for
};

struct AnyAnswer {
  std::vector<AnyAnswerLine> lines;  // best first
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
  virtual Result<AnyAnswer> think(const Session& session, const AnyQuestion& ask) = 0;
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

/// A position with all that the rules say of it, as text: for programs that compare games move by move.
struct Glance {
  struct Choice {
    std::string text;
    std::vector<long> gains;
    std::uint32_t weight;  // of a chance outcome; 1 elsewhere
    std::string after;     // the position that it leads to
  };
  Seat turn = over;
  std::vector<Choice> choices;
  std::vector<long> payoff;  // where the game is over
};

class OpenGame {
 public:
  virtual ~OpenGame() = default;

  [[nodiscard]] virtual const std::string& name() const = 0;  // canonical, with parameters
  [[nodiscard]] virtual std::string rules_stamp() const = 0;  // see catalog/game_handle.hpp
  [[nodiscard]] virtual int players() const = 0;
  [[nodiscard]] virtual std::string seat_name(Seat seat) const = 0;
  [[nodiscard]] virtual std::vector<std::string> capabilities() const = 0;
  [[nodiscard]] std::vector<std::string> agents() const;  // ids of those that can play it

  /// A position with all that the rules say of it.
  [[nodiscard]] virtual Result<Glance> glance(std::string_view position) const = 0;

  // Jobs. An empty position text means the game's own start. Draws other than uniform ones fail where a game knows no stages.
  [[nodiscard]] virtual Result<PerftReport> perft(std::string_view position, int depth, const Control& control) const = 0;
  [[nodiscard]] virtual Result<PlayoutReport> playout(std::string_view position, std::uint64_t games, std::uint32_t limit,
                                                      const Control& control, Draw draw = Draw::uniform) const = 0;
  /// Games first … first+count-1 of a seed one by one, on the calling thread: the games of `playout`. Fewer where a stop comes.
  [[nodiscard]] virtual Result<std::vector<PlayedGame>> playout_games(std::string_view position, std::uint64_t first,
                                                                      std::uint64_t count, std::uint32_t limit, Draw draw,
                                                                      std::uint64_t seed,
                                                                      const std::stop_token& stop = {}) const = 0;

  [[nodiscard]] virtual const SolveJobs& solver() const = 0;  // census, values, properties, databases

  [[nodiscard]] virtual const SearchJobs& search() const = 0;  // agents that play it

  [[nodiscard]] virtual std::unique_ptr<Session> session() const = 0;
};

}  // namespace banmen
