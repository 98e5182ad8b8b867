#include "baseline/reversi_table.hpp"

#include <algorithm>
#include <cstring>

#include "games/reversi/reversi.hpp"

namespace banmen::baseline {
namespace {

using Position = Reversi::Position;

const Reversi& rules(const void* g) { return *static_cast<const Reversi*>(g); }
const Position& at(const void* p) { return *static_cast<const Position*>(p); }
Reversi::Move move_of(std::uint64_t value) { return {static_cast<std::uint8_t>(value)}; }

std::size_t copy(const std::string& text, char* out, std::size_t room) {
  const std::size_t length = std::min(text.size(), room - 1);
  std::memcpy(out, text.data(), length);
  out[length] = '\0';
  return text.size();
}

void* make(const char* const*, char*, std::size_t) {
  const auto values = check_values(Reversi::id(), Reversi::parameters(), {});
  return new Reversi(*Reversi::make(*values));
}
void destroy(void* g) { delete static_cast<Reversi*>(g); }
std::uint32_t position_size(const void*) { return sizeof(Position); }
int players(const void*) { return 2; }
std::uint32_t move_capacity(const void* g) { return rules(g).move_capacity(); }
void initial(const void* g, void* p) { *static_cast<Position*>(p) = rules(g).initial(); }
int turn(const void* g, const void* p) { return rules(g).turn(at(p)); }

std::uint32_t moves(const void* g, const void* p, std::uint64_t* out) {
  MoveBuffer<Reversi::Move, 64> list;
  rules(g).moves(at(p), list);
  for (const auto m : list) *out++ = m.cell;
  return list.size();
}

void play(const void* g, void* p, std::uint64_t m, std::int32_t*) { rules(g).play(*static_cast<Position*>(p), move_of(m)); }

void payoff(const void* g, const void* p, std::int32_t* out) {
  const auto paid = rules(g).payoff(at(p));
  std::copy(paid.begin(), paid.end(), out);
}

std::uint64_t hash(const void* g, const void* p) { return rules(g).hash(at(p)); }
std::uint32_t count(const void* g, const void* p) { return rules(g).count(at(p)); }

std::uint32_t sample(const void* g, const void* p, std::uint64_t word, std::uint64_t* move) {
  const Bits free = rules(g).placements(at(p));
  if (free == 0) {
    *move = disc_pass.cell;
    return rules(g).count(at(p));
  }
  const auto n = static_cast<std::uint32_t>(popcount(free));
  *move = static_cast<std::uint64_t>(nth_cell(free, Random::bounded(static_cast<std::uint32_t>(word >> 32), n)));
  return n;
}

int is_pass(const void*, std::uint64_t m) { return m == disc_pass.cell; }

std::size_t position_text(const void* g, const void* p, char* out, std::size_t room) {
  return copy(rules(g).text(at(p)), out, room);
}

int read_position(const void* g, const char* text, void* p, char* error, std::size_t room) {
  const auto read = rules(g).read_position(text);
  if (read) *static_cast<Position*>(p) = *read;
  if (!read) copy(read.error().message(), error, room);
  return read ? 0 : 1;
}

std::size_t move_text(const void* g, const void* p, std::uint64_t m, char* out, std::size_t room) {
  return copy(rules(g).text(at(p), move_of(m)), out, room);
}

}  // namespace

const BanmenGame* reversi_table() {
  static const BanmenGame table{.magic = BANMEN_PLUGIN_MAGIC,
                                .version = BANMEN_PLUGIN_VERSION,
                                .size = sizeof(BanmenGame),
                                .parameter_count = 0,
                                .id = "reversitable",
                                .title = "Reversi behind the function table",
                                .parameters = nullptr,
                                .make = make,
                                .destroy = destroy,
                                .position_size = position_size,
                                .players = players,
                                .move_capacity = move_capacity,
                                .initial = initial,
                                .turn = turn,
                                .moves = moves,
                                .play = play,
                                .payoff = payoff,
                                .position_text = position_text,
                                .read_position = read_position,
                                .move_text = move_text,
                                .hash = hash,
                                .sample = sample,
                                .count = count,
                                .weight = nullptr,
                                .seat_name = nullptr,
                                .picture = nullptr,
                                .is_pass = is_pass};
  return &table;
}

}  // namespace banmen::baseline
