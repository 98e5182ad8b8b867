// One game at one connection: who sits there, what the messages say of it, when an agent is to move.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "catalog/json.hpp"
#include "core/scene.hpp"
#include "play/live_game.hpp"
#include "serve/fields.hpp"
#include "serve/whitelist.hpp"

namespace banmen::serve {

/// A tree of choices that is too long to be sent at once: the first of its nodes go with the position, the others when a client has
/// picked the way to them.
class ChoiceParts {
 public:
  static constexpr std::size_t part = 32 * 1024;  // bytes that are sent at a time, or one node where that is longer

  /// Nothing where already one of the nodes takes more than `most` bytes.
  static std::optional<ChoiceParts> of(const scene::Tree& tree, std::size_t most);

  /// The tree with as many of its nodes as are sent first; those that are missing have higher numbers.
  [[nodiscard]] Json first() const;
  /// Nodes by their numbers: this one, and what can be picked next, as far as it fits. Nothing where there is no such node.
  [[nodiscard]] std::optional<Json> from(std::size_t node) const;

 private:
  explicit ChoiceParts(scene::Tree tree) : tree_(std::move(tree)) {}
  /// What is sent with a node: their numbers in the order in which one comes to them.
  [[nodiscard]] std::vector<std::pair<std::size_t, Json>> beginning_at(std::size_t node) const;

  scene::Tree tree_;  // numbered in the order in which one comes to the nodes from the first
};

/// Choices that would take more bytes than this are sent part by part.
inline constexpr std::size_t longest_choices = 128 * 1024;
inline constexpr double longest_move = 120;  // seconds of an agent's move, whatever its own limits say
/// Chance moves in a row: a game that rolls for ever must not keep the server from others.
inline constexpr int most_rolls = 1000;

/// A seat as a client asked for it.
struct SeatWish {
  bool person = true;
  std::string name;   // of a person; may be empty
  std::string agent;  // of an agent
};
/// The field "seats"; what is wrong is kept by the fields.
std::vector<SeatWish> seat_wishes(Fields& fields);

/// A game with its position and moves, as `join`, `analyse` and requests name them.
struct Opened {
  std::shared_ptr<const OpenGame> game;
  std::unique_ptr<Session> session;
};
Result<Opened> open_at(const Whitelist& offer, const std::string& game, const std::string& position,
                       const std::vector<std::string>& moves);

/// A seat, "chance" or "over", as messages say whose turn it is.
Json turn_json(Seat turn);
std::vector<std::string> picture_lines(const Session& session);

// What messages say of a game: the board with all moves, how it stands, its last move, how it ended, what can be chosen.
void add_board(Json& message, const LiveGame& game);
void add_standing(Json& message, const LiveGame& game, const Json& choices, const std::string& verdict);
Json last_move(const LiveGame& game, Seat mover);
Json ended_document(const LiveGame& game, const std::string& verdict);  // null where it did not end, or by its rules
Json seed_document(std::uint64_t seed);
Json choices_of(const Session& session);
/// Answers a request for choices: the moves that begin with a text, as far as they fit into a message, or more of choices that were
/// too long to be sent whole, from one of their nodes on. There are none where nobody chooses.
Result<Json> answer_choices(const Json& request, const Session& session, bool chooses);

class Table {
 public:
  static Result<Table> open(const Whitelist& offer, Opened opened, const std::vector<SeatWish>& wishes, std::uint64_t seed,
                            bool paused);

  [[nodiscard]] const LiveGame& game() const { return game_; }
  [[nodiscard]] LiveGame& game() { return game_; }
  [[nodiscard]] std::size_t ply() const { return game_.session().history().size(); }
  /// Where it fails, those who sat there still do.
  Result<void> sit(const Whitelist& offer, const std::vector<SeatWish>& wishes);
  /// Gives back what its agents have set aside, and takes it again: for a game that may take this one's place.
  void let_go();
  void take_back(const Whitelist& offer);
  [[nodiscard]] const std::string& agent_on_turn() const;

  /// The whole table, and what the last move did to it.
  [[nodiscard]] Json table_message() const;
  [[nodiscard]] Json moved_message(Seat mover) const;
  [[nodiscard]] Json ended_message() const;
  [[nodiscard]] Result<Json> answer_choices(const Json& request) const;
  void note_verdict(std::string verdict) { verdict_ = std::move(verdict); }

  // How it goes on; the hub decides.
  bool paused = false;
  int steps = 0;          // moves to make although it is paused
  std::uint64_t job = 0;  // of the agent that thinks; 0: none does
  std::string held;       // its move, where it came to an end in a pause

 private:
  struct Sitting {
    SeatWish wish;
    Engaged agent;  // of an agent
  };
  Table(LiveGame game, std::vector<Sitting> seats) : game_(std::move(game)), seats_(std::move(seats)) {}
  static Result<std::vector<Sitting>> sit_down(const Whitelist& offer, const OpenGame& game, const std::vector<SeatWish>& wishes);
  [[nodiscard]] Json choices() const;

  LiveGame game_;
  std::vector<Sitting> seats_;
  std::string verdict_;  // why a player from outside has lost
};

}  // namespace banmen::serve
