// Records: one text format for the games of every game, finished or not.
//
//   banmen-record 1
//   game bao:holes=4
//   rules 0123456789abcdef             ; only of a game from outside: what tells its rules from others of that name
//   seat first human
//   seat second random
//   seed 7
//   position 0,4,0,4,0,4,0,4 first     ; only where play did not begin at the game's own start
//   moves
//   1. d
//   2. e                               ; a comment, from ';' at the start of a line or after white space
//   result 9 7                         ; one number per seat, or 'unfinished'
//
// A game that was resigned is of version 2: its first line says 'banmen-record 2', and in the place of a result it has a line that
// says how it ended. Version 3 has other ends too, people with names, and variations: what stands between '(' and ')', each on a
// line of its own, might have been played instead of the move before it.
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
//   end resigned second                ; or 'end time second', or 'end draw' where both agreed to it
//
// Version 4 is what is kept of a game between people: when it was played, the clock, when each move was made and what its clock had
// left then, who sat down at a seat in the middle of the game, and ends that only others can tell of.
//
//   banmen-record 4
//   game tictactoe
//   date 2026-11-16T09:30:00Z          ; when it began; the day alone will do
//   clock fischer 300 5                ; seconds, and those added for each move; or 'clock move 30', so many for each move
//   seat first human Ada
//   seat second human Bob
//   moves
//   1. b2 @4.25/300.75                 ; seconds after the date / left on the mover's clock; '@-': not known
//   seat second random                 ; from here on
//   2. b3 @130/300
//   seat second human Bob
//   3. a3 @140.5/290
//   end left second                    ; who did not come back; or 'end forfeit second', and why on the same line
//
// A record is written as the lowest version that can say it.
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
  /// Somebody who sits down.
  struct Seated {
    std::string seat, who;
    int line = 0;
    bool operator==(const Seated& other) const { return seat == other.seat && who == other.who; }
  };

  struct Line {
    std::string text;     // one or more moves
    std::string comment;  // may be empty; what stood on lines of its own follows after '\n'
    int line = 0;         // where it stood; 0 for records made in memory
    int column = 0;
    std::vector<std::vector<Line>> variations = {};  // other ways to go on, instead of the last of these moves
    std::optional<double> at = {}, left = {};        // of the last of them: seconds after the date, on the mover's clock then
    std::vector<Seated> seated = {};                 // before the first of them
  };

  struct Clock {
    std::string kind;  // "move": so many seconds for each; "fischer": for all, and some more with each
    double seconds = 0, increment = 0;
  };

  /// How a game ended that was not played to its end.
  struct Ending {
    std::string how;   // "resigned", "time", "forfeit", "left" or "draw"
    std::string seat;  // whose resignation or time it was; empty: of a draw that was agreed on
    int line = 0;
    std::string why = {};  // a program's forfeit
  };

  std::string game;
  std::string rules;  // OpenGame::rules_stamp; empty: not said, or a native game
  std::string date;   // as read_date takes it; empty: not said
  std::optional<Clock> clock;
  std::vector<std::pair<std::string, std::string>> seats;  // seat name, who sits there
  std::optional<std::uint64_t> seed;
  std::string position;               // empty: the game's own start
  std::vector<std::string> comments;  // of the head, one a line
  std::vector<Line> moves;
  std::vector<Seated> seated;               // after the last of them
  std::optional<std::vector<long>> result;  // nothing: unfinished, or ended otherwise
  std::optional<Ending> ending;
  int game_line = 0, rules_line = 0, position_line = 0, result_line = 0;
  std::vector<int> seat_lines;  // as `seats`; none for records made in memory
};

/// How deep variations of variations may go: as a document, 63 levels of JSON.
inline constexpr int deepest_variation = 20;

/// Syntax only.
Result<Record> read_record(std::string_view text);
std::string write_record(const Record& record);

struct Replay {
  std::shared_ptr<const OpenGame> game;
  std::unique_ptr<Session> session;
  std::vector<std::string> comments = {};  // of the record's moves, ply by ply; may be shorter
  std::vector<Record::Line> moves = {};    // the record's, each on a line of its own and as the game writes it
};

/// Plays a record out, checking every move, those of variations too, and the result; errors carry line and column. The session is
/// left at the end of the main line.
Result<Replay> replay(const Catalog& catalog, const Record& record);
/// The same where not every game of a catalog may be opened, or others too.
using OpenByName = std::function<Result<std::unique_ptr<OpenGame>>(std::string_view name)>;
Result<Replay> replay(const OpenByName& open, const Record& record);

/// Reads a record's file and plays it out; errors name the file too.
Result<std::pair<Record, Replay>> read_replay(const Catalog& catalog, const std::string& path);

// Days and moments: 2026-11-16, or 2026-11-16T09:30:00Z, always in universal time.

/// Seconds since 1970 began; a day stands for its first second. Nothing where it is no date.
std::optional<double> read_date(std::string_view text);
/// The moment, with its second.
std::string write_date(double seconds);
inline constexpr double seconds_of_a_day = 86'400;

/// The name of the person of a seat line, "human" or "human Ada"; empty: a person without a name; nothing: an agent.
std::optional<std::string_view> person_name(std::string_view who);

/// What is wrong with a clock, or nothing.
Result<void> check_clock(const Record::Clock& clock);
/// What is wrong with an ending of this kind, or nothing.
Result<void> check_ending(const Record::Ending& ending, const std::vector<std::string>& seats);

/// A session as a record.
Record record_of(const OpenGame& game, const Session& session, std::vector<std::pair<std::string, std::string>> seats,
                 std::optional<std::uint64_t> seed);

// ---- dice

/// The dice of games that are played move by move: a function of the seed and the ply, so that anyone who knows the seed can throw
/// them again. Matches and experiments, which play many games from one seed, draw theirs otherwise.
Random dice_at(std::uint64_t seed, std::size_t ply);

/// The throws of a game, and how many of them its seed gives.
struct Dice {
  std::size_t throws = 0, as_seed = 0;
};
/// Nothing where there is no throw.
std::optional<Dice> check_dice(const Session& played, std::uint64_t seed);

// ---- how a game ended, in words

/// "second wins", "a draw", "A and C win", "C first, A second, B and D third".
std::string verdict(const OpenGame& game, const std::vector<long>& result);
/// "second resigns, first wins".
std::string verdict(const OpenGame& game, const Record::Ending& ending);

/// "A", "A and C", "A, B and C".
std::string listed(const std::vector<std::string>& names);

}  // namespace banmen
