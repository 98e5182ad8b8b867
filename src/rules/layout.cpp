#include "rules/layout.hpp"

#include <algorithm>
#include <cstring>

namespace banmen::rules {
namespace {

void put(std::uint8_t* at, std::size_t bytes, long value) {
  for (std::size_t i = 0; i < bytes; ++i) at[i] = static_cast<std::uint8_t>(value >> (8 * i));
}

long get(const std::uint8_t* at, std::size_t bytes) {
  long value = 0;
  for (std::size_t i = 0; i < bytes; ++i) value |= static_cast<long>(at[i]) << (8 * i);
  return value;
}

}  // namespace

Layout::Layout(const Rules& rules) {
  const Board& board = rules.board;
  const bool flat = board.kind() == Board::Kind::grid || board.kind() == Board::Kind::hex;
  int bits = board.size();
  if (flat && board.columns() <= 60 && board.rows() * board.columns() <= 448) {
    stride = board.rows() <= 8 && board.columns() <= 8 ? 8 : board.columns();
    bits = stride * board.rows();
  }
  words = bits <= 64 ? 1 : bits <= 128 ? 2 : bits <= 256 ? 4 : 7;
  site_of.assign(static_cast<std::size_t>(64 * words), -1);
  bit_of.resize(static_cast<std::size_t>(board.size()));
  if (stride > 0) {
    for (int r = 0; r < board.rows(); ++r)
      for (int c = 0; c < board.columns(); ++c)
        if (const int site = board.cells()[static_cast<std::size_t>(r * board.columns() + c)]; site >= 0)
          bit_of[static_cast<std::size_t>(site)] = r * stride + c;
  } else {
    for (int s = 0; s < board.size(); ++s) bit_of[static_cast<std::size_t>(s)] = s;
  }
  for (int s = 0; s < board.size(); ++s) site_of[static_cast<std::size_t>(bit_of[static_cast<std::size_t>(s)])] = s;
  marks = set_bytes() * rules.codes.size();
  stones = marks + set_bytes() * rules.marks.size();
  stone_bytes = !rules.has_stones ? 0 : rules.all_stones < 256 ? 1 : 2;
  stones_in_order = stone_bytes == 1 && board.size() <= 64 && stride == 0;
  hands = stones + stone_bytes * static_cast<std::size_t>(board.size());
  for (std::size_t k = 0; k < rules.kinds.size(); ++k)
    if (rules.kinds[k].has_hand) hand_kinds.push_back(static_cast<int>(k));
  counters = hands + hand_kinds.size() * rules.seats.size();
  seat = counters;
  for (const Counter& c : rules.counters) seat += 2 * (c.each ? rules.seats.size() : 1);
  rolled = seat + 1;
  bool rolls = false;
  for (const Turn& t : rules.turns) rolls = rolls || t.roll > 0;
  over = rolled + (rolls ? 2 : 0);
  size = (over + 1 + 7) / 8 * 8;
}

std::size_t Layout::hand_at(const Rules& rules, int kind, int seat) const {
  const auto which = static_cast<std::size_t>(std::find(hand_kinds.begin(), hand_kinds.end(), kind) - hand_kinds.begin());
  return hands + which * rules.seats.size() + static_cast<std::size_t>(seat);
}

std::size_t Layout::counter_at(const Rules& rules, int index, int seat) const {
  std::size_t at = counters;
  for (int c = 0; c < index; ++c) at += 2 * (rules.counters[static_cast<std::size_t>(c)].each ? rules.seats.size() : 1);
  return at + (rules.counters[static_cast<std::size_t>(index)].each ? 2 * static_cast<std::size_t>(seat) : 0);
}

void Layout::write(const Rules& rules, const State& state, std::uint8_t* bytes) const {
  std::memset(bytes, 0, size);
  const auto set_bit = [&](std::size_t set_at, std::size_t site) {
    const auto bit = static_cast<std::size_t>(bit_of[site]);
    bytes[set_at + bit / 8] = static_cast<std::uint8_t>(bytes[set_at + bit / 8] | 1 << bit % 8);
  };
  for (std::size_t s = 0; s < bit_of.size(); ++s) {
    if (state.piece[s] >= 0) set_bit(set_bytes() * static_cast<std::size_t>(state.piece[s]), s);
    for (std::size_t m = 0; m < rules.marks.size(); ++m)
      if (state.marks[m][s]) set_bit(marks_at(static_cast<int>(m)), s);
    if (stone_bytes > 0) put(bytes + stones + stone_bytes * s, stone_bytes, state.stones[s]);
  }
  const auto seats = rules.seats.size();
  for (std::size_t h = 0; h < hand_kinds.size(); ++h)
    for (std::size_t s = 0; s < seats; ++s)
      bytes[hands + h * seats + s] = static_cast<std::uint8_t>(state.hands[static_cast<std::size_t>(hand_kinds[h]) * seats + s]);
  for (std::size_t c = 0; c < rules.counters.size(); ++c)
    for (std::size_t s = 0; s < (rules.counters[c].each ? seats : 1); ++s)
      put(bytes + counter_at(rules, static_cast<int>(c), static_cast<int>(s)), 2,
          state.counters[c * seats + s] - rules.counters[c].least);
  bytes[seat] = static_cast<std::uint8_t>(state.seat);
  if (over > rolled) put(bytes + rolled, 2, state.rolled);
  bytes[over] = static_cast<std::uint8_t>(state.over);
}

State Layout::read(const Rules& rules, const std::uint8_t* bytes) const {
  State state = rules.start;
  const auto has_bit = [&](std::size_t set_at, std::size_t site) {
    const auto bit = static_cast<std::size_t>(bit_of[site]);
    return (bytes[set_at + bit / 8] >> bit % 8 & 1) != 0;
  };
  for (std::size_t s = 0; s < bit_of.size(); ++s) {
    state.piece[s] = -1;
    for (std::size_t c = 0; c < rules.codes.size(); ++c)
      if (has_bit(set_bytes() * c, s)) state.piece[s] = static_cast<std::int16_t>(c);
    for (std::size_t m = 0; m < rules.marks.size(); ++m) state.marks[m][s] = has_bit(marks_at(static_cast<int>(m)), s);
    if (stone_bytes > 0) state.stones[s] = static_cast<int>(get(bytes + stones + stone_bytes * s, stone_bytes));
  }
  const auto seats = rules.seats.size();
  for (std::size_t h = 0; h < hand_kinds.size(); ++h)
    for (std::size_t s = 0; s < seats; ++s)
      state.hands[static_cast<std::size_t>(hand_kinds[h]) * seats + s] = bytes[hands + h * seats + s];
  for (std::size_t c = 0; c < rules.counters.size(); ++c)
    for (std::size_t s = 0; s < seats; ++s)
      state.counters[c * seats + s] =
          static_cast<int>(get(bytes + counter_at(rules, static_cast<int>(c), static_cast<int>(s)), 2)) + rules.counters[c].least;
  state.seat = bytes[seat];
  state.rolled = over > rolled ? static_cast<int>(get(bytes + rolled, 2)) : 0;
  state.over = bytes[over];
  return state;
}

}  // namespace banmen::rules
