// Events at a table as values, and the JSON of everything that the server sends about a game. It is serialised only here and never
// parsed back.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "catalog/json.hpp"
#include "core/error.hpp"
#include "core/scene.hpp"
#include "play/live_game.hpp"
#include "serve/client_message.hpp"
#include "serve/effects.hpp"

namespace banmen::serve {

/// A refusal at a table; `key` selects the page's translation.
struct TableError {
  std::string key;
  Error error;
  [[nodiscard]] Json document() const;
};
template <class T>
using Ruled = tl::expected<T, TableError>;
using Ruling = Ruled<void>;
tl::unexpected<TableError> refuse(std::string key, std::string what, std::string hint = {});
/// The same for an error of a game or an agent, which the page shows untranslated.
tl::unexpected<TableError> refuse(Error error);

enum class Phase { waiting, running, paused, ended };
constexpr std::array<std::string_view, 4> words_of(Phase) { return {"waiting", "running", "paused", "ended"}; }

struct ClockRule {
  enum class Kind { none, move, fischer } kind = Kind::none;
  double seconds = 0;    // per move, or for the whole game
  double increment = 0;  // added with each move
};
constexpr std::array<std::string_view, 3> words_of(ClockRule::Kind) { return {"none", "move", "fischer"}; }

class Table;
struct Attendance;

// ---- Events, sent to all clients at a table. Everything else in their messages comes from the table at that time.

struct Moved {
  std::size_t ply = 0;
  Seat seat = 0;  // the mover
  std::string move;
  std::vector<scene::Step> steps;
  std::optional<std::vector<std::string>> picture;  // if the game has no scene
  std::string position;
  Seat turn = over;
  std::vector<long> score;
  std::optional<std::vector<long>> result;
};
/// An end otherwise than by the rules.
struct Ended {};
struct Offers {
  std::optional<OfferWhat> refused = {};
  Seat by = 0;  // the seat that had offered it
};
struct Presence {};
struct Thinking {
  bool waits = false;  // for its turn: a thread and memory
};
/// A failed action.
struct Problem {
  TableError error;
};
using Event = std::variant<Moved, Ended, Offers, Presence, Thinking, Problem>;

// ---- Messages to one client.

/// A refused move.
struct Refused {
  std::optional<std::size_t> ply;
  TableError error;
};
struct Unseated {
  std::string_view why;  // "elsewhere", "freed", "closed"
};
struct Rematch {
  std::string table;
  std::optional<Seat> seat = {};
  std::string token = {}, host = {};
};
using Notice = std::variant<Refused, Problem, Unseated, Rematch>;

Json to_json(const Notice& notice);
/// Without the `choices` of a move, which depend on the client: the sender adds them.
Json to_json(const Event& event, const Table& table, const Attendance& there, double now);
/// Appends the fields of an object and one field that is serialised already.
std::string with_fields(std::string message, const Json& more, std::string_view name, const std::string& serialised);

/// The seat on turn, "chance" or "over".
Json turn_json(Seat turn);
/// Null if the game has not ended, or has ended by its rules.
Json ended_json(const LiveGame& game, const std::string& verdict);

// ---- Documents of a table, for its clients and for requests.

/// The whole table, without the client's own seat and choices.
Json table_message(const Table& table, const Attendance& there, double now);
Json summary(const Table& table, const Attendance& there, double now);
Json whole_document(const Table& table, const Attendance& there, double now);
/// The moves from a ply on, with their steps.
Json missed(const Table& table, std::size_t from);

// ---- The legal moves: whole, or in parts if too long.

/// Choices with more bytes than this are sent in parts.
inline constexpr std::size_t longest_choices = 128 * 1024;

/// JSON of all moves, or of the first part of them.
std::string choices_text(const Session& session);
/// Answers a request for choices: the moves with a prefix, as many as fit into a message, or more nodes of a tree that was sent in
/// parts. Empty unless `chooses`.
Result<Json> answer_choices(const AskChoices& request, const Session& session, bool chooses);

}  // namespace banmen::serve
