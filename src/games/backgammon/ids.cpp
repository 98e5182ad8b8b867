#include <fmt/format.h>

#include "core/text.hpp"
#include "games/backgammon/backgammon.hpp"

namespace banmen::backgammon {

using Position = Backgammon::Position;
using Phase = Backgammon::Phase;

namespace {

constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// A little-endian bit string, encoded as base 64 of its bytes without padding.
class Bits {
 public:
  unsigned get(int width) {
    unsigned value = 0;
    for (int k = 0; k < width && at_ < 8 * static_cast<int>(bytes_.size()); ++k, ++at_)
      value |= static_cast<unsigned>(bytes_[static_cast<std::size_t>(at_ / 8)] >> at_ % 8 & 1) << k;
    return value;
  }
  [[nodiscard]] int left() const { return 8 * static_cast<int>(bytes_.size()) - at_; }

  static std::optional<Bits> read(std::string_view text, int bytes) {
    Bits bits;
    bits.bytes_.resize(static_cast<std::size_t>(bytes));
    std::size_t at = 0;
    unsigned word = 0;
    int have = 0;
    for (const char c : text) {
      const std::size_t digit = digits.find(c);
      if (digit == std::string_view::npos) return std::nullopt;
      word = word << 6 | static_cast<unsigned>(digit);
      have += 6;
      if (have >= 8) {
        have -= 8;
        if (at < bits.bytes_.size()) bits.bytes_[at++] = static_cast<std::uint8_t>(word >> have);
      }
    }
    return bits;
  }

