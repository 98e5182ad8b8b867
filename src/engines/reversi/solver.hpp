// The exact value of Reversi and of Yonin between teams, by alpha-beta with everything that this one game offers.
//
// Method: tests "is it worth at least n?" (null windows) driven towards the value from a first guess (MTD(f), Plaat, Schaeffer,
// Pijls, de Bruin 1996), a table shared by all threads that keeps whole positions (no proof hangs on a hash), moves ordered by the
// table, by how few replies they leave (fastest first), by parity, and far from the end by a shallow search with the evaluation;
// the last discs by loops of their own. Threads search the same tree with slightly different orders and help each other through the
// table, so the value never depends on them, only the time. Slow twin: the plain minimax of search_test.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

#include "games/reversi/rules.hpp"

namespace banmen {

/// Both games as the solver sees them: seats in turn, of alternating colours, each with the cells it may use.
struct DiscGame {
  DiscBoard board;
  int seats = 2;
  std::array<Bits, 4> allowed{};  // by seat
  std::array<Bits, 2> counted{};  // by colour: the cells whose discs count for it at the end

  static DiscGame of(const ReversiRules& rules);
  /// Two teams only.
  static DiscGame of(const YoninRules& rules);
};

struct DiscSolution {
  int value = 0;               // the lead of the colour on turn when both sides play best
  int least = -64, most = 64;  // what was proved of it; ±64: nothing
  bool proved = false;
  std::vector<DiscMove> line;
  std::uint64_t nodes = 0;
  double seconds = 0;
};

struct DiscSolverOptions {
  std::size_t table_bytes = std::size_t{512} << 20;
  int threads = 1;
  std::stop_token stop;
  std::function<void(std::uint64_t nodes, int least, int most)> progress;  // about ten times a second, from the calling thread
};

class DiscSolver {
 public:
  DiscSolver(const DiscGame& game, const DiscSolverOptions& options);
  ~DiscSolver();

  /// May be called again and again: what is in the table stays true.
  DiscSolution solve(const DiscPosition& p, bool with_line = true);

 private:
  struct Table;
  class Thread;

  /// Whether p is worth at least `bound` to the colour on turn: a value ≥ bound, or an upper bound below it.
  int test(const DiscPosition& p, int bound, bool& stopped);
  void find_value(const DiscPosition& p, DiscSolution& solution);

  DiscGame game_;
  DiscSolverOptions options_;
  std::unique_ptr<Table> table_;
  std::uint64_t nodes_ = 0;
  int least_ = -64, most_ = 64;  // of the position at hand
};

}  // namespace banmen
