// Game records: one text format for all games, finished or not.
//
//   banmen-record 1
//   game bao:holes=4
//   rules 0123456789abcdef             ; not for native games: a hash of the rules
//   seat first human
//   seat second random
//   seed 7
//   position 0,4,0,4,0,4,0,4 first     ; only if play did not start from the initial position
//   moves
//   1. d
//   2. e                               ; a comment, from ';' at the start of a line or after white space
//   result 9 7                         ; one number per seat, or 'unfinished'
//
// Version 2 ('banmen-record 2' on the first line) adds resignations: a line 'end' instead of the result. Version 3 adds other ends,
// names of people, and variations: lines between '(' and ')', each on a line of its own, are alternatives to the move before.
//
//   banmen-record 3
//   game tictactoe
//   seat first human Ada
//   seat second human
//   moves
//   1. b2
//   2. b3 ; too kind
//   (
//     2. a1
//     3. c3
//   )
//   3. a3
//   end resigned second                ; or 'end time second', or 'end draw' by agreement
//
// Version 4 adds data of games between people: the date, the clock, the time of each move with the mover's remaining time, changes
// of players during the game, and ends by absence or forfeit.
//
//   banmen-record 4
//   game tictactoe
//   date 2026-11-16T09:30:00Z          ; start of the game; the time of day is optional
//   clock fischer 300 5                ; seconds for the game, and added per move; or 'clock move 30': seconds per move
//   seat first human Ada
//   seat second human Bob
//   moves
//   1. b2 @4.25/300.75                 ; seconds after the date / left on the mover's clock; '@-': unknown
//   seat second random                 ; from here on
//   2. b3 @130/300
//   seat second human Bob
//   3. a3 @140.5/290
//   end left second                    ; the seat that did not return; or 'end forfeit second REASON'
//
// Records are written as the lowest version that can express them.
//
// A comment on a line of its own belongs to the move before it. Move numbers are optional, and several moves may share a line as
// long as each is one word. The whole line is tried as one move first, for games that write a move in several words.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "catalog/catalog.hpp"
#include "core/error.hpp"
#include "core/random.hpp"

namespace banmen {

struct Record {
  /// A player taking a seat.
  struct Seated {
    std::string seat, who;
    int line = 0;
    bool operator==(const Seated& other) const { return seat == other.seat && who == other.who; }
  };

  struct Line {
    std::string text;     // one or more moves
    std::string comment;  // may be empty; comments on lines of their own follow after '\n'
    int line = 0;         // in the text; 0 for records made in memory
    int column = 0;
    std::vector<std::vector<Line>> variations = {};  // alternatives to the last of these moves
    std::optional<double> at = {}, left = {};        // of the last move: seconds after the date, and left on the mover's clock
    std::vector<Seated> seated = {};                 // before the first move
  };

  struct Clock {
    std::string kind;  // "move": seconds per move; "fischer": for the game, with an increment
    double seconds = 0, increment = 0;
  };

  /// The end of a game otherwise than by the rules.
  struct Ending {
    std::string how;   // "resigned", "time", "forfeit", "left" or "draw"
    std::string seat;  // the seat that resigned, ran out of time, …; empty for a draw
    int line = 0;
    std::string why = {};  // reason of a forfeit
  };

  std::string game;
  std::string rules;  // OpenGame::rules_stamp; empty: unknown, or a native game
  std::string date;   // for read_date; empty: unknown
  std::optional<Clock> clock;
  std::vector<std::pair<std::string, std::string>> seats;  // seat, player
  std::optional<std::uint64_t> seed;
  std::string position;               // empty: the initial position
  std::vector<std::string> comments;  // of the head, by line
  std::vector<Line> moves;
  std::vector<Seated> seated;               // after the last move
  std::optional<std::vector<long>> result;  // nothing: unfinished, or an `ending`
  std::optional<Ending> ending;
  int game_line = 0, rules_line = 0, position_line = 0, result_line = 0;
  std::vector<int> seat_lines;  // as `seats`; none for records made in memory
};

/// Limit on nested variations: as a document, 63 levels of JSON.
inline constexpr int deepest_variation = 20;

/// Parses a record; checks the syntax only.
Result<Record> read_record(std::string_view text);
std::string write_record(const Record& record);

struct Replay {
  std::shared_ptr<const OpenGame> game;
  std::unique_ptr<Session> session;
  std::vector<std::string> comments = {};  // of the moves by ply; may be shorter
  std::vector<Record::Line> moves = {};    // one per line, in the game's own notation
};

/// Replays a record and checks every move (also of variations) and the result; errors have line and column. The session ends at the
/// end of the main line.
Result<Replay> replay(const Catalog& catalog, const Record& record);
/// The same with other games than those of a catalog.
using OpenByName = std::function<Result<std::unique_ptr<OpenGame>>(std::string_view name)>;
Result<Replay> replay(const OpenByName& open, const Record& record);

/// Reads a record from a file and replays it; errors name the file.
Result<std::pair<Record, Replay>> read_replay(const Catalog& catalog, const std::string& path);

// ---- Dates: 2026-11-16, or 2026-11-16T09:30:00Z, always UTC

/// Unix seconds; a day is its first second. Nothing if the text is not a date.
std::optional<double> read_date(std::string_view text);
/// Date and time, to the second.
std::string write_date(double seconds);
inline constexpr double seconds_of_a_day = 86'400;

/// The person's name in "human" (empty) or "human Ada"; nothing for an agent.
std::optional<std::string_view> person_name(std::string_view who);

/// An error if the clock is invalid.
Result<void> check_clock(const Record::Clock& clock);
/// An error if the ending is invalid.
Result<void> check_ending(const Record::Ending& ending, const std::vector<std::string>& seats);

/// A session as a record.
Record record_of(const OpenGame& game, const Session& session, std::vector<std::pair<std::string, std::string>> seats,
                 std::optional<std::uint64_t> seed);

// ---- Dice

/// The dice of interactive games: a function of seed and ply, so that the seed reproduces them. Matches and experiments, which play
/// many games from one seed, draw theirs otherwise.
Random dice_at(std::uint64_t seed, std::size_t ply);

/// The number of throws in a game, and of those that match its seed.
struct Dice {
  std::size_t throws = 0, as_seed = 0;
};
/// Nothing without a throw.
std::optional<Dice> check_dice(const Session& played, std::uint64_t seed);

// ---- The end of a game in words

/// "second wins", "a draw", "A and C win", "C first, A second, B and D third".
std::string verdict(const OpenGame& game, const std::vector<long>& result);
/// "second resigns, first wins".
std::string verdict(const OpenGame& game, const Record::Ending& ending);

/// "A", "A and C", "A, B and C".
std::string listed(const std::vector<std::string>& names);

}  // namespace banmen
