#include "rules/words.hpp"

#include <algorithm>

#include "core/text.hpp"

namespace banmen::rules {
namespace {

using Word = std::string_view;

constexpr Word sections[] = {"game",       "extends", "param", "require", "board",    "seats", "unequal", "teams", "piece",
                             "hand",       "counter", "marks", "region",  "let",      "start", "turn",    "else",  "end",
                             "repetition", "score",   "value", "sure",    "notation", "show",  "test"};
constexpr Word statements[] = {"choose", "place",  "put",   "move", "remove",  "flip", "sow",   "take", "carry",  "set",    "add",
                               "mark",   "unmark", "clear", "let",  "require", "roll", "again", "if",   "either", "repeat", "stop"};
constexpr Word joining[] = {"otherwise", "or", "and", "not", "where", "in", "of", "to", "as", "while", "among", "when"};
constexpr Word sets[] = {"all",     "empty",  "occupied", "mine", "theirs", "dark", "light",
                         "corners", "centre", "far",      "home", "last",   "full"};
constexpr Word seats[] = {"me", "next", "ahead", "any", "every", "everyone"};
constexpr Word directions[] = {"N",          "NE",       "E",    "SE",   "S",       "SW",       "W",    "NW",    "on",     "back",
                               "orthogonal", "diagonal", "all8", "all6", "forward", "backward", "left", "right", "reverse"};
constexpr Word functions[] = {"near",  "ray",   "slide",  "leap", "jump",   "bracket", "line",    "between",
                              "at",    "axis",  "flood",  "row",  "rows",   "column",  "columns", "site",
                              "sites", "count", "stones", "hand", "groups", "index",   "row_of",  "column_of"};

bool among(std::span<const Word> words, Word word) { return std::find(words.begin(), words.end(), word) != words.end(); }

}  // namespace

std::span<const Word> section_words() { return sections; }
std::span<const Word> statement_words() { return statements; }
std::span<const Word> set_words() { return sets; }
std::span<const Word> direction_words() { return directions; }
std::span<const Word> function_words() { return functions; }

bool is_reserved(Word word) {
  return among(sections, word) || among(statements, word) || among(joining, word) || among(sets, word) || among(seats, word) ||
         among(directions, word);
}

std::string nearest_hint(Word word, std::initializer_list<std::span<const Word>> words, const std::vector<std::string>& more) {
  std::vector<std::string> candidates = more;
  for (const auto& list : words) candidates.insert(candidates.end(), list.begin(), list.end());
  const auto near = nearest(word, candidates);
  return near ? "did you mean '" + *near + "'?" : "";
}

}  // namespace banmen::rules
