// Expanding many boards at once: all their moves are sown side by side.
//
// A ring of up to 16 holes takes 16 lanes, so a vector register holds two or four of them, and shuffles keep each to its own. With
// at most 15 stones a number of stones is an index into 16 entries, too: how many a sowing takes, how far it turns the ring and how
// often it goes all round are looked up by shuffles. A ring that stands on a single stone is done, and sowing it takes none from
// then on: moves that end early wait for the others without a branch. After some sowings those still under way are put together
// and go on. The rest is as sowing.hpp does it for one move.
#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/move_list.hpp"
#include "games/bao/rules.hpp"

#if defined(__SSSE3__)
#include <immintrin.h>
#endif

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpsabi"

namespace banmen {
namespace bao {
namespace {

#if defined(__AVX512BW__)
constexpr std::size_t width = 64;
#elif defined(__AVX2__)
constexpr std::size_t width = 32;
#else
constexpr std::size_t width = 16;
#endif
constexpr std::size_t rings = width / 16;
using Ring16 = Lanes<16>;
using Vector = Lanes<width>;
using Table = std::array<std::uint8_t, 16>;

template <class F>
constexpr Table table(F f) {
  Table t{};
  for (std::uint32_t i = 0; i < 16; ++i) t[i] = static_cast<std::uint8_t>(f(i));
  return t;
}
template <std::size_t Count, class F>
constexpr std::array<Table, Count> tables(F f) {
  std::array<Table, Count> all{};
  for (std::uint32_t k = 0; k < Count; ++k) all[k] = table([&](std::uint32_t i) { return f(k, i); });
  return all;
}
/// One table for all rings of a vector.
template <class F>
constexpr std::array<Table, rings> for_each_ring(F f) {
  return tables<rings>([&](std::uint32_t, std::uint32_t i) { return f(i); });
}
Vector load_each(const std::array<Table, rings>& all) { return load<width>(&all); }

/// In every 16 lanes, lane j of the result is lane from[j] of v: its lowest four bits say which, the top bit that it is 0.
Vector pick_each(Vector v, Vector from) {
#if defined(__AVX512BW__)
  return reinterpret_cast<Vector>(_mm512_shuffle_epi8(reinterpret_cast<__m512i>(v), reinterpret_cast<__m512i>(from)));
#elif defined(__AVX2__)
  return reinterpret_cast<Vector>(_mm256_shuffle_epi8(reinterpret_cast<__m256i>(v), reinterpret_cast<__m256i>(from)));
#elif defined(__SSSE3__)
  return reinterpret_cast<Vector>(_mm_shuffle_epi8(reinterpret_cast<__m128i>(v), reinterpret_cast<__m128i>(from)));
#else
  Vector out{};
  for (std::size_t lane = 0; lane < width; ++lane) out[lane] = from[lane] & 0x80 ? 0 : v[(lane & ~15) | (from[lane] & 15)];
  return out;
#endif
}
Ring16 pick_one(Ring16 v, const Table& from) {
  const auto lanes = load<16>(from.data());
#if defined(__SSSE3__)
  return reinterpret_cast<Ring16>(_mm_shuffle_epi8(reinterpret_cast<__m128i>(v), reinterpret_cast<__m128i>(lanes)));
#else
  Ring16 out{};
  for (int lane = 0; lane < 16; ++lane) out[lane] = lanes[lane] & 0x80 ? 0 : v[lanes[lane] & 15];
  return out;
#endif
}

/// Rings from here and there as one vector. Not by way of memory, which would have to wait for what was just written.
Vector gather(const Table* from, const std::uint16_t* which) {
  using Two [[gnu::vector_size(16)]] = std::uint64_t;
  [[maybe_unused]] auto one = [&](std::size_t i) { return reinterpret_cast<Two>(load<16>(from[which[i]].data())); };
  [[maybe_unused]] auto two = [&](std::size_t i) { return __builtin_shufflevector(one(i), one(i + 1), 0, 1, 2, 3); };
#if defined(__AVX512BW__)
  return reinterpret_cast<Vector>(__builtin_shufflevector(two(0), two(2), 0, 1, 2, 3, 4, 5, 6, 7));
#elif defined(__AVX2__)
  return reinterpret_cast<Vector>(two(0));
#else
  return reinterpret_cast<Vector>(one(0));
#endif
}

/// The lane that carries a mark, which is bit 6; the last if none does.
std::uint32_t marked_lane(Ring16 ring) {
#if defined(__SSSE3__)
  const auto lanes = static_cast<std::uint32_t>(_mm_movemask_epi8(reinterpret_cast<__m128i>(ring + ring)));
  return static_cast<std::uint32_t>(__builtin_ctz(lanes | 1U << 15));
#else
  std::uint32_t lane = 0;
  while (lane < 15 && !(ring[lane] & 0x40)) ++lane;
  return lane;
#endif
}

template <std::uint32_t Holes>
class Expansion {
 public:
  static constexpr std::uint32_t side = Holes / 2;
  static constexpr std::size_t boards = 64;  // at once
  static constexpr std::uint32_t most = 15;  // stones on a board

