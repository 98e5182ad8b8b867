// A game with its parameters, behind a coarse interface of texts and reports: sessions, agents, solvers. Virtual calls are per job,
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
#include "core/correspondence.hpp"
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
  /// Parameter values as the user wrote them.
  using Given = std::vector<std::pair<std::string, std::string>>;

  virtual ~SolveJobs() = default;

  // An empty position means the game's start.
  [[nodiscard]] virtual Result<CensusReport> census(std::string_view position, const CensusOptions& options,
                                                    const Control& control) const = 0;
  /// Checks that need no work.
  [[nodiscard]] virtual Result<void> can_solve(std::string_view position, const SolveOptions& options) const = 0;
  [[nodiscard]] virtual Result<SolveReport> solve(std::string_view position, const SolveOptions& options,
                                                  const Control& control) const = 0;
  [[nodiscard]] virtual Result<VerifyReport> verify(std::string_view position, const VerifyOptions& options,
                                                    const Control& control) const = 0;
  [[nodiscard]] virtual Result<std::string> promela(std::string_view style, const Control& control) const = 0;
  /// The graph of a small game, or of the positions after one, for Graphviz.
  [[nodiscard]] virtual Result<std::string> dot(std::string_view position, const Control& control) const = 0;
  /// `bytes`: the certificate.
  [[nodiscard]] virtual Result<CertificateCheck> check_certificate(std::string_view bytes, const Control& control) const = 0;

  [[nodiscard]] virtual Result<DatabaseReport> build_database(const std::string& path, const Given& given, std::uint64_t memory,
                                                              const Control& control) const = 0;
  [[nodiscard]] virtual Result<DatabaseReport> describe_database(const std::string& path, const Control& control) const = 0;
  [[nodiscard]] virtual Result<ProbeReport> probe_database(const std::string& path, std::string_view position,
                                                           const Control& control) const = 0;
  /// Compares positions with their successors.
  [[nodiscard]] virtual Result<DatabaseCheck> verify_database(const std::string& path, const DatabaseCheckOptions& options,
                                                              const Control& control) const = 0;
};

/// Defined in solve_jobs_of.hpp and instantiated once per class, in the generated source solve_ID.cpp.
template <class G>
std::unique_ptr<SolveJobs> make_solve_jobs(const G& g, const std::string& name);

/// The gains of the actual seats.
template <class G>
std::vector<long> gains_of_seats(const GainsOf<G>& gains, int players) {
  std::vector<long> out;
  for (int seat = 0; seat < players && seat < G::max_players; ++seat) out.push_back(gains[static_cast<std::size_t>(seat)]);
  return out;
}

/// The bytes of a move, valid for sessions and agents of the same game only.
using MoveBytes = std::uint64_t;

/// A game in progress, step by step, in text, for people, protocols, the page and other languages.
class Session {
 public:
  virtual ~Session() = default;

  /// Starts again from the game's start, or from a position.
  virtual void restart() = 0;
  virtual Result<void> restart(std::string_view position) = 0;

  [[nodiscard]] virtual std::string position() const = 0;
  [[nodiscard]] virtual std::string start() const = 0;  // the position at the beginning of the session
  [[nodiscard]] virtual bool from_initial() const = 0;  // whether that is the game's start
  [[nodiscard]] virtual bool is_over() const = 0;
  /// In a loopy game: the same position for the third time. The caller ends the game there.
  [[nodiscard]] virtual bool repeated() const = 0;
  [[nodiscard]] virtual Seat turn() const = 0;              // over if there is no move, whatever the position says
  [[nodiscard]] virtual std::string turn_name() const = 0;  // a seat's name, "chance" or "over"
  [[nodiscard]] virtual int players() const = 0;
  [[nodiscard]] virtual std::string seat_name(Seat seat) const = 0;

  [[nodiscard]] virtual std::vector<std::string> moves() const = 0;  // in the game's order
  /// The number of moves as branching statistics count them: 0 if the only move is a pass.
  [[nodiscard]] virtual std::size_t choices() const = 0;
  virtual Result<void> play(std::string_view move) = 0;
  virtual Result<void> play(MoveBytes move) = 0;
  /// Plays a uniformly random move, or a chance outcome by weight; returns its text.
  virtual Result<std::string> play_random(Random& random) = 0;
  virtual bool undo() = 0;  // false at the start

  [[nodiscard]] virtual std::size_t ply() const = 0;                          // moves played so far
  [[nodiscard]] virtual const std::vector<std::string>& history() const = 0;  // their texts, formatted lazily
  [[nodiscard]] virtual std::vector<long> gained() const = 0;                 // without the payoff
  [[nodiscard]] virtual std::vector<long> score() const = 0;                  // gains so far plus the standing on the board
  [[nodiscard]] virtual std::optional<std::vector<long>> result() const = 0;  // once over or repeated
  [[nodiscard]] virtual Figures last() const = 0;                             // facts of the last move
  /// The sites of the picture that each legal move touches, in the order of `moves`; and those of a move of the history.
  [[nodiscard]] virtual std::vector<std::vector<std::string>> sites() const = 0;
  [[nodiscard]] virtual std::vector<std::string> sites_at(std::size_t ply) const = 0;
  [[nodiscard]] virtual Picture picture() const = 0;
  [[nodiscard]] virtual std::optional<Picture> large_picture() const = 0;  // of games that have one

  // The scene (core/scene.hpp). A game without one has no layout and an empty scene; its moves are a list.
  [[nodiscard]] virtual bool has_layout() const = 0;
  [[nodiscard]] virtual std::optional<scene::Layout> layout() const = 0;
  [[nodiscard]] virtual scene::Scene scene() const = 0;
  /// From the scene before the last move to this one; none at the start.
  [[nodiscard]] virtual std::vector<scene::Step> steps() const = 0;
  [[nodiscard]] virtual scene::Choices ways_to_move() const = 0;

