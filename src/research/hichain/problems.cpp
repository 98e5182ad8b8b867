#include "research/hichain/problems.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>

#include "core/text.hpp"
#include "engines/hichain/mate.hpp"
#include "host/threads.hpp"

namespace banmen::hichain {
namespace {

struct ProblemWorker {
  const HichainRules& g;
  const ProblemPlan& plan;
  const Control& control;
  std::unique_ptr<HichainRules::Board> board = std::make_unique<HichainRules::Board>();
  std::map<std::uint64_t, Problem> found{};
  std::uint64_t games = 0, positions = 0, quiet = 0;

  void operator()(std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t game = begin; game < end; ++game) play(game);
  }

  void play(std::uint64_t game) {
    *board = g.board(HichainRules::initial());
    Random random(control.seed, game);
    for (std::uint32_t laid = 0; laid <= plan.to && board->at.royal == 0; ++laid) {
      if (laid >= plan.from) {
        ++positions;
        HichainRules::Move key;
        if (is_problem(&key)) {
          found[game] = {game, laid, HichainRules::position(*board), key};
          break;
        }
        if (control.stop.stop_requested()) return;
      }
      const auto drawn = g.sample(*board, random);
      if (drawn.count == 0) break;
      g.play(*board, drawn.move);
    }
    ++games;
  }

  bool is_problem(HichainRules::Move* key) {
    const auto scores = [&] {
      return each_scoring_move(g, *board, plan.gain, [](HichainRules::Move, std::int32_t) { return true; });
    };
    if (scores()) return false;
    {
      OthersTurn turn(*board);
      if (scores()) return false;
    }
    ++quiet;
    MateSearch search(g, plan.gain, ~0ULL, control.stop);
    return !search.find(*board, 1, key) && search.find(*board, 2, key) && !search.stopped();
  }
};

}  // namespace

ProblemList find_problems(const HichainRules& g, const ProblemPlan& plan, const Control& control) {
  ProblemList out;
  std::map<std::uint64_t, Problem> found;
  for (ProblemWorker& worker : run_chunks(control, plan.games, 1, "games", [&] { return ProblemWorker{g, plan, control}; })) {
    found.merge(worker.found);
    out.games += worker.games, out.positions += worker.positions, out.quiet += worker.quiet;
  }
  for (const auto& [game, problem] : found) out.found.push_back(problem);
  return out;
}

std::string text(const Hichain& g, const Problem& problem) {
  return fmt::format("{} {} {} {}", problem.game, problem.laid, g.text(problem.position, problem.key), g.text(problem.position));
}

Result<std::vector<Problem>> read_problems(const Hichain& g, std::string_view text) {
  std::vector<Problem> out;
  for (int line = 1; !text.empty(); ++line) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view row = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (row.empty() || row.starts_with('#')) continue;
    const auto wrong = [&](std::string what) {
      return fail(fmt::format("line {}: {}", line, what), "such files are written by `banmen hichain problems`");
    };
    const auto parts = words(row);
    if (parts.size() < 4) return wrong("game, cards laid, key move and position are wanted");
    Problem problem;
    const auto number = [](std::string_view word, auto& to) {
      const auto [at, error] = std::from_chars(word.data(), word.data() + word.size(), to);
      return error == std::errc() && at == word.data() + word.size();
    };
    if (!number(parts[0], problem.game) || !number(parts[1], problem.laid)) return wrong("no number of a game and of cards");
    const auto position = g.read_position(row.substr(static_cast<std::size_t>(parts[3].data() - row.data())));
    if (!position) return wrong(position.error().what);
    problem.position = *position;
    const auto key = g.read_move(problem.position, parts[2]);
    if (!key) return wrong(key.error().what);
    problem.key = *key;
    out.push_back(problem);
  }
  return out;
}

}  // namespace banmen::hichain
