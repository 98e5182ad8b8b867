// Chains of HICHAIN and their scores, computed in two ways: by listing all chains of a board (list_chains), and incrementally
// (Book, in book.hpp).
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
  int reader = 0;          // the reader's "up"; of several, the first
  std::vector<int> cards;  // indices into the given layout, in reading order
  std::string letters;     // the reading; letters of asterisks in lower case
  int score = 0;
};

/// The valid and mature chains of one colour, then its royal chains. Any cards are accepted, even more of one sign than a deck has;
/// fails for more than 64 cards of a colour or more than 20 000 chains.
Result<std::vector<Chain>> list_chains(const ChainRules& rules, const std::vector<Laid>& layout, int colour);

}  // namespace banmen::hichain
