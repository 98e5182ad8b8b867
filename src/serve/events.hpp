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
std::string_view word(Phase phase);

struct ClockRule {
  enum class Kind { none, move, fischer } kind = Kind::none;
  double seconds = 0;    // for each move, or for all of them
  double increment = 0;  // more with each move
};
/// "none", "move", "fischer".
std::string_view word(ClockRule::Kind kind);

/// A clock read at one moment.
struct ClockNow {
  ClockRule rule;
  std::vector<double> left;  // seconds, by seat
  std::optional<Seat> running;
};

/// A seat as clients see it. Of a connection's own game nothing is said of presence.
struct SeatNow {
  Seat seat = 0;
  std::string name;
  std::string_view who;
  std::string person = {}, agent = {};
  std::optional<bool> present = {};
  std::optional<double> away = {};  // seconds
  std::string substitute = {}, out = {};
};

/// An end otherwise than by the rules.
struct Ending {
  std::string how;
  std::optional<Seat> seat;
  std::string verdict;
};

/// Where a game stands.
struct Standing {
  std::string position;
  Seat turn = over;
  std::vector<long> score;
  std::optional<std::vector<long>> result;
  std::optional<Ending> ended;
};

struct OfferNow {
  OfferWhat what{};
  Seat by = 0;
  std::vector<Seat> yes, waits;
};

// ---- Events. `clock` and `phase` are those of a table that people share, `seed` is there once the game is over.

struct Moved {
  std::size_t ply = 0;
  Seat seat = 0;  // who moved
  std::string move;
  std::vector<scene::Step> steps;
  std::optional<std::vector<std::string>> picture;  // where the game draws no board
  Standing standing;
  std::optional<ClockNow> clock = {};
  std::optional<Phase> phase = {};
  std::optional<std::uint64_t> seed = {};
};
struct Ended {
  Ending ending;
  std::optional<std::vector<long>> result;
  std::optional<ClockNow> clock = {};
  std::optional<std::uint64_t> seed = {};
};
struct Offers {
  std::vector<OfferNow> offers;
  std::optional<OfferNow> refused = {};
};
struct Presence {
  std::vector<SeatNow> seats;
  std::size_t watchers = 0;
  Phase phase{};
};
struct Thinking {
  Seat seat = 0;
  std::string agent;
  std::optional<ClockNow> clock = {};
  bool waits = false;  // for memory
};
/// A move that was not made.
struct Refused {
  std::optional<std::size_t> ply;
  TableError error;
};
/// Something else that was not done.
struct Problem {
  TableError error;
};
struct Unseated {
  std::string_view why;  // "elsewhere", "freed", "closed"
};
struct Rematch {
  std::string table;
  std::optional<Seat> seat = {};
  std::string token = {}, host = {};  // for one client alone
};

using Event = std::variant<Moved, Ended, Offers, Presence, Thinking, Refused, Problem, Unseated, Rematch>;

/// A message, but for the `choices` of a move: whoever sends it adds those that the client is to have.
Json to_json(const Event& event);
/// The message of an event for one client.
Outgoing outgoing(Client client, const Event& event);
/// A message with more fields: of an object, and one that is serialised already.
std::string with_fields(std::string message, const Json& more, std::string_view name, const std::string& serialised);

Json to_json(const std::vector<OfferNow>& offers);
Json to_json(const ClockNow& clock);
Json to_json(const std::vector<SeatNow>& seats);
Json to_json(const std::optional<Ending>& ending);  // null where the game did not end, or by its rules
/// A seat, "chance" or "over", as messages say whose turn it is.
Json turn_json(Seat turn);
/// A number where a browser holds it exactly, else its digits.
Json seed_json(std::uint64_t seed);

// ---- A game in progress as values.

std::vector<std::string> picture_lines(const Session& session);
std::optional<Ending> ending_of(const LiveGame& game, const std::string& verdict);
Standing standing_of(const LiveGame& game, const std::string& verdict);
/// The last move, made by this seat or by chance.
Moved last_move(const LiveGame& game, Seat mover, const std::string& verdict);

}  // namespace banmen::serve