  /// Of at most `boards` boards, all with the first player to move. How many moves there are.
  std::size_t expand(const BaoRules& g, std::span<const BaoRules::Position> from, BaoRules::Arrival* arrivals) {
    begin(g, from);
    run_all();
    for (const std::uint32_t sowings : {4, 8, 16, 32}) run_on(sowings);
    alone_.insert(alone_.end(), running_.begin(), running_.begin() + static_cast<std::ptrdiff_t>(left_));
    for (std::size_t move = 0; move < moves_; ++move) arrive(move, arrivals[move]);
    if (alone_.empty()) return moves_;
    for (const std::uint16_t move : alone_) arrive_alone(g, from, move, arrivals[move]);
    if (g.endless_rule() != BaoRules::Endless::illegal) return moves_;
    return static_cast<std::size_t>(std::remove_if(arrivals, arrivals + moves_, [](const auto& a) { return a.endless; }) -
                                    arrivals);
  }

 private:
  // Hole 0 is known by a bit that sowing carries round and that look-ups ignore.
  static constexpr std::uint8_t mark = 0x40;
  static constexpr std::uint8_t stones_only = 0x0f;
  static constexpr std::uint64_t ones = 0x0101010101010101;

  /// Turned to a hole of the first player's.
  static constexpr auto turned_to =
      tables<side>([](std::uint32_t hole, std::uint32_t lane) { return lane < Holes ? (lane + hole) % Holes : 0x80; });
  /// By the lane of hole 0 when a move is done: where the hole opposite its last stone is, …
  static constexpr auto prey = table([](std::uint32_t zero) { return (2 * zero + Holes - 1) % Holes; });
  /// … and the board after the capture as the opponent sees it.
  static constexpr auto seen_by_next = tables<16>([](std::uint32_t zero, std::uint32_t lane) {
    const std::uint32_t hole = (lane + side + zero) % Holes;
    return lane < Holes && hole != prey[zero] ? hole : 0x80;
  });
  /// The share of two walls in a board's rank, by the number of stones before each and the hole to the left of the first.
  static constexpr auto walls = [] {
    std::array<std::array<std::uint32_t, 256>, Holes / 2> ways{};
    for (std::uint32_t i = 0; i < Holes; i += 2)
      for (std::uint32_t first = 0; first <= most; ++first)
        for (std::uint32_t second = first; second <= most; ++second)
          ways[i / 2][second << 4 | first] =
              static_cast<std::uint32_t>(choose[i + 1][first + i] + (i + 2 < Holes ? choose[i + 2][second + i + 1] : 0));
    return ways;
  }();

