// Positions as one line of text: the board, the seat, and everything else as name=value.
#include <algorithm>

#include "core/text.hpp"
#include "rules/foresight.hpp"
#include "rules/reference.hpp"

namespace banmen::rules {
namespace {

std::vector<std::string> characters_of(std::string_view text) {
  std::vector<std::string> out;
  for (const char c : text) {
    if (starts_character(c) || out.empty()) out.emplace_back();
    out.back() += c;
  }
  return out;
}

bool read_number(std::string_view text, long least, long most, int& value) {
  Reader reader(text);
  const bool minus = reader.take('-');
  const auto n = reader.number(1'000'000);
  if (!n || !reader.done()) return false;
  const long signed_n = minus ? -*n : *n;
  if (signed_n < least || signed_n > most) return false;
  value = static_cast<int>(signed_n);
  return true;
}

}  // namespace

std::string Reference::text(const State& state) const {
  State as_read = state;
  as_read.over = 0;
  if (state.rolled == 0) settle(as_read, (state.seat + rules_.seat_count() - 1) % rules_.seat_count());
  return text(state, as_read.over);
}

std::string Reference::text(const State& state, int over_as_read) const {
  const Board& board = rules_.board;
  std::string out;
  if (!rules_.kinds.empty() || !rules_.has_stones) {
    const bool flat = board.kind() == Board::Kind::grid || board.kind() == Board::Kind::hex;
    const auto& cells = board.cells();
    const std::size_t count = flat ? cells.size() : static_cast<std::size_t>(board.size());
    for (std::size_t i = 0; i < count; ++i) {
      if (flat && i > 0 && i % static_cast<std::size_t>(board.columns()) == 0) out += '/';
      const int site = flat ? cells[i] : static_cast<int>(i);
      if (site < 0)
        out += '~';
      else if (const int piece = state.piece[static_cast<std::size_t>(site)]; piece < 0)
        out += '.';
      else
        out += rules_.codes[static_cast<std::size_t>(piece)].letter;
    }
    out += ' ';
  }
  if (rules_.has_stones) {
    for (std::size_t s = 0; s < state.stones.size(); ++s) out += (s > 0 ? "," : "") + std::to_string(state.stones[s]);
    out += ' ';
  }
  out += rules_.seats[static_cast<std::size_t>(state.seat)];
  const auto seats = static_cast<std::size_t>(rules_.seat_count());
  const auto values = [&](const std::string& name, const std::vector<int>& from, std::size_t index, bool each) {
    out += " " + name + "=";
    for (std::size_t s = 0; s < (each ? seats : 1); ++s) out += (s > 0 ? "," : "") + std::to_string(from[index * seats + s]);
  };
  for (std::size_t k = 0; k < rules_.kinds.size(); ++k)
    if (rules_.kinds[k].has_hand) values(rules_.kinds[k].name, state.hands, k, true);
  for (std::size_t c = 0; c < rules_.counters.size(); ++c)
    values(rules_.counters[c].name, state.counters, c, rules_.counters[c].each);
  for (std::size_t m = 0; m < rules_.marks.size(); ++m) {
    if (state.marks[m].none()) continue;
    out += " " + rules_.marks[m] + "=";
    bool first = true;
    for (int s = 0; s < board.size(); ++s)
      if (state.marks[m][static_cast<std::size_t>(s)]) {
        out += (first ? "" : ",") + board.point(s).name;
        first = false;
      }
  }
  if (state.rolled > 0) out += " roll=" + std::to_string(state.rolled);
  if (state.over == 2) return out + " endless";
  // The end of play, and the rule that ended it, mostly follow from the rest.
  if (over_as_read != state.over) out += " over=" + std::to_string(state.over);
  return out;
}

/// Move bounds and measures only hold for positions that play can create.
Result<void> Reference::not_too_many(const State& state) const {
  const auto most = most_of_codes(rules_);
  const auto seats = static_cast<std::size_t>(rules_.seat_count());
  for (std::size_t c = 0; c < most.size(); ++c) {
    const PieceCode& code = rules_.codes[c];
    long there = std::count(state.piece.begin(), state.piece.end(), static_cast<std::int16_t>(c));
    if (rules_.kinds[static_cast<std::size_t>(code.kind)].has_hand)
      for (std::size_t s = 0; s < seats; ++s)
        if (puts_down(rules_, static_cast<int>(s), code)) there += state.hands[static_cast<std::size_t>(code.kind) * seats + s];
    if (there > most[c])
      return fail("this game has at most " + std::to_string(most[c]) + " '" + code.letter + "', but the position has " +
                      std::to_string(there),
                  {}, 1);
  }
  return {};
}

Result<State> Reference::read(std::string_view text) const {
  bool unsettled = false;
  auto state = read(text, unsettled);
  if (state && unsettled) settle(*state, (state->seat + rules_.seat_count() - 1) % rules_.seat_count());
  return state;
}

Result<State> Reference::read(std::string_view whole, bool& unsettled) const {
  const Board& board = rules_.board;
  State state = rules_.start;
  std::fill(state.piece.begin(), state.piece.end(), -1);
  for (Set& set : state.marks) set.reset();
  state.over = state.rolled = state.seat = 0;
  const auto parts = banmen::words(whole);
  std::size_t at = 0;
  const auto column = [&](std::string_view part) { return static_cast<int>(part.data() - whole.data()) + 1; };
  const auto missing = [&](const std::string& what) {
    return fail("the position ends before " + what, {}, static_cast<int>(whole.size()) + 1);
  };
  if (!rules_.kinds.empty() || !rules_.has_stones) {
    if (at == parts.size()) return missing("its board");
    const std::string_view part = parts[at++];
    const bool flat = board.kind() == Board::Kind::grid || board.kind() == Board::Kind::hex;
    const auto& cells = board.cells();
    const std::size_t count = flat ? cells.size() : static_cast<std::size_t>(board.size());
    const auto letters = characters_of(part);
    std::size_t k = 0;
    int col = column(part);
    for (std::size_t i = 0; i < count; ++i) {
      if (flat && i > 0 && i % static_cast<std::size_t>(board.columns()) == 0) {
        if (k == letters.size() || letters[k] != "/")
          return fail("a row has " + std::to_string(board.columns()) + " cells, and rows are separated by '/'", {}, col);
        ++k;
        ++col;
      }
      if (k == letters.size() || letters[k] == "/")
        return fail("the position has fewer than " + std::to_string(board.size()) + " sites", {}, col);
      const int site = flat ? cells[i] : static_cast<int>(i);
      const std::string& letter = letters[k++];
      if (site < 0) {
        if (letter != "~") return fail("this cell is not on the board", "write '~'", col);
      } else if (letter != ".") {
        const auto code =
            std::find_if(rules_.codes.begin(), rules_.codes.end(), [&](const PieceCode& p) { return p.letter == letter; });
        if (code == rules_.codes.end()) return fail("no piece has the letter '" + letter + "'", {}, col);
        state.piece[static_cast<std::size_t>(site)] = static_cast<std::int16_t>(code - rules_.codes.begin());
      }
      col += static_cast<int>(letter.size());
    }
    if (k != letters.size()) return fail("unexpected '" + letters[k] + "' after the board", {}, col);
  }
  if (rules_.has_stones) {
    if (at == parts.size()) return missing("its stones");
    const auto numbers = split(parts[at], ',');
    if (numbers.size() != state.stones.size())
      return fail("the board has " + std::to_string(state.stones.size()) + " sites, but the position lists stones for " +
                      std::to_string(numbers.size()),
                  {}, column(parts[at]));
    long sum = 0;
    for (std::size_t s = 0; s < numbers.size(); ++s) {
      if (!read_number(numbers[s], 0, rules_.all_stones, state.stones[s]))
        return fail("'" + std::string(numbers[s]) + "' is not a number of stones from 0 to " + std::to_string(rules_.all_stones),
                    {}, column(numbers[s]));
      sum += state.stones[s];
    }
    if (sum > rules_.all_stones)
      return fail(
          "this game is played with " + std::to_string(rules_.all_stones) + " stones, but the position has " + std::to_string(sum),
          {}, column(parts[at]));
    ++at;
  }
  if (at == parts.size()) return missing("the seat to move");
  const auto seat = std::find(rules_.seats.begin(), rules_.seats.end(), parts[at]);
  if (seat == rules_.seats.end())
    return fail("'" + std::string(parts[at]) + "' is not a seat", suggest(parts[at], rules_.seats), column(parts[at]));
  state.seat = static_cast<int>(seat - rules_.seats.begin());
  ++at;
  const auto seats = static_cast<std::size_t>(rules_.seat_count());
  int over_given = -1;
  for (; at < parts.size(); ++at) {
    const std::string_view part = parts[at];
    if (part == "endless") {
      state.over = 2;
      continue;
    }
    const std::size_t equals = part.find('=');
    const std::string_view name = part.substr(0, equals), value = equals == std::string_view::npos ? "" : part.substr(equals + 1);
    const auto values = [&](std::vector<int>& to, std::size_t index, bool each, long least, long most) {
      const auto given = split(value, ',');
      if (given.size() != (each ? seats : 1)) return false;
      for (std::size_t s = 0; s < seats; ++s)
        if (!read_number(given[each ? s : 0], least, most, to[index * seats + s])) return false;
      return true;
    };
    bool known = false, good = true;
    for (std::size_t k = 0; k < rules_.kinds.size(); ++k)
      if (rules_.kinds[k].has_hand && rules_.kinds[k].name == name) {
        known = true;
        good = values(state.hands, k, true, 0, rules_.kinds[k].hand);
      }
    for (std::size_t c = 0; c < rules_.counters.size(); ++c)
      if (rules_.counters[c].name == name) {
        known = true;
        good = values(state.counters, c, rules_.counters[c].each, rules_.counters[c].least, rules_.counters[c].most);
      }
    for (std::size_t m = 0; m < rules_.marks.size(); ++m)
      if (rules_.marks[m] == name) {
        known = true;
        for (const std::string_view site : split(value, ',')) {
          const auto found = board.find(site);
          if (found)
            state.marks[m].set(static_cast<std::size_t>(*found));
          else
            good = false;
        }
      }
    if (name == "roll") {
      known = true;
      const int sides = rules_.turns[static_cast<std::size_t>(state.seat)].roll;
      good = sides > 0 && read_number(value, 1, sides, state.rolled);
    }
    if (name == "over") {
      known = true;
      good = read_number(value, 0, 2 + 2 * static_cast<long>(rules_.ends.size()), over_given);
    }
    if (!known) return fail("positions of this game have no '" + std::string(name) + "'", {}, column(part));
    if (!good) return fail("'" + std::string(value) + "' is not a value of " + std::string(name), {}, column(part));
  }
  if (const auto few = not_too_many(state); !few) return fail(few.error());
  unsettled = over_given < 0 && state.over == 0 && state.rolled == 0;
  if (over_given >= 0) state.over = over_given;
  return state;
}

}  // namespace banmen::rules
