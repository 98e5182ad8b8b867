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

namespace banmen {

struct Record {
  struct Line {
    std::string text;     // one or more moves
    std::string comment;  // may be empty; what stood on lines of its own follows after '\n'
    int line = 0;         // where it stood; 0 for records made in memory
    int column = 0;
    std::vector<std::vector<Line>> variations = {};  // other ways to go on, instead of the last of these moves
  };

  /// How a game ended that was not played to its end.
  struct Ending {
    std::string how;   // "resigned", "time" or "draw"
    std::string seat;  // whose resignation or time it was; empty: of a draw that was agreed on
    int line = 0;
  };

  std::string game;
  std::string rules;                                       // OpenGame::rules_stamp; empty: not said, or a native game
  std::vector<std::pair<std::string, std::string>> seats;  // seat name, who sits there
  std::optional<std::uint64_t> seed;
  std::string position;               // empty: the game's own start
  std::vector<std::string> comments;  // of the head, one a line
  std::vector<Line> moves;
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
  std::unique_ptr<OpenGame> table;
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

/// The name of the person of a seat line, "human" or "human Ada"; empty: a person without a name; nothing: an agent.
std::optional<std::string_view> person_name(std::string_view who);

/// What is wrong with an ending of this kind, or nothing.
Result<void> check_ending(const Record::Ending& ending, const std::vector<std::string>& seats);

/// A session as a record.
Record record_of(const OpenGame& table, const Session& session, std::vector<std::pair<std::string, std::string>> seats,
                 std::optional<std::uint64_t> seed);

}  // namespace banmen
