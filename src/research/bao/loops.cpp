#include "research/bao/loops.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <tuple>

#include "games/bao/bao.hpp"
#include "games/bao/sowing.hpp"

#pragma GCC diagnostic ignored "-Wpsabi"
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wstringop-overread"  // false positive of GCC 12 in comparing vectors of bytes
#endif

namespace banmen::bao {
namespace {

/// Follows a board until the move ends, a larger board appears, or the board recurs.
template <int Width, bool Full>
class Enumerator {
 public:
  using V = Lanes<Width>;

  Enumerator(std::uint32_t holes, std::uint32_t stones, std::uint32_t first) : ring_(holes), holes_(holes) {
    std::memset(board_, 0, sizeof board_);
    board_[0] = static_cast<std::uint8_t>(first);
    board_[holes_ - 1] = static_cast<std::uint8_t>(stones - first);
  }

  /// Tries all distributions of the other stones over holes 1 … holes-1 in lexicographic order.
  template <class Found>
  bool run(const std::stop_token& stop, Found&& found) {
    std::uint64_t tried = 0;
    do {
      if (!try_board(stop, found) || ((++tried & 0xffff) == 0 && stop.stop_requested())) return false;
    } while (next_laying(board_, 1, holes_ - 1));
    return true;
  }

 private:
  template <class Found>
  bool try_board(const std::stop_token& stop, Found&& found) const {
    const V start = load<Width>(board_);
    const std::uint32_t first = board_[0];
    V v = start;
    std::uint32_t here = first;
    std::uint32_t sowings = 0;
    std::uint64_t distance = 0;
    while (true) {
      distance += here;
      if ((++sowings & 0xfffff) == 0 && stop.stop_requested()) return false;
      v = ring_.sown(v, here);
      here = front<Width>(v);
      if (here == 1 || here > first) return true;
      if (here == first) {
        std::uint8_t now[Width];
        std::memcpy(now, &v, Width);
        const int order = std::memcmp(now, board_, holes_);
        if (order == 0) found(board_, sowings, distance);
        if (order >= 0) return true;
      }
    }
  }

