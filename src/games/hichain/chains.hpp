// Chains of HICHAIN and what they score, two ways: all chains of a board listed from nothing (list_chains), and the score kept
// up to date by each placement (Book, in book.hpp).
//
// A candidate is a path of own cards, each an edge neighbour of the next, no cell twice, that reads in one direction as
// consecutive letters (sequential) or as one letter (same-letter); an asterisk stands for any letter. The paper's two conditions:
//   mature  long enough: 3 cards sequential, 2 same-letter
//   valid   its cells are not all cells of another candidate (of those with equal cells, one)
// A mature and valid chain of length L scores L * L. A chain of less than 3 cards is never a proper superset of a mature one and
// no two cards can read as a pair and as successive letters both, so candidates that are not mature may be dropped first.
// The royal chain C-H-A-I-N scores nothing and swallows nothing: it ends the game.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "games/hichain/cards.hpp"

namespace banmen::hichain {

/// A card lying on the board.
struct Laid {
  std::int8_t colour, sign, orientation, x, y;
  bool operator==(const Laid&) const = default;
};

constexpr Laid laid(int colour, int sign, int orientation, int x, int y) {
  return {static_cast<std::int8_t>(colour), static_cast<std::int8_t>(sign), static_cast<std::int8_t>(orientation),
          static_cast<std::int8_t>(x), static_cast<std::int8_t>(y)};
}

struct Chain {
  enum class Kind : std::uint8_t { sequential, same, royal };
  Kind kind{};
  int colour = 0;
  int reader = 0;          // the direction that is up for the reader; of several, the first
  std::vector<int> cards;  // numbers into the given layout, in reading order
  std::string letters;     // what they read as; an asterisk as the letter it stands for, in lower case
  int score = 0;
};

/// The valid and mature chains of one colour, then its royal chains. Cards may be any, even more of one sign than a deck has;
/// fails when there are more than 64 of a colour, or more chains than anyone would read (20 000).
Result<std::vector<Chain>> list_chains(const ChainRules& rules, const std::vector<Laid>& layout, int colour);

}  // namespace banmen::hichain
