#include "research/hichain/inputs.hpp"

#include <algorithm>

#include "core/parameter.hpp"
#include "core/text.hpp"
#include "engines/hichain/player.hpp"

namespace banmen::hichain {
namespace {

tl::unexpected<Error> fail_in(const char* option, Error error) {
  error.where = option;
  return fail(std::move(error));
}

}  // namespace

Parameter rules_parameter() { return Parameter::text("rules", "hichain", "hichain[:key=value,…]", "The rules"); }

Result<Hichain> read_rules(const Values& values) {
  const auto name = read_name(values.text("rules"));
  if (!name) return fail(name.error());
  if (name->id != Hichain::id()) return fail("'" + name->id + "' is not hichain", "rules look like hichain:wrap=false");
  const auto rules = check_values(name->id, Hichain::parameters(), name->given);
  if (!rules) return fail(rules.error());
  return Hichain::make(*rules);
}

std::vector<Parameter> cards_parameters() {
  return {Parameter::text("cards", "", "as in: b An0+0, r Bn1+0", "Any cards on a board"),
          Parameter::flag("start", false, "With the start block under the --cards")};
}

Result<std::vector<Laid>> read_laid_cards(const Values& values) {
  auto cards = read_cards(values.text("cards"));
  if (!cards) return fail_in("--cards", cards.error());
  if (!values.flag("start")) return cards;
  std::vector<Laid> all = start_block();
  for (const Laid& card : *cards) {
    for (const Laid& other : start_block())
      if (card.x == other.x && card.y == other.y) return fail(text(card) + " lies on a card of the start block");
    all.push_back(card);
  }
  return all;
}

std::vector<Parameter> position_parameters() {
  return {Parameter::text("position", "", "as `banmen show hichain` writes it", "The position; the start of the game without it"),
          Parameter::text("moves", "", "as in \"Zs2-1 Is1-2\"", "Moves from there")};
}

Result<Hichain::Position> read_played_position(const Hichain& g, const Values& values) {
  auto p = g.initial();
  if (const std::string& given = values.text("position"); !given.empty()) {
    const auto read = g.read_position(given);
    if (!read) return fail_in("--position", read.error());
    p = *read;
  }
  const std::string& moves = values.text("moves");
  for (const std::string_view word : words(moves)) {
    const auto move = g.read_move(p, word);
    if (!move) {
      Error error = move.error();
      error.column = static_cast<int>(word.data() - moves.data()) + std::max(1, error.column);
      return fail_in("--moves", std::move(error));
    }
    g.play(p, *move);
  }
  return p;
}

Parameter player_parameter(std::string name, std::string help) {
  return Parameter::choice(std::move(name), player_names(), std::move(help));
}

Parameter games_parameter() { return Parameter::integer("games", 1000, 1, 1L << 32, "How many"); }

Parameter gain_parameter() { return Parameter::integer("gain", 1, 1, 10'000, "Points that count as scoring"); }

}  // namespace banmen::hichain