  /// Lists the moves, each as the ring turned to its hole.
  void begin(const BaoRules& g, std::span<const BaoRules::Position> from) {
    std::size_t moves = 0;  // a local here and below: a member would be reloaded after every store of bytes
    alone_.clear();
    for (std::uint32_t i = 0; i < from.size(); ++i) {
      if (g.turn(from[i]) < 0) continue;
      const std::uint32_t stones = BaoRules::stones(from[i]);
      stones_[i] = static_cast<std::uint8_t>(stones);
      const Ring16 board = load<16>(from[i].holes) | Ring16{mark};
      const std::size_t first = moves;
      for (std::uint32_t hole = 0; hole < side; ++hole) {
        const Ring16 ring = pick_one(board, turned_to[hole]);  // written down whether or not there is something to sow
        std::memcpy(&ring_[moves], &ring, 16);
        from_[moves] = static_cast<std::uint8_t>(i);
        hole_[moves] = static_cast<std::uint8_t>(hole);
        moves += from[i].holes[hole] != 0;
      }
      if (stones > most)
        for (std::size_t move = first; move < moves; ++move) alone_.push_back(static_cast<std::uint16_t>(move));
    }
    moves_ = moves;
  }

  /// The first sowings of all moves.
  void run_all() {
    std::size_t left = 0;
    for (std::size_t i = 0; i < rings; ++i) ring_[moves_ + i] = {1};  // for the last vector, done soon
    for (std::size_t i = 0; i < moves_; i += rings) {
      auto v = load<width>(&ring_[i]);
      Vector count{};
      sow<true>(v, count);
      for (int k = 1; k < 4; ++k) sow<false>(v, count);
      std::memcpy(&ring_[i], &v, width);
      std::memcpy(&sowings_[i], &count, width);
      for (std::size_t r = 0; r < rings; ++r) left = keep(i + r, left);
    }
    left_ = left;
  }

  /// More sowings of those still under way.
  void run_on(std::uint32_t sowings) {
    std::size_t left = 0;
    for (std::size_t i = 0; i < rings; ++i) running_[left_ + i] = static_cast<std::uint16_t>(moves_);
    for (std::size_t i = 0; i < left_; i += rings) {
      std::uint16_t move[rings];
      std::memcpy(move, &running_[i], sizeof move);
      auto v = gather(ring_.data(), move);
      auto count = gather(sowings_.data(), move);
      for (std::uint32_t k = 0; k < sowings; ++k) sow<false>(v, count);
      for (std::size_t r = 0; r < rings; ++r) {
        std::memcpy(&ring_[move[r]], reinterpret_cast<const char*>(&v) + 16 * r, 16);
        std::memcpy(&sowings_[move[r]], reinterpret_cast<const char*>(&count) + 16 * r, 16);
        left = keep(move[r], left);
      }
    }
    left_ = left;
  }

  std::size_t keep(std::size_t move, std::size_t left) {
    running_[left] = static_cast<std::uint16_t>(move);
    return left + ((ring_[move][0] & stones_only) != 1);
  }

  /// One sowing of every ring; one that stands on a single stone stays as it is, unless that is its first.
  template <bool First>
  static void sow(Vector& v, Vector& count) {
    static constexpr auto sown = [](std::uint32_t stones) { return stones == 1 && !First ? 0 : stones; };
    static constexpr auto all = for_each_ring(sown);
    static constexpr auto rest = for_each_ring([](std::uint32_t stones) { return sown(stones) % Holes; });
    static constexpr auto laps = for_each_ring([](std::uint32_t stones) { return sown(stones) / Holes; });
    static constexpr auto some = for_each_ring([](std::uint32_t stones) { return sown(stones) != 0; });
    static constexpr auto lanes = for_each_ring([](std::uint32_t lane) { return lane; });
    static constexpr auto first = for_each_ring([](std::uint32_t lane) { return lane == 0 ? 255 : 0; });
    static constexpr auto before = for_each_ring([](std::uint32_t lane) { return lane == 0 ? 127 : lane - 1; });  // Ring::up_to
    const Vector stones = pick_each(v, Vector{});
    const Vector by = pick_each(load_each(rest), stones);
    v = v - (pick_each(load_each(all), stones) & load_each(first)) + ((load_each(before) - by) >> 7);
    if constexpr (Holes <= most) v = v + pick_each(load_each(laps), stones);
    const Vector from = load_each(lanes) + by;
    const Vector wrapped = from - static_cast<std::uint8_t>(Holes);
    v = pick_each(v, from < wrapped ? from : wrapped);
    count = count + pick_each(load_each(some), stones);
  }

