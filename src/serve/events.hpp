// Events at a table as values, and the JSON of everything that the server sends about a game: it is written here and nowhere else,
// and nothing is decided by reading it back.
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
#include "serve/wishes.hpp"

namespace banmen::serve {

/// Why something is not done at a table; `key` is what the page translates.
struct TableError {
  std::string key;
  Error error;
  [[nodiscard]] Json document() const;
};
template <class T>
using Ruled = tl::expected<T, TableError>;
using Ruling = Ruled<void>;
tl::unexpected<TableError> refuse(std::string key, std::string what, std::string hint = {});
/// The same for an error of a game or an agent, which the page shows as it is.
tl::unexpected<TableError> refuse(Error error);

enum class Phase { waiting, running, paused, ended };
constexpr std::array<std::string_view, 4> words_of(Phase) { return {"waiting", "running", "paused", "ended"}; }

struct ClockRule {
  enum class Kind { none, move, fischer } kind = Kind::none;
  double seconds = 0;    // for each move, or for all of them
  double increment = 0;  // more with each move
};
constexpr std::array<std::string_view, 3> words_of(ClockRule::Kind) { return {"none", "move", "fischer"}; }

class Table;
struct Attendance;

// ---- Events, told to everybody at a table. What they don't say is read off the table when they are told.

struct Moved {
  std::size_t ply = 0;
  Seat seat = 0;  // who moved
  std::string move;
  std::vector<scene::Step> steps;
  std::optional<std::vector<std::string>> picture;  // where the game draws no board
  std::string position;
  Seat turn = over;
  std::vector<long> score;
  std::optional<std::vector<long>> result;
};
/// Otherwise than by the rules.
struct Ended {};
struct Offers {
  std::optional<OfferWhat> refused = {};
  Seat by = 0;  // who had offered it
};
struct Presence {};
struct Thinking {
  bool waits = false;  // for memory
};
/// Something that was not done.
struct Problem {
  TableError error;
};
using Event = std::variant<Moved, Ended, Offers, Presence, Thinking, Problem>;

// ---- Messages to one client.

/// A move that was not made.
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
/// Without the `choices` of a move: whoever sends it adds those that the client is to have.
Json to_json(const Event& event, const Table& table, const Attendance& there, double now);
/// A message with more fields: of an object, and one that is serialised already.
std::string with_fields(std::string message, const Json& more, std::string_view name, const std::string& serialised);

/// A seat, "chance" or "over", as messages say whose turn it is.
Json turn_json(Seat turn);
/// Null where the game did not end, or by its rules.
Json ended_json(const LiveGame& game, const std::string& verdict);

// ---- Documents of a table, for those at it and for those who ask.

/// The whole table; for each client its own seat and choices are added.
Json table_message(const Table& table, const Attendance& there, double now);
Json summary(const Table& table, const Attendance& there, double now);
Json whole_document(const Table& table, const Attendance& there, double now);
/// The moves from a ply on, each with its steps.
Json missed(const Table& table, std::size_t from);

// ---- The moves to choose from: whole, or part by part where that would be too long.

/// Choices that would take more bytes than this are sent part by part.
inline constexpr std::size_t longest_choices = 128 * 1024;

/// JSON of all moves, or of the first part of them.
std::string choices_text(const Session& session);
/// Answers a request for choices: the moves that begin with a text, as far as they fit into a message, or more of choices that were
/// too long to be sent whole, from one of their nodes on. There are none where nobody chooses.
Result<Json> answer_choices(const AskChoices& request, const Session& session, bool chooses);

}  // namespace banmen::serve
