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
// A game that was not played to its end by the rules is of version 2: its first line says 'banmen-record 2', and in the place of a
// result it has a line that says how it ended:
//
//   end resigned second
//
// A comment on a line of its own belongs to the move before it. Move numbers are optional, and several moves may share a line as
// long as each is one word. The whole line is tried as one move first, for games that write a move in several words.
#pragma once

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
  };

  /// How a game ended that was not played to its end.
  struct Ending {
    std::string how;   // "resigned"
    std::string seat;  // who did
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

/// Syntax only.
Result<Record> read_record(std::string_view text);
std::string write_record(const Record& record);

struct Replay {
  std::unique_ptr<OpenGame> table;
  std::unique_ptr<Session> session;
  std::vector<std::string> comments = {};  // of the record's moves, ply by ply; may be shorter
};

/// Plays a record out, checking every move and the result; errors carry line and column.
Result<Replay> replay(const Catalog& catalog, const Record& record);

/// Reads a record's file and plays it out; errors name the file too.
Result<std::pair<Record, Replay>> read_replay(const Catalog& catalog, const std::string& path);

/// A session as a record.
Record record_of(const OpenGame& table, const Session& session, std::vector<std::pair<std::string, std::string>> seats,
                 std::optional<std::uint64_t> seed);

}  // namespace banmen
