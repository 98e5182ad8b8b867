// What the hub wants kept: a table as it must be on disk before anyone is told of it. Who keeps it, and where, is not known here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace banmen::serve {

struct KeptMove {
  std::string text;
  int seat = 0;      // who made it; chance is -1
  double at = 0;     // unix seconds
  double left = -1;  // of the mover's clock; below 0: there is none
};

/// A change of one table. Of moves it brings the new ones alone; what is restored brings all of them.
struct Kept {
  std::string id, game, phase;      // "waiting", "running", "paused", "ended"
  bool kept = true, gone = false;   // gone: remove the table
  double created = 0, changed = 0;  // unix seconds
  std::vector<std::string> people;  // names, for finding finished games
  std::string record;               // text, once it has ended
  std::string state;                // JSON of everything but the moves: hashes of tokens, options, seats, clock, seed
  std::size_t plies = 0;            // how many moves stand now; later ones that were kept go
  std::size_t first = 0;            // ply of the first of `moves`
  std::vector<KeptMove> moves;
};

struct Commit {
  std::uint64_t id = 0;
  Kept what;
};

}  // namespace banmen::serve