  void arrive(std::size_t move, BaoRules::Arrival& to) const {
    const auto ring = load<16>(&ring_[move]);
    const std::uint32_t zero = marked_lane(ring);
    const Ring16 board = pick_one(ring & stones_only, seen_by_next[zero]);
    const Ring16 none{};
    std::memcpy(&to.board, &board, 16);
    std::memcpy(reinterpret_cast<char*>(&to.board) + 16, &none, 16);
    const std::uint32_t captured = ring_[move][prey[zero]] & stones_only;
    to.from = from_[move];
    to.tier = stones_[to.from] - captured;
    to.steps = sowings_[move][0];
    to.symmetry = 1;
    to.endless = false;
    to.quiet = captured == 0;
    // Stones before a wall are sums from below, which is what a product with ones is; two to a byte.
    std::uint64_t words[2];
    std::memcpy(words, &board, 16);
    words[0] *= ones;
    words[1] = words[1] * ones + (words[0] >> 56) * ones;
    std::uint32_t number = 0;
    for (std::uint32_t i = 0; i < Holes; i += 2) number += walls[i / 2][(words[i / 8] | words[i / 8] >> 4) >> i % 8 * 8 & 0xff];
    to.rank = 2 * std::uint64_t{number};
  }

  /// A move of too many stones, or one that takes long.
  void arrive_alone(const BaoRules& g, std::span<const BaoRules::Position> from, std::size_t move, BaoRules::Arrival& to) const {
    BaoRules::Position p = from[from_[move]];
    const std::uint32_t stones = BaoRules::stones(p);
    to = {};
    to.from = from_[move];
    g.play(p, {hole_[move]}, to.steps);
    to.endless = BaoRules::endless_mark(p);
    if (to.endless) return;
    const auto board = g.canonical(p);
    to.board = board.position;
    to.symmetry = board.symmetry;
    to.tier = BaoRules::tier(p);
    to.rank = g.rank(to.board);
    to.quiet = to.tier == stones;
  }

  static constexpr std::size_t room = boards * side + 2 * rings;
  alignas(64) std::array<Table, room> ring_;
  alignas(64) std::array<Table, room> sowings_;  // in lane 0
  std::array<std::uint8_t, room> from_, hole_;
  std::array<std::uint8_t, boards> stones_;
  std::array<std::uint16_t, room> running_;
  std::vector<std::uint16_t> alone_;  // moves that are to be played one by one
  std::size_t moves_ = 0, left_ = 0;
};

template <std::uint32_t Holes>
std::size_t expand_all(const BaoRules& g, std::span<const BaoRules::Position> from, BaoRules::Arrival* arrivals) {
  Expansion<Holes> expansion;
  std::size_t count = 0;
  for (std::size_t i = 0; i < from.size(); i += expansion.boards) {
    const std::size_t before = count;
    count += expansion.expand(g, from.subspan(i, std::min(expansion.boards, from.size() - i)), arrivals + count);
    if (i == 0) continue;
    for (std::size_t k = before; k < count; ++k) arrivals[k].from += static_cast<std::uint32_t>(i);
  }
  return count;
}

}  // namespace
}  // namespace bao

std::optional<std::size_t> BaoRules::expand(std::span<const Position> from, Arrival* arrivals) const {
  switch (side_) {
    case 2: return bao::expand_all<4>(*this, from, arrivals);
    case 3: return bao::expand_all<6>(*this, from, arrivals);
    case 4: return bao::expand_all<8>(*this, from, arrivals);
    case 5: return bao::expand_all<10>(*this, from, arrivals);
    case 6: return bao::expand_all<12>(*this, from, arrivals);
    case 7: return bao::expand_all<14>(*this, from, arrivals);
    case 8: return bao::expand_all<16>(*this, from, arrivals);
    default: return std::nullopt;
  }
}

}  // namespace banmen

#pragma GCC diagnostic pop
