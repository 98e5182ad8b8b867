// A game being played: who sits where, whose move it is, what the agents and the dice do, taking back, giving up, the record.
//
// It knows no terminal and no server; whoever shows the game asks it for what is there and tells it what people do. What an agent
// or the dice do depends on the seed, the seat and the ply alone, so that the same seed and agents give the same game wherever it
// is played, and a game that goes on from its record goes on as it would have.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "catalog/open_game.hpp"
#include "play/agents.hpp"
#include "play/record.hpp"

namespace banmen {

inline constexpr const char* person = "human";  // who sits at a seat that no agent plays; "human Ada" has a name

/// Who sits where: as asked, else as in the record, else a person at the first seat against the default agent. Refuses a record
/// that would start a program.
Result<std::vector<std::string>> seat_players(const OpenGame& game, std::vector<std::string> asked, const Record* record);

/// The agent on turn with all that it needs to think on another thread, while the game stays with whoever shows it.
class Thinker {
 public:
  /// The agent is made when it first thinks. Two thoughts of the same agent wait for each other.
  Result<AnyAnswer> think(const std::stop_token& stop) const;

 private:
  friend class LiveGame;
  struct Player {
    std::string name;
    std::mutex mutex;
    std::unique_ptr<Agent> agent;
  };
  std::shared_ptr<const OpenGame> game_;
  std::shared_ptr<const Session> session_;
  std::shared_ptr<Player> player_;
  AnyQuestion ask_;
};

/// A session that is copied with whoever holds it.
class OwnSession {
 public:
  OwnSession(std::unique_ptr<Session> session) : session_(std::move(session)) {}  // NOLINT: it is one
  OwnSession(const OwnSession& other) : session_(other.session_->copy()) {}
  OwnSession(OwnSession&&) = default;
  OwnSession& operator=(const OwnSession& other) {
    if (this != &other) session_ = other.session_->copy();
    return *this;
  }
  OwnSession& operator=(OwnSession&&) = default;
  ~OwnSession() = default;
  Session& operator*() const { return *session_; }
  Session* operator->() const { return session_.get(); }

 private:
  std::unique_ptr<Session> session_;
};

/// A copy is a game of its own at the same point; its agents are shared until one of them forgets them.
class LiveGame {
 public:
  /// `from`: the record that was replayed, or null.
  LiveGame(Replay begun, std::vector<std::string> seats, std::uint64_t seed, const Record* from = nullptr);

  [[nodiscard]] const OpenGame& open_game() const { return *game_; }
  [[nodiscard]] const Session& session() const { return *session_; }
  [[nodiscard]] const std::vector<std::string>& seats() const { return seats_; }
  [[nodiscard]] std::uint64_t seed() const { return seed_; }
  [[nodiscard]] bool has_person() const;
  [[nodiscard]] bool persons_turn() const;
  [[nodiscard]] bool is_over() const { return ending_ || session_->is_over() || session_->repeated(); }
  [[nodiscard]] const std::optional<Record::Ending>& ending() const { return ending_; }
  [[nodiscard]] std::string verdict() const;  // once it is over

  /// A move of the person on turn, in either case; the error is that of the text as it stands.
  Result<void> play(std::string_view move);
  /// The move of the dice or of the agent on turn: its text, empty where it was stopped before there was one.
  Result<std::string> advance(const std::stop_token& stop, const decltype(AnyQuestion::progress)& progress = {});
  /// The two halves of `advance`, for whoever lets agents think elsewhere: the dice, and the agent on turn.
  Result<std::string> roll();
  [[nodiscard]] Thinker thinker(const decltype(AnyQuestion::progress)& progress = {});
  /// A move that a thinker chose.
  Result<void> settle(std::string_view move) { return session_->play(move); }
  /// What an agent would do here; an empty name stands for the default agent.
  Result<AnyAnswer> hint(std::string_view agent, const std::stop_token& stop,
                         const decltype(AnyQuestion::progress)& progress = {}) const;
  /// Back to a person's last turn, or to before a resignation; false where there is none.
  bool undo();
  /// One ply back, whoever's it was; false at the start.
  bool undo_ply();
  /// The seat on turn gives up.
  Result<void> resign();
  /// The game ends otherwise than by the rules: "resigned", "time", "left", "forfeit" (a seat's, and why), "draw" (nobody's).
  Result<void> end(std::string how, std::optional<Seat> seat, std::string why = {});
  /// Others sit down. Agents that stay keep what they know, but for the one on turn, which may have been thinking.
  Result<void> seat(std::vector<std::string> seats);

  /// Agents give back all that they have; they are made anew when they think next.
  void forget_agents() { agents_.clear(); }

  [[nodiscard]] Record record() const;

 private:
  void forget_after_undo();

  std::shared_ptr<const OpenGame> game_;
  OwnSession session_;
  std::vector<std::string> seats_;
  std::uint64_t seed_;
  std::vector<std::string> head_comments_;  // of the record it began from
  std::string date_;
  std::optional<Record::Clock> clock_;
  std::vector<Record::Line> moves_;     // … and its moves, with their comments and variations, as far as they still stand
  std::vector<Record::Seated> seated_;  // … and who sat down after them
  std::optional<Record::Ending> ending_;
  std::map<Seat, std::shared_ptr<Thinker::Player>> agents_;
};

// Moves and the places of the board as a person sees them.

/// The board with the sites marked that the moves since a ply have touched, and those where a move can begin where that is wanted.
Picture marked_picture(const Session& session, std::size_t since, bool legal);

/// The legal moves that begin with a text, or are from or onto a place of that name, in either case.
std::vector<std::string> moves_at(const Session& session, std::string_view name);

/// Moves by how they begin, up to the n-th name in them, and how many begin so.
std::vector<std::pair<std::string, std::size_t>> by_first_names(const std::vector<std::string>& moves, std::size_t names);

/// The places where moves begin, by the name that moves write them with, and how many begin there.
std::vector<std::pair<std::string, std::size_t>> beginnings(const Session& session);

}  // namespace banmen
