// Properties that hold for every input, tested on inputs generated and shrunk by RapidCheck.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <numeric>

#include "catalog/catalog.hpp"
#include "games/bao/bao.hpp"
#include "play/record.hpp"

namespace banmen {
namespace {

/// A random board of Bao, however implausible, with a playable hole.
struct AnyBoard {
  Bao game;
  Bao::Position position;
  Bao::Move move;
};

AnyBoard any_board() {
  const auto side = *rc::gen::inRange(2, 14);
  AnyBoard any{Bao::plain(static_cast<std::uint32_t>(side)), {}, {}};
  for (int hole = 0; hole < 2 * side; ++hole) any.position.holes[hole] = *rc::gen::resize(12, rc::gen::inRange<std::uint8_t>(0, 9));
  any.position.mover = *rc::gen::inRange<std::uint8_t>(0, 2);
  any.move.hole = static_cast<std::uint8_t>(any.position.mover * side + *rc::gen::inRange(0, side));
  any.position.holes[any.move.hole] |= 1;
  return any;
}

RC_GTEST_PROP(BaoProperty, NoStoneIsLostOrMade, ()) {
  const AnyBoard any = any_board();
  Bao::Position after = any.position;
  const auto gains = any.game.play(after, any.move);
  RC_ASSERT(Bao::stones(after) + static_cast<std::uint32_t>(gains[0] + gains[1]) == Bao::stones(any.position));
}

RC_GTEST_PROP(BaoProperty, AMoveIsTheSameSeenFromTheOtherSide, ()) {
  const AnyBoard any = any_board();
  Bao::Position after = any.position, mirrored = any.game.image(1, any.position);
  const auto gains = any.game.play(after, any.move);
  const auto others = any.game.play(mirrored, any.game.image(1, any.move));
  RC_ASSERT(mirrored == any.game.image(1, after));
  RC_ASSERT(gains[0] == others[1]);
  RC_ASSERT(gains[1] == others[0]);
}

RC_GTEST_PROP(BaoProperty, APositionReadsBackFromItsTextAndItsRank, ()) {
  const AnyBoard any = any_board();
  const auto read = any.game.read_position(any.game.text(any.position));
  RC_ASSERT(read.has_value());
  RC_ASSERT(*read == any.position);
  const auto tier = any.game.tier(any.position);
  if (any.game.tier_size(tier) < bao::too_many) RC_ASSERT(any.game.unrank(tier, any.game.rank(any.position)) == any.position);
}

/// Text assembled from the parts of names, moves and records, in any order.
std::string any_text() {
  const std::vector<std::string> pieces = {
      "reversi", "bao",   "yonin", "hichain", ":",   "=",  ",",  "size", "holes", "8",  "4x6",
      "-1",      "start", "\n",    " ",       "1.",  "#",  "{",  "}",    "[",     "]",  "game",
      "a",       "e2",    "*",     "bar/",    "off", "\t", "\"", "\\",   "é",     "\0", "99999999999999999999"};
  const auto picked = *rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(0, pieces.size()));
  return std::accumulate(picked.begin(), picked.end(), std::string(),
                         [&](const std::string& text, std::size_t piece) { return text + pieces[piece]; });
}

RC_GTEST_PROP(NameProperty, AGameThatOpensOpensAgainByItsCanonicalName, ()) {
  const Catalog catalog;
  const auto game = catalog.open(any_text());
  if (!game) {
    RC_ASSERT(!game.error().what.empty());
    return;
  }
  const auto again = catalog.open((*game)->name());
  RC_ASSERT(again.has_value());
  RC_ASSERT((*again)->name() == (*game)->name());
}

RC_GTEST_PROP(TextProperty, AnyTextIsReadOrRefusedWithAWord, ()) {
  const Catalog catalog;
  const auto& entries = catalog.entries();
  const auto& entry = entries[*rc::gen::inRange<std::size_t>(0, entries.size())];
  const auto session = (*catalog.open(entry.id))->session();
  const std::string text = any_text();
  const auto before = session->position();
  if (const auto set = session->restart(text); !set) {
    RC_ASSERT(!set.error().what.empty());
    RC_ASSERT(session->position() == before);
  } else {
    const std::string position = session->position();
    RC_ASSERT(session->restart(position).has_value());
    RC_ASSERT(session->position() == position);
  }
  const auto standing = session->position();
  if (const auto played = session->play(text); !played) {
    RC_ASSERT(!played.error().what.empty());
    RC_ASSERT(session->position() == standing);
  }
  if (const auto record = read_record(text); !record) RC_ASSERT(!record.error().what.empty());
}

}  // namespace
}  // namespace banmen