  /// An independent session at the same point of the game, for another thread: the functions above share a move buffer.
  [[nodiscard]] virtual std::unique_ptr<Session> copy() const = 0;
};

/// Progress of an agent's search.
struct AnyProgress {
  int depth = 0;  // 0 if it has none
  double value = 0;
  std::uint64_t nodes = 0;
  double seconds = 0;
  std::string move;  // best so far; may be empty
};

/// Options of a question to an agent; the session has the position.
struct AnyQuestion {
  std::uint64_t seed = 1;
  std::uint64_t game = 0;  // its number in a match; seed, game and ply key all random numbers
  double seconds = 0;      // for this move; 0: the agent's own limits
  int lines = 1;           // number of principal variations
  bool texts = true;       // false: only the best move, as bytes if the agent has them
  std::stop_token stop;
  std::function<void(const AnyProgress&)> progress;
};

struct AnyAnswerLine {
  std::string move;
  double value = 0;
  bool exact = false;
  std::vector<std::string> line;
  std::uint64_t visits = 0;
  std::vector<double> least, most;      // maxn:ties=all: range of each seat's result
  Figures more = {};                    // further figures of the move
  std::optional<MoveBytes> bytes = {};  // instead of texts
};

struct AnyAnswer {
  std::vector<AnyAnswerLine> lines;  // best first
  std::uint64_t nodes = 0;
  int depth = 0;
  double seconds = 0;
  std::string note;
  std::string unit = "points as the program counts them";  // of values, from the view of the seat to move
};

/// A player for one seat. Owns its tables, which a new game clears.
class Agent {
 public:
  virtual ~Agent() = default;
  [[nodiscard]] virtual const std::string& name() const = 0;
  /// An external program's own name, once known; else name().
  [[nodiscard]] virtual std::string title() const { return name(); }
  /// True if answers are reproducible: not with time limits or external programs.
  [[nodiscard]] virtual bool repeatable() const = 0;
  virtual Result<void> new_game() = 0;
  /// The session must be of the agent's game, with a seat to move.
  virtual Result<AnyAnswer> think(const Session& session, const AnyQuestion& ask) = 0;
};

class SearchJobs {
 public:
  virtual ~SearchJobs() = default;
  /// The agents that can play this game.
  [[nodiscard]] virtual std::vector<AgentKind> agents() const = 0;
  /// Makes an agent by name: "uct:playouts=500".
  [[nodiscard]] virtual Result<std::unique_ptr<Agent>> agent(std::string_view name) const = 0;
  /// The side of a seat, common to the seats of a team.
  [[nodiscard]] virtual int side(Seat seat) const = 0;
  /// Plays at random until at most `empties` moves are left; then every seat maximises its own result, ties as in the agent's
  /// option. Games first … first+count-1 of a seed, on the calling thread; fewer after a stop.
  [[nodiscard]] virtual Result<std::vector<ExactGame>> exact_play_games(std::string_view ties, int empties, std::uint64_t first,
                                                                        std::uint64_t count, std::uint64_t seed,
                                                                        const std::stop_token& stop) const = 0;
};

/// Defined in search_jobs_of.hpp and instantiated once per class, in the generated source search_ID.cpp.
template <class G>
std::unique_ptr<SearchJobs> make_search_jobs(const G& g, const std::string& name);

/// Everything that the rules say about a position, as text, to compare games move by move.
struct Glance {
  struct Choice {
    std::string text;
    std::vector<long> gains;
    std::uint32_t weight;  // of a chance outcome; 1 elsewhere
    std::string after;     // the resulting position
  };
  Seat turn = over;
  std::vector<Choice> choices;
  std::vector<long> payoff;  // if the game is over
};

class OpenGame {
 public:
  virtual ~OpenGame() = default;

  [[nodiscard]] virtual const std::string& name() const = 0;  // canonical, with parameters
  [[nodiscard]] virtual std::string rules_stamp() const = 0;  // see catalog/game_handle.hpp
  [[nodiscard]] virtual int players() const = 0;
  [[nodiscard]] virtual std::string seat_name(Seat seat) const = 0;
  [[nodiscard]] virtual std::vector<std::string> capabilities() const = 0;
  [[nodiscard]] std::vector<std::string> agents() const;  // ids of agents that can play it
  /// With other protocols (play/bridge.hpp).
  [[nodiscard]] virtual std::vector<Correspondence> correspondences() const = 0;

  [[nodiscard]] virtual Result<Glance> glance(std::string_view position) const = 0;

  // Jobs. An empty position means the game's start. Draws other than uniform ones fail in games without stages.
  [[nodiscard]] virtual Result<PerftReport> perft(std::string_view position, int depth, const Control& control) const = 0;
  [[nodiscard]] virtual Result<PlayoutReport> playout(std::string_view position, std::uint64_t games, std::uint32_t limit,
                                                      const Control& control, Draw draw = Draw::uniform) const = 0;
  /// Games first … first+count-1 of a seed, the same as in `playout`, on the calling thread; fewer after a stop.
  [[nodiscard]] virtual Result<std::vector<PlayedGame>> playout_games(std::string_view position, std::uint64_t first,
                                                                      std::uint64_t count, std::uint32_t limit, Draw draw,
                                                                      std::uint64_t seed,
                                                                      const std::stop_token& stop = {}) const = 0;

  [[nodiscard]] virtual const SolveJobs& solver() const = 0;  // census, values, properties, databases

  [[nodiscard]] virtual const SearchJobs& search() const = 0;  // agents that play it

  [[nodiscard]] virtual std::unique_ptr<Session> session() const = 0;
};

}  // namespace banmen