 private:
  std::vector<std::uint8_t> bytes_;
  int at_ = 0;
};

}  // namespace

bool looks_like_gnubg_id(std::string_view text) {
  if (text.size() != 14 && !(text.size() == 27 && text[14] == ':')) return false;
  for (std::size_t k = 0; k < text.size(); ++k)
    if (k != 14 && digits.find(text[k]) == std::string_view::npos) return false;
  return true;
}

Result<Position> read_gnubg_id(const Backgammon& g, std::string_view text) {
  if (!looks_like_gnubg_id(text))
    return fail("a position id has 14 characters of base 64, a match id 12", "such as 4HPwATDgc/ABMA:cAkAAAAAAAAA");
  Position p{};
  p.owner = Backgammon::centred;
  p.phase = Phase::decide;
  std::uint8_t sides[2][slots] = {};  // the side not on roll, the side on roll
  auto bits = Bits::read(text.substr(0, 14), 10);
  for (auto& side : sides)
    for (int point = 1; point <= bar; ++point) {
      while (bits->left() > 0 && bits->get(1) == 1)
        if (++side[point] > Backgammon::most_checkers) return fail("the position id puts more than 15 checkers on a point", {}, 1);
    }
  if (text.size() == 27) {
    auto match = Bits::read(text.substr(15), 9);
    p.cube = static_cast<std::uint8_t>(match->get(4));
    const unsigned owner = match->get(2);
    p.owner = owner == 3 ? Backgammon::centred : static_cast<std::uint8_t>(1 - (owner & 1));
    p.mover = static_cast<std::uint8_t>(1 - match->get(1));
    if (match->get(1)) p.crawford = Backgammon::Crawford::now;
    match->get(3);
    match->get(1);
    const bool doubled = match->get(1) != 0;
    match->get(2);
    const unsigned a = match->get(3), b = match->get(3);
    const unsigned length = match->get(15);
    if (length != g.match)
      return fail(fmt::format("the match id is for a match to {} points", length), fmt::format("open backgammon:match={}", length),
                  16);
    const unsigned zero = match->get(15), one = match->get(15);
    if (zero > 255 || one > 255) return fail("the match id's score is too high", {}, 16);
    p.score[1] = static_cast<std::uint8_t>(zero);
    p.score[0] = static_cast<std::uint8_t>(one);
    if (p.cube > Backgammon::most_cube) return fail("the match id's cube is above 4096", {}, 16);
    if (a > 6 || b > 6 || (a == 0) != (b == 0)) return fail("the match id's dice are impossible", {}, 16);
    if (a != 0) {
      p.phase = Phase::play;
      p.dice[0] = static_cast<std::uint8_t>(std::max(a, b));
      p.dice[1] = static_cast<std::uint8_t>(std::min(a, b));
    } else if (doubled) {
      p.phase = Phase::doubled;
    }
  }
  std::copy_n(sides[0], slots, p.checkers[1 - p.mover]);
  std::copy_n(sides[1], slots, p.checkers[p.mover]);
  return g.settled(p);
}

Result<Position> read_xgid(const Backgammon& g, std::string_view text) {
  constexpr std::string_view example = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10";
  Reader reader(text);
  if (!reader.take("XGID=")) return reader.wanted("XGID=", std::string(example));
  Position p{};
  p.owner = Backgammon::centred;
  p.phase = Phase::decide;
  for (int point = 0; point <= bar; ++point) {
    const char c = reader.peek();
    if (c >= 'A' && c <= 'O' && point != 0)
      p.checkers[0][point] = static_cast<std::uint8_t>(c - 'A' + 1);
    else if (c >= 'a' && c <= 'o' && point != bar)
      p.checkers[1][bar - point] = static_cast<std::uint8_t>(c - 'a' + 1);
    else if (c != '-')
      return reader.wanted(point == 0     ? "second's bar: '-' or a to o"
                           : point == bar ? "first's bar: '-' or A to O"
                                          : "'-', A to O or a to o",
                           std::string(example));
    reader.next();
  }
  auto field = [&]() -> std::string_view { return reader.take(':') ? reader.word(":") : std::string_view{}; };
  auto number = [&](std::string_view what, long least, long most, long& out) -> Result<void> {
    const int column = reader.column() + 1;
    const std::string_view word = field();
    const bool negative = word.starts_with('-');
    Reader inner(negative ? word.substr(1) : word);
    const auto value = inner.number(1000);
    if (value) out = negative ? -*value : *value;
    if (!value || !inner.done() || out < least || out > most)
      return fail(fmt::format("expected {} from {} to {}", what, least, most), std::string(example), column);
    return {};
  };
  long cube = 0, owner = 0, turn = 0, first = 0, second = 0, flags = 0, length = 0, limit = 0;
  if (auto read = number("the cube (log2)", 0, Backgammon::most_cube, cube); !read) return fail(read.error());
  if (auto read = number("the cube's owner", -1, 1, owner); !read) return fail(read.error());
  if (auto read = number("the turn", -1, 1, turn); !read) return fail(read.error());
  if (turn == 0) return fail("expected the turn, 1 or -1", std::string(example));
  const int dice_column = reader.column() + 1;
  const std::string_view dice = field();
  if (auto read = number("the score", 0, 255, first); !read) return fail(read.error());
  if (auto read = number("the score", 0, 255, second); !read) return fail(read.error());
  if (auto read = number("the flags", 0, 3, flags); !read) return fail(read.error());
  if (auto read = number("the length of the match", 0, 255, length); !read) return fail(read.error());
  if (!reader.done())
    if (auto read = number("the highest cube", 0, 100, limit); !read) return fail(read.error());
  if (!reader.done()) return reader.wanted("the end of the XGID");

  if (length != g.match)
    return fail(fmt::format("the XGID is for a match to {} points", length), fmt::format("open backgammon:match={}", length));
  p.cube = static_cast<std::uint8_t>(cube);
  p.owner = owner == 0 ? Backgammon::centred : owner == 1 ? 0 : 1;
  p.mover = turn == 1 ? 0 : 1;
  p.score[0] = static_cast<std::uint8_t>(first);
  p.score[1] = static_cast<std::uint8_t>(second);
  if (length != 0 && (flags & 1)) p.crawford = Backgammon::Crawford::now;
  if (dice == "D") {
    p.phase = Phase::doubled;
  } else if (dice == "B") {
    p.phase = Phase::beavered;
  } else if (dice.size() == 2 && dice[0] >= '1' && dice[0] <= '6' && dice[1] >= '1' && dice[1] <= '6') {
    p.phase = Phase::play;
    p.dice[0] = static_cast<std::uint8_t>(std::max(dice[0], dice[1]) - '0');
    p.dice[1] = static_cast<std::uint8_t>(std::min(dice[0], dice[1]) - '0');
  } else if (dice != "00") {
    return fail("expected dice such as 31, 00, D or B", std::string(example), dice_column);
  }
  return g.settled(p);
}

}  // namespace banmen::backgammon
