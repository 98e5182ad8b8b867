// A game in play, independent of terminal and server: seats, turns, agents, dice, undo, resignation, record.
//
// Moves of agents and dice depend on the seed, the seat and the ply only. So the same seed and agents give the same game
// everywhere, and a game that is resumed from its record continues as it would have without the interruption.
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

inline constexpr const char* person = "human";  // a seat without an agent; "human Ada" has a name

/// The players of the seats: as asked, else as in the record, else a person at the first seat against the default agent. Refuses
/// records that would start a program.
Result<std::vector<std::string>> seat_players(const OpenGame& game, std::vector<std::string> asked, const Record* record);

/// The agent on turn with all that it needs to think on another thread.
class Thinker {
 public:
  /// Makes the agent on first use. Searches of the same agent run one after the other.
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

/// A session with value semantics.
class OwnSession {
 public:
  OwnSession(std::unique_ptr<Session> session) : session_(std::move(session)) {}  // NOLINT: implicit
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

/// Copies are independent games at the same position, but share their agents until `forget_agent`.
class LiveGame {
 public:
  /// `from`: the replayed record, or null.
  LiveGame(Replay begun, std::vector<std::string> seats, std::uint64_t seed, const Record* from = nullptr);

  [[nodiscard]] const OpenGame& open_game() const { return *game_; }
  [[nodiscard]] const Session& session() const { return *session_; }
  [[nodiscard]] const std::vector<std::string>& seats() const { return seats_; }
  [[nodiscard]] std::uint64_t seed() const { return seed_; }
  [[nodiscard]] bool has_person() const;
  [[nodiscard]] bool persons_turn() const;
  [[nodiscard]] bool is_over() const { return ending_ || session_->is_over() || session_->repeated(); }
  [[nodiscard]] const std::optional<Record::Ending>& ending() const { return ending_; }
  [[nodiscard]] std::string verdict() const;  // after the end

  /// A move of the person on turn, case-insensitive. Errors are those of the text as given.
  Result<void> play(std::string_view move);
  /// Plays the move of the dice or of the agent on turn and returns its text, empty if stopped before.
  Result<std::string> advance(const std::stop_token& stop, const decltype(AnyQuestion::progress)& progress = {});
  /// The two halves of `advance`, for agents that think on other threads: the dice, and the agent on turn.
  Result<std::string> roll();
  [[nodiscard]] Thinker thinker(const decltype(AnyQuestion::progress)& progress = {});
  /// Plays a thinker's move.
  Result<void> settle(std::string_view move) { return session_->play(move); }
  /// The move of an agent here; the default agent if the name is empty.
  Result<AnyAnswer> hint(std::string_view agent, const std::stop_token& stop,
                         const decltype(AnyQuestion::progress)& progress = {}) const;
  /// Undoes to a person's last turn, or undoes a resignation; false if there is neither.
  bool undo();
  /// Undoes one ply of any seat; false at the start.
  bool undo_ply();
  /// The seat on turn resigns.
  Result<void> resign();
  /// Ends the game otherwise than by the rules: "resigned", "time", "left", "forfeit" (a seat's, and why), "draw" (nobody's).
  Result<void> end(std::string how, std::optional<Seat> seat, std::string why = {});
  /// Changes players. Agents that stay keep their state, except the one on turn, which may have been thinking.
  Result<void> seat(std::vector<std::string> seats);

  /// Destroys a seat's agent; it is made again when it thinks next.
  void forget_agent(Seat seat) { agents_.erase(seat); }

  [[nodiscard]] Record record() const;

 private:
  void forget_after_undo();

  std::shared_ptr<const OpenGame> game_;
  OwnSession session_;
  std::vector<std::string> seats_;
  std::uint64_t seed_;
  std::vector<std::string> head_comments_;  // of the record that it started from
  std::string date_;
  std::optional<Record::Clock> clock_;
  std::vector<Record::Line> moves_;     // … its moves that have not been undone, with comments and variations
  std::vector<Record::Seated> seated_;  // … and the changes of players after them
  std::optional<Record::Ending> ending_;
  std::map<Seat, std::shared_ptr<Thinker::Player>> agents_;
};

// Moves and sites of the board, for people.

/// The only legal move that begins or ends with a text, case-insensitive: e2e4 for "e4". Nothing if no move does; an error with the
/// candidates if several do.
Result<std::optional<std::string>> completed_move(const Session& session, std::string_view text);

/// Plays a move as people write it: in full, or abbreviated as `completed_move` allows. If it is neither, the error is that of the
/// full move.
Result<void> play_as_written(Session& session, std::string_view text);

/// The board with marks on the sites of the moves since a ply and, if `legal`, on those where a move can begin.
Picture marked_picture(const Session& session, std::size_t since, bool legal);

/// The legal moves that begin with a text or touch the site of that name, case-insensitive.
std::vector<std::string> moves_at(const Session& session, std::string_view name);

/// Prefixes of the moves up to the n-th name in them, with the number of moves for each.
std::vector<std::pair<std::string, std::size_t>> by_first_names(const std::vector<std::string>& moves, std::size_t names);

/// The sites where moves begin, as named in moves, with the number of moves for each.
std::vector<std::pair<std::string, std::size_t>> beginnings(const Session& session);

}  // namespace banmen
