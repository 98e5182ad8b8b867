// Thousands of parallel self-play games (engines/backgammon/network/self_play.hpp) for a trainer that evaluates and learns on a GPU
// (train.py): this side rolls the dice, generates plays and chooses the best, on all cores. Plain C interface for Python's ctypes.
#include <atomic>
#include <cstdint>
#include <cstring>
#include <vector>

#include "engines/backgammon/network/features.hpp"
#include "engines/backgammon/network/self_play.hpp"
#include "host/threads.hpp"

namespace {

using namespace banmen;
using namespace banmen::backgammon;

constexpr int points = 24, traits = static_cast<int>(Trait::count);

/// Positions as transferred to the GPU: includes the features that it can't compute from the counts of checkers.
struct Rows {
  std::uint8_t* counts;   // [2][points], the mover's side first
  _Float16* traits_of;    // [2][traits]
  std::uint8_t* in_race;  // selects the network

  void put(std::size_t at, const Facing& board) const {
    std::uint8_t* count = counts + at * 2 * points;
    std::memcpy(count, board.mover + 1, points);
    std::memcpy(count + points, board.other + 1, points);
    Features features;
    features.find(board.mover, board.other);
    _Float16* trait = traits_of + at * 2 * traits;
    for (int k = 0; k < 2 * traits; ++k) trait[k] = 0;
    for (int k = 0; k < features.count; ++k) {
      const int side = features.index[k] / features_of_side, within = features.index[k] % features_of_side - 4 * points;
      if (within >= 0) trait[side * traits + within] = static_cast<_Float16>(features.value[k]);
    }
    in_race[at] = is_race(board.mover, board.other);
  }
};

constexpr std::size_t chunk_size = 32;

/// A slice of the games, processed by one thread, with the positions after their plays.
struct Chunk {
  std::vector<SelfPlay> games{chunk_size};
  std::vector<std::uint64_t> number{std::vector<std::uint64_t>(chunk_size)};
  std::vector<SelfPlay::Left> left;
  std::vector<std::size_t> ends{std::vector<std::size_t>(chunk_size)};  // end of each game's range in `left`
  std::vector<SelfPlay::Lesson> lessons;
  std::size_t asked = 0, first_row = 0, first_lesson = 0;
};

struct Table {
  std::uint64_t seed, stride;
  int threads;
  float decay;
  std::vector<Chunk> chunks;
  std::uint64_t finished = 0;

  template <class Work>
  void on_chunks(Work work) {
    std::atomic<std::size_t> next{0};
    on_threads(threads, {}, [&](int, const std::stop_token&) {
      MoveStack<BackgammonRules> storage{BackgammonRules{}};
      for (std::size_t k; (k = next.fetch_add(1)) < chunks.size();) work(chunks[k], storage);
    });
  }
};

}  // namespace

#define EXPORTED __attribute__((visibility("default")))

extern "C" {

/// Creates `games` (a multiple of 32) parallel games, numbered from `first`; a finished game is replaced by the one `stride`
/// numbers on.
EXPORTED Table* games_open(std::uint64_t games, std::uint64_t first, std::uint64_t stride, std::uint64_t seed, int threads,
                           float decay) {
  Race::instance();
  auto* table = new Table{seed, stride, threads, decay, std::vector<Chunk>(games / chunk_size)};
  for (Chunk& chunk : table->chunks)
    for (std::size_t k = 0; k < chunk_size; ++k) {
      chunk.number[k] = first++;
      chunk.games[k].begin(seed, chunk.number[k]);
    }
  return table;
}

EXPORTED void games_close(Table* table) { delete table; }

/// Rolls the dice of every game and writes the positions to evaluate; −1 if the buffer is too small.
EXPORTED std::int64_t games_list(Table* table, std::uint8_t* counts, _Float16* trait, std::uint8_t* race, std::int64_t room) {
  table->on_chunks([](Chunk& chunk, MoveStack<BackgammonRules>& storage) {
    chunk.left.clear();
    chunk.asked = 0;
    for (std::size_t k = 0; k < chunk_size; ++k) {
      chunk.games[k].list(storage, chunk.left);
      chunk.ends[k] = chunk.left.size();
    }
    for (const auto& left : chunk.left) chunk.asked += !left.end;
  });
  std::size_t rows = 0;
  for (Chunk& chunk : table->chunks) {
    chunk.first_row = rows;
    rows += chunk.asked;
  }
  if (rows > static_cast<std::size_t>(room)) return -1;
  const Rows out{counts, trait, race};
  table->on_chunks([&](Chunk& chunk, MoveStack<BackgammonRules>&) {
    std::size_t row = chunk.first_row;
    for (const auto& left : chunk.left)
      if (!left.end) out.put(row++, left.board);
  });
  return static_cast<std::int64_t>(rows);
}

/// Chooses the best plays by the given probabilities, five per row; writes the training data of finished games and starts new ones.
/// `finished` is set to the number of games finished so far.
EXPORTED std::int64_t games_take(Table* table, const Chances* judged, std::uint8_t* counts, _Float16* trait, std::uint8_t* race,
                                 Chances* wanted, std::int64_t room, std::uint64_t* finished) {
  std::atomic<std::uint64_t> over{0};
  table->on_chunks([&](Chunk& chunk, MoveStack<BackgammonRules>&) {
    const Chances* from = judged + chunk.first_row;
    for (auto& left : chunk.left)
      if (!left.end) left.chances = *from++;
    chunk.lessons.clear();
    for (std::size_t k = 0, begin = 0; k < chunk_size; begin = chunk.ends[k++]) {
      SelfPlay& game = chunk.games[k];
      if (!game.take(chunk.left.data() + begin, chunk.ends[k] - begin)) continue;
      game.lessons(table->decay, chunk.lessons);
      chunk.number[k] += table->stride;
      game.begin(table->seed, chunk.number[k]);
      ++over;
    }
  });
  table->finished += over;
  *finished = table->finished;
  std::size_t rows = 0;
  for (Chunk& chunk : table->chunks) {
    chunk.first_lesson = rows;
    rows += chunk.lessons.size();
  }
  if (rows > static_cast<std::size_t>(room)) return -1;
  const Rows out{counts, trait, race};
  table->on_chunks([&](Chunk& chunk, MoveStack<BackgammonRules>&) {
    std::size_t row = chunk.first_lesson;
    for (const auto& lesson : chunk.lessons) {
      wanted[row] = lesson.wanted;
      out.put(row++, lesson.board);
    }
  });
  return static_cast<std::int64_t>(rows);
}

}  // extern "C"