  Ring<Width, Full> ring_;
  std::uint32_t holes_;
  alignas(32) std::uint8_t board_[32];
};

}  // namespace

std::string in_brackets(const Stones& board) {
  return fmt::format("({})", board_text(board.data(), static_cast<std::uint32_t>(board.size())));
}

void sow_on(Stones& board) {
  const std::size_t holes = board.size();
  std::uint32_t hand = board[0];
  board[0] = 0;
  std::size_t at = 0;
  while (hand-- > 0) {
    at = at + 1 == holes ? 0 : at + 1;
    ++board[at];
  }
  std::rotate(board.begin(), board.begin() + static_cast<long>(at), board.end());
}

std::optional<Stones> sow_once(const Stones& board) {
  Stones sown = board;
  sow_on(sown);
  if (sown[0] <= 1) return std::nullopt;
  return sown;
}

bool meets_loop(const Stones& board, LoopReading reading) {
  const std::size_t holes = board.size();
  if (holes % 2 != 0 || holes < 4 || board[0] < 3) return false;
  std::uint32_t all = 0;
  for (std::size_t hole = 0; hole < holes; ++hole) {
    all += board[hole];
    const bool odd = hole == 0 || hole % 2 == 1;
    if (hole + 1 < holes && board[hole] % 2 != odd) return false;
  }
  const std::uint8_t last = board[holes - 1];
  if (reading == LoopReading::printed && last % 2 != all % 2) return false;
  return last % 2 == 1 ? last < board[0] : last >= board[0];
}

std::vector<Stones> cycle_of(const Stones& board, const std::stop_token& stop) {
  std::vector<Stones> cycle;
  if (board.empty() || board[0] == 0) return cycle;
  Stones now = board;
  do {
    cycle.push_back(now);
    auto next = sow_once(now);
    if (!next || ((cycle.size() & 0xfff) == 0 && stop.stop_requested())) return {};
    now = std::move(*next);
  } while (now != board);
  return cycle;
}

Stones representative(const std::vector<Stones>& cycle) {
  if (cycle[0].size() == 8)
    for (const paper::Row& row : paper::table2)
      if (std::find(cycle.begin(), cycle.end(), row.board) != cycle.end()) return row.board;
  auto order = [](const Stones& board) {
    std::uint32_t even = 0;
    for (std::size_t hole = 2; hole + 1 < board.size(); hole += 2) even += board[hole];
    return std::make_tuple(even, board[1], board);
  };
  for (const LoopReading reading : {LoopReading::printed, LoopReading::by_itself}) {
    const Stones* best = nullptr;
    for (const Stones& board : cycle)
      if (meets_loop(board, reading) && (best == nullptr || order(board) < order(*best))) best = &board;
    if (best != nullptr) return *best;
  }
  return *std::max_element(cycle.begin(), cycle.end());
}

std::optional<LoopType> loop_of(const Stones& board) {
  const auto cycle = cycle_of(board);
  if (cycle.empty()) return std::nullopt;
  LoopType type;
  type.board = representative(cycle);
  type.sowings = static_cast<std::uint32_t>(cycle.size());
  for (const std::uint8_t stones : board) type.stones += stones;
  for (const Stones& at : cycle) type.distance += at[0];
  return type;
}

bool for_each_loop(std::uint32_t holes, std::uint32_t stones, const std::stop_token& stop, const FoundLoop& found) {
  for (std::uint32_t first = 2; first <= stones; ++first)
    if (!for_each_loop(holes, stones, first, stop, found)) return false;
  return true;
}

bool for_each_loop(std::uint32_t holes, std::uint32_t stones, std::uint32_t first, const std::stop_token& stop,
                   const FoundLoop& found) {
  if (first < 2) return true;  // inside a loop holes sown from hold more
  auto report = [&](const std::uint8_t* board, std::uint32_t sowings, std::uint64_t distance) {
    found(Stones(board, board + holes), sowings, distance);
  };
  if (holes == 16) return Enumerator<16, true>(holes, stones, first).run(stop, report);
  if (holes < 16) return Enumerator<16, false>(holes, stones, first).run(stop, report);
  return Enumerator<32, false>(holes, stones, first).run(stop, report);
}

Control counting_boards(const Control& control, std::uint32_t holes, std::uint32_t stones, std::uint32_t most) {
  Control counting = control;
  if (!control.progress) return counting;
  const auto plus = [](std::uint64_t a, std::uint64_t b) { return b > too_many - a ? too_many : a + b; };
  const auto up_to = [&](std::uint32_t last) {
    std::uint64_t sum = 0;
    for (std::uint32_t s = 2; s <= last; ++s) sum = plus(sum, boards(holes, s));
    return sum;
  };
  counting.progress = [=, before = up_to(stones - 1), all = up_to(most), progress = control.progress](
                          std::uint64_t parts, std::uint64_t, std::string_view what) {
    std::uint64_t done = before;
    for (std::uint32_t first = 1; first <= parts; ++first) done = plus(done, boards(holes - 1, stones - first));
    progress(std::min(done, all), all, what);
  };
  return counting;
}

std::vector<LoopType> all_loops(std::uint32_t holes, std::uint32_t most, const Control& control) {
  std::vector<LoopType> types;
  for (std::uint32_t stones = 2; stones <= most && !control.stop.stop_requested(); ++stones) {
    const auto known = static_cast<long>(types.size());
    const auto parts = by_first_hole(stones, counting_boards(control, holes, stones, most), [&](std::uint32_t first) {
      std::vector<LoopType> part;
      for_each_loop(holes, stones, first, control.stop, [&](const Stones& largest, std::uint32_t sowings, std::uint64_t distance) {
        const auto cycle = cycle_of(largest, control.stop);
        if (!cycle.empty()) part.push_back({representative(cycle), stones, sowings, distance});
      });
      return part;
    });
    for (const auto& part : parts) types.insert(types.end(), part.begin(), part.end());
    std::sort(types.begin() + known, types.end(), [](const LoopType& a, const LoopType& b) { return a.board < b.board; });
  }
  return types;
}

namespace paper {

Stones pattern1(std::uint32_t holes) {
  Stones board{static_cast<std::uint8_t>(holes - 1)};
  for (std::uint32_t hole = 1; hole < holes; ++hole) board.push_back(static_cast<std::uint8_t>(hole - 1));
  return board;
}

Stones pattern2(std::uint32_t first, std::uint32_t holes) {
  if (first < 2 || (holes + 1) % first != 0 || (holes + 1) / first < 2) return {};
  Stones board{static_cast<std::uint8_t>(first)};
  for (std::uint32_t hole = 1; hole < holes; ++hole) board.push_back(static_cast<std::uint8_t>(first - 1 - hole % first));
  return board;
}

}  // namespace paper
}  // namespace banmen::bao
