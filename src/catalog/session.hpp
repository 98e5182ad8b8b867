// A game in progress, step by step, in text: what people, protocols, pages and other languages talk to.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/game.hpp"
#include "core/scene.hpp"

namespace banmen {

/// As many as there are seats.
template <class G>
std::vector<long> gains_of_seats(const GainsOf<G>& gains, int players) {
  std::vector<long> out;
  for (int seat = 0; seat < players && seat < G::max_players; ++seat) out.push_back(gains[static_cast<std::size_t>(seat)]);
  return out;
}

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
  /// Draws uniformly among the moves, or among chance outcomes by weight; the move's text.
  virtual Result<std::string> play_random(Random& random) = 0;
  virtual bool undo() = 0;  // false at the start

  [[nodiscard]] virtual const std::vector<std::string>& history() const = 0;
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
  [[nodiscard]] virtual std::optional<scene::Layout> layout() const = 0;
  [[nodiscard]] virtual scene::Scene scene() const = 0;
  /// From the scene before the last move to this one; none at the start.
  [[nodiscard]] virtual std::vector<scene::Step> steps() const = 0;
  [[nodiscard]] virtual scene::Choices ways_to_move() const = 0;

  /// A session of its own at the same point of the same game, for another thread: the functions above share one move buffer.
  [[nodiscard]] virtual std::unique_ptr<Session> copy() const = 0;
};

}  // namespace banmen
