// Records: one text format for the games of every game, finished or not.
//
//   banmen-record 1
//   game bao:holes=4
//   seat first human
//   seat second random
//   seed 7
//   position 0,4,0,4,0,4,0,4 first     ; only where play did not begin at the game's own start
//   moves
//   1. d
//   2. e                               ; a comment, from ';' at the start of a line or after white space
//   result 9 7                         ; one number per seat, or 'unfinished'
//
// Move numbers are optional, and several moves may share a line as long as each is one word. The whole line is tried as one
// move first, for games that write a move in several words.
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
    std::string comment;  // may be empty
    int line = 0;         // where it stood; 0 for records made in memory
    int column = 0;
  };

  std::string game;
  std::vector<std::pair<std::string, std::string>> seats;  // seat name, who sits there
  std::optional<std::uint64_t> seed;
  std::string position;               // empty: the game's own start
  std::vector<std::string> comments;  // of the head, one a line
  std::vector<Line> moves;
  std::optional<std::vector<long>> result;  // nothing: unfinished
  int game_line = 0, position_line = 0, result_line = 0;
};

/// Syntax only.
Result<Record> read_record(std::string_view text);
std::string write_record(const Record& record);

struct Replay {
  std::unique_ptr<OpenGame> table;
  std::unique_ptr<Session> session;
};

/// Plays a record out, checking every move and the result; errors carry line and column.
Result<Replay> replay(const Catalog& catalog, const Record& record);

/// A session as a record.
Record record_of(const OpenGame& table, const Session& session, std::vector<std::pair<std::string, std::string>> seats,
                 std::optional<std::uint64_t> seed);

}  // namespace banmen
