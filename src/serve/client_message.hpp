// Messages from clients as types. Their JSON is parsed only here: handlers match on types, never on strings.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "catalog/json.hpp"
#include "core/error.hpp"
#include "core/seat.hpp"
#include "serve/fields.hpp"

namespace banmen::serve {

/// Overload set for std::visit.
template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};
template <class... F>
Overloaded(F...) -> Overloaded<F...>;

// Words of messages, in the order of their enumerations.
enum class SeatWho { open, human, agent, bot };
constexpr std::array<std::string_view, 4> words_of(SeatWho) { return {"open", "human", "agent", "bot"}; }
enum class OfferWhat { draw, takeback, pause, rematch };
constexpr std::array<std::string_view, 4> words_of(OfferWhat) { return {"draw", "takeback", "pause", "rematch"}; }
enum class ClaimHow { win, draw, agent };
constexpr std::array<std::string_view, 3> words_of(ClaimHow) { return {"win", "draw", "agent"}; }

template <class Enum>
std::string_view word(Enum value) {
  return words_of(value)[static_cast<std::size_t>(value)];
}
template <class Enum>
std::optional<Enum> of_word(std::string_view text) {
  const auto words = words_of(Enum{});
  const auto found = std::find(words.begin(), words.end(), text);
  return found == words.end() ? std::nullopt : std::optional(static_cast<Enum>(found - words.begin()));
}

/// A seat as requested by a client.
struct SeatRequest {
  SeatWho who{};
  std::string name;   // of a person; may be empty
  std::string agent;  // of an agent
};
/// Reads the field "seats" of a shared table or of a connection's own game; errors go to `fields`.
std::vector<SeatRequest> read_seats(Fields& fields, bool shared);

/// Begins a game of the connection's own.
struct JoinGame {
  std::string game, position;
  std::vector<std::string> moves;
  std::vector<SeatRequest> seats;
  std::optional<std::uint64_t> seed;
  bool paused = false;
};
struct JoinTable {
  std::string table, token, host, join, name;
  std::optional<std::size_t> ply;  // number of moves that the client has
};
struct MakeMove {
  std::optional<std::size_t> ply;
  std::string move;
  std::optional<Error> wrong = {};  // malformed moves are refused like illegal ones, with the table
};
struct AskChoices {
  std::string begins;
  std::optional<std::size_t> node, ply;
};
struct TakeSeats {
  std::vector<SeatRequest> seats;
};
struct EndGame {
  std::string how;  // "resigned", "draw", "time"
  std::optional<Seat> seat;
};
struct Undo {};
struct Pause {};
struct Go {};
struct Step {};
struct Sit {
  std::optional<Seat> seat;
  std::string name, join;
};
struct Stand {};
struct MakeOffer {
  OfferWhat what{};
};
struct AnswerOffer {
  OfferWhat what{};
  bool yes = false;
};
struct Resign {};
struct Claim {
  Seat seat = 0;
  ClaimHow how{};
};
struct FreeSeat {
  Seat seat = 0;
};
struct CloseTable {};
struct Analyse {
  Json id;
  std::string game, position, agent;
  std::vector<std::string> moves;
  int lines = 3;
};
struct StopAnalysis {};
/// A message of a known type with wrong fields. `id`: of the request, if it has one.
struct Malformed {
  Error error;
  std::optional<Json> id = {};
};

using ClientMessage = std::variant<Malformed, JoinGame, JoinTable, MakeMove, AskChoices, TakeSeats, EndGame, Undo, Pause, Go, Step,
                                   Sit, Stand, MakeOffer, AnswerOffer, Resign, Claim, FreeSeat, CloseTable, Analyse, StopAnalysis>;

/// `players`: of the client's game; 0 without one. Fails for unknown message types.
Result<ClientMessage> read_client_message(const Json& message, int players);

/// A person's name: 1 to 32 code points that fit on a line of a record, without invisible ones and bidirectional controls. With
/// `mend` such characters and everything beyond 32 are dropped instead of refused, for names from records.
Result<std::string> checked_name(std::string_view text, bool mend = false);

}  // namespace banmen::serve
