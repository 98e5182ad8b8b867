// Runs the tests of a rule file.
#include <algorithm>

#include "catalog/same.hpp"
#include "catalog/text_games.hpp"
#include "core/text.hpp"
#include "core/try.hpp"

namespace banmen {
namespace {

using rules::Fact;
using rules::TestLine;

class Runner {
 public:
  Runner(const Catalog& catalog, const OpenGame& game, const TestLine& test, const Control& control)
      : catalog_(catalog), game_(game), test_(test), control_(control) {
    out_.place = test.place;
  }

  Result<RuleTest> run() {
    switch (test_.kind) {
      case TestLine::Kind::perft: return perft();
      case TestLine::Kind::games: return games();
      case TestLine::Kind::positions: return positions();
      case TestLine::Kind::value: return value();
      case TestLine::Kind::same: return same();
      case TestLine::Kind::after: return after();
    }
    return out_;
  }

 private:
  RuleTest answer(const std::string& what, long found, long expected) {
    out_.passed = found == expected;
    out_.found = what + " is " + std::to_string(found) + (out_.passed ? "" : ", the file says " + std::to_string(expected));
    return out_;
  }

  Result<RuleTest> perft() {
    const auto report = TRY(game_.perft("", static_cast<int>(test_.numbers.size()), control_));
    if (!report.complete) return fail(ErrorKind::stopped, "stopped");
    for (std::size_t d = 0; d < test_.numbers.size(); ++d)
      if (static_cast<long>(report.leaves[d]) != test_.numbers[d] || d + 1 == test_.numbers.size())
        return answer("perft " + std::to_string(d + 1), static_cast<long>(report.leaves[d]), test_.numbers[d]);
    return out_;
  }

  /// Increases the depth until all games have ended.
  Result<RuleTest> games() {
    std::uint64_t last = 0;
    for (int depth = 8;; depth += 8) {
      const auto report = TRY(game_.perft("", depth, control_));
      if (!report.complete) return fail(ErrorKind::stopped, "stopped");
      const std::uint64_t now = report.leaves.back();
      if (report.leaves.size() > 1 && report.leaves[report.leaves.size() - 2] == now && now == last)
        return answer("the number of games", static_cast<long>(now), test_.numbers[0]);
      last = now;
      if (depth > 190) return fail("the games are too long to be counted");
    }
  }

  Result<RuleTest> positions() {
    CensusOptions options;
    options.cycles = false;
    const auto report = TRY(game_.solver().census("", options, control_));
    if (control_.stop.stop_requested()) return fail(ErrorKind::stopped, "stopped");
    if (!report.complete) {
      out_.found = "the positions could not all be counted: " + report.unfinished;
      return out_;
    }
    return answer("the number of positions", static_cast<long>(report.all.positions), test_.numbers[0]);
  }

  Result<RuleTest> value() {
    const auto report = TRY(game_.solver().solve("", {}, control_));
    if (control_.stop.stop_requested()) return fail(ErrorKind::stopped, "stopped");
    if (!report.value) {
      out_.found = "the value is not known" + (report.unfinished.empty() ? "" : ": " + report.unfinished);
      return out_;
    }
    return answer("the value", *report.value, test_.numbers[0]);
  }

  Result<RuleTest> same() {
    const auto other = TRY(catalog_.open(test_.text));
    constexpr std::uint64_t far = 100'000, games = 100;
    auto walked = TRY(same_everywhere(game_, *other, test_.slow ? ~std::uint64_t{0} : far, control_));
    Result<SameReport> report = walked ? Result<SameReport>(std::move(*walked)) : same_in_games(game_, *other, games, control_);
    if (!report) return fail(report.error());
    if (!report->complete) return fail(ErrorKind::stopped, "stopped");
    out_.passed = report->same;
    out_.found = report->same ? (report->proved ? "the same as " : "no difference from ") + test_.text
                              : "different from " + test_.text + ": " + report->difference->what + " after '" +
                                    join(report->difference->line, " ") + "'";
    return out_;
  }

  Result<RuleTest> after() {
    const auto session = game_.session();
    for (const std::string& move : test_.moves)
      if (const auto played = session->play(move); !played) {
        out_.found = played.error().message();
        return out_;
      }
    for (const Fact& fact : test_.facts) {
      std::string found, expected = fact.text.empty() ? listed(fact.numbers) : fact.text, what;
      switch (fact.kind) {
        case Fact::Kind::moves:
          what = "the number of moves";
          found = std::to_string(session->moves().size());
          break;
        case Fact::Kind::gains:
          what = "what was gained";
          found = listed(session->gained());
          break;
        case Fact::Kind::result:
          what = "the result";
          found = session->result() ? listed(*session->result()) : "not there yet";
          break;
        case Fact::Kind::turn:
          what = "the seat to move";
          found = session->turn_name();
          break;
        case Fact::Kind::over:
          what = "the game";
          expected = "over";
          found = session->is_over() ? "over" : "not over";
          break;
        case Fact::Kind::illegal: {
          const auto moves = session->moves();
          const bool legal = std::find(moves.begin(), moves.end(), fact.text) != moves.end();
          what = "the move " + fact.text;
          found = legal ? "legal" : "illegal";
          expected = "illegal";
          break;
        }
        case Fact::Kind::position:
          what = "the position";
          found = session->position();
          break;
      }
      if (found != expected) {
        out_.place = fact.place;
        out_.found = what + " is " + found + ", the file says " + expected;
        return out_;
      }
    }
    out_.passed = true;
    out_.found = "as the file says";
    return out_;
  }

  const Catalog& catalog_;
  const OpenGame& game_;
  const TestLine& test_;
  const Control& control_;
  RuleTest out_;
};

}  // namespace

Result<RuleTest> run_rule_test(const Catalog& catalog, const GameEntry& file, const rules::TestLine& test, const Control& control) {
  const auto values = TRY(check_values(file.id, file.parameters, test.with));
  const auto game = TRY(file.open(values));
  return Runner(catalog, *game, test, control).run();
}

}  // namespace banmen
