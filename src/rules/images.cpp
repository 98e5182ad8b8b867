#include "rules/images.hpp"

#include <algorithm>
#include <cstring>
#include <set>

namespace banmen::rules {
namespace {

bool chooses_directions(const Steps& steps) {
  return std::any_of(steps.begin(), steps.end(), [](const Step& step) {
    return (step.kind == Statement::Kind::choose && step.type == Type::dirs) ||
           std::any_of(step.blocks.begin(), step.blocks.end(), chooses_directions);
  });
}

bool has_directions(const Symmetry& s) {
  return std::any_of(s.direction.begin(), s.direction.end(), [](int d) { return d >= 0; });
}

/// Whether one after another is always one of them.
bool is_group(const std::vector<Symmetry>& all, int seats) {
  std::set<std::pair<std::vector<int>, int>> known;
  for (const Symmetry& s : all) known.insert({s.site, s.rotation});
  for (const Symmetry& a : all)
    for (const Symmetry& b : all) {
      std::vector<int> both;
      for (const int s : a.site) both.push_back(b.site[static_cast<std::size_t>(s)]);
      if (!known.contains({both, (a.rotation + b.rotation) % seats})) return false;
    }
  return true;
}

}  // namespace

int code_after(const Rules& rules, int code, int rotation) {
  const PieceKind& kind = rules.kinds[static_cast<std::size_t>(rules.codes[static_cast<std::size_t>(code)].kind)];
  const int owner = code - kind.first_code, seats = rules.seat_count();
  if (kind.owner == PieceKind::Owner::seats) return kind.first_code + (owner + rotation) % seats;
  if (kind.owner == PieceKind::Owner::teams)
    for (int s = 0; s < seats; ++s)
      if (rules.side[static_cast<std::size_t>(s)] == owner)
        return kind.first_code + rules.side[static_cast<std::size_t>((s + rotation) % seats)];
  return code;
}

Images::Images(const Rules& rules, const Layout& layout, const std::vector<Symmetry>& proved) : rules_(rules), layout_(layout) {
  std::vector<Symmetry> all = proved;
  bool directed = false;
  for (const Turn& turn : rules.turns)
    directed = directed || std::any_of(turn.blocks.begin(), turn.blocks.end(), chooses_directions);
  if (directed) std::erase_if(all, [](const Symmetry& s) { return !has_directions(s); });
  if (all.empty() || all.size() > most || !is_group(all, rules.seat_count())) all.assign(proved.begin(), proved.begin() + 1);
  for (Symmetry& s : all) {
    Map map;
    map.bit.assign(layout.site_of.size(), -1);
    for (std::size_t from = 0; from < s.site.size(); ++from)
      map.bit[static_cast<std::size_t>(layout.bit_of[from])] = layout.bit_of[static_cast<std::size_t>(s.site[from])];
    for (int c = 0; c < static_cast<int>(rules.codes.size()); ++c) map.code.push_back(code_after(rules, c, s.rotation));
    map.symmetry = std::move(s);
    maps_.push_back(std::move(map));
  }
}

int Images::seat(int symmetry, int seat) const {
  return (seat + maps_[static_cast<std::size_t>(symmetry)].symmetry.rotation) % rules_.seat_count();
}

void Images::position(int symmetry, const std::uint8_t* from, std::uint8_t* to) const {
  const Map& map = maps_[static_cast<std::size_t>(symmetry)];
  const auto set_bytes = static_cast<std::size_t>(8 * layout_.words);
  std::memset(to, 0, layout_.size);
  const auto set = [&](std::size_t here, std::size_t there) {
    for (std::size_t byte = 0; byte < set_bytes; ++byte)
      for (unsigned left = from[here + byte]; left != 0; left &= left - 1) {
        const auto bit = static_cast<std::size_t>(map.bit[8 * byte + static_cast<std::size_t>(__builtin_ctz(left))]);
        to[there + bit / 8] = static_cast<std::uint8_t>(to[there + bit / 8] | 1 << bit % 8);
      }
  };
  for (std::size_t c = 0; c < map.code.size(); ++c) set(set_bytes * c, set_bytes * static_cast<std::size_t>(map.code[c]));
  for (std::size_t m = 0; m < rules_.marks.size(); ++m) set(layout_.marks + set_bytes * m, layout_.marks + set_bytes * m);
  const std::size_t wide = layout_.stone_bytes;
  if (wide > 0)
    for (std::size_t s = 0; s < map.symmetry.site.size(); ++s)
      std::memcpy(to + layout_.stones + wide * static_cast<std::size_t>(map.symmetry.site[s]), from + layout_.stones + wide * s,
                  wide);
  const auto seats = rules_.seats.size();
  const auto turned = [&](std::size_t s) { return (s + static_cast<std::size_t>(map.symmetry.rotation)) % seats; };
  for (std::size_t h = 0; h < layout_.hand_kinds.size(); ++h)
    for (std::size_t s = 0; s < seats; ++s) to[layout_.hands + h * seats + turned(s)] = from[layout_.hands + h * seats + s];
  std::size_t at = layout_.counters;
  for (const Counter& counter : rules_.counters) {
    const std::size_t of = counter.each ? seats : 1;
    for (std::size_t s = 0; s < of; ++s) std::memcpy(to + at + 2 * (counter.each ? turned(s) : 0), from + at + 2 * s, 2);
    at += 2 * of;
  }
  to[layout_.seat] = static_cast<std::uint8_t>(turned(from[layout_.seat]));
  std::memcpy(to + layout_.rolled, from + layout_.rolled, layout_.over - layout_.rolled);
  to[layout_.over] = from[layout_.over];
}

/// The moves of a position as both readings have them.
struct Images::Listed {
  std::uint64_t of = 0;
  std::vector<std::uint8_t> bytes;
  std::vector<std::uint64_t> codes;
  std::vector<SlowMove> moves;
};

const Images::Listed& Images::listed(int which, const Machine& machine, const Slow& slow, std::uint32_t move_capacity,
                                     const std::uint8_t* position) const {
  // Whoever asks asks for all moves of a position, one after another.
  thread_local Listed kept[2];
  Listed& list = kept[which];
  if (list.of == number_ && std::memcmp(list.bytes.data(), position, layout_.size) == 0) return list;
  list.of = number_;
  list.bytes.assign(position, position + layout_.size);
  list.codes.resize(move_capacity + 1);
  list.codes.resize(machine.moves(position, list.codes.data()));
  list.moves = slow.moves(layout_.read(rules_, position));
  return list;
}

std::uint64_t Images::move(int symmetry, const Machine& machine, const Slow& slow, std::uint32_t move_capacity,
                           const std::uint8_t* position, std::uint64_t move) const {
  if (move == Machine::pass_move) return move;
  const Map& map = maps_[static_cast<std::size_t>(symmetry)];
  std::vector<std::uint8_t> image(layout_.size);
  this->position(symmetry, position, image.data());
  const Listed& here = listed(0, machine, slow, move_capacity, position);
  const Listed& there = listed(1, machine, slow, move_capacity, image.data());
  const auto found = std::find(here.codes.begin(), here.codes.end(), move);
  if (found == here.codes.end()) return move;
  const SlowMove& made = here.moves[static_cast<std::size_t>(found - here.codes.begin())];
  std::vector<long> tuple = made.tuple;
  for (std::size_t i = 0; i < tuple.size(); ++i) {
    if (made.types[i] == Type::site) tuple[i] = map.symmetry.site[static_cast<std::size_t>(tuple[i])];
    if (made.types[i] == Type::dirs) tuple[i] = map.symmetry.direction[static_cast<std::size_t>(tuple[i])];
  }
  for (std::size_t i = 0; i < there.moves.size() && i < there.codes.size(); ++i)
    if (there.moves[i].tuple == tuple) return there.codes[i];
  return move;
}

}  // namespace banmen::rules
