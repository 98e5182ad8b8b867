// Endings that players know, and what a table says of them.
#include "research/backgammon/side_text.hpp"
#include "research/backgammon/studies.hpp"
#include "research/backgammon/table_answers.hpp"

namespace banmen::backgammon {
namespace {

Result<Findings> run(const Values& values, const Control&) {
  const Questions questions(static_cast<int>(values.integer("most")), static_cast<std::uint64_t>(values.integer("positions")));
  const auto answers = answers_from(values.text("answers"), questions);
  if (!answers) return fail(answers.error());
  using Kind = Findings::Column::Kind;
  Findings::Table table{.name = "endings",
                        .help = "single wins, the mover to roll",
                        .columns = {{"ending", Kind::text},
                                    {"mover", Kind::text, "points as the mover counts them"},
                                    {"opponent", Kind::text, "points as the opponent counts them"},
                                    {"value", Kind::real, "points that the mover may expect", 8},
                                    {"win", Kind::real, "the mover's chance", 6},
                                    {"error_bound", Kind::real, "of the value"}}};
  const std::size_t first = answers->size() - questions.endings.size();
  for (std::size_t k = 0; k < questions.endings.size(); ++k) {
    const Answer& answer = (*answers)[first + k];
    const KnownEnding& ending = questions.endings[k];
    table.rows.push_back({ending.name, ending.mover, ending.other, answer.value, (answer.value + 1) / 2, answer.radius});
  }
  Findings found;
  found.add(std::move(table));
  return found;
}

}  // namespace

Study endings() {
  return {.id = "endings",
          .help = "What a table says of endings that players know",
          .examples = {"banmen backgammon endings --answers docs/results/wide/answers.bin",
                       "banmen backgammon endings --most 3 --answers three.db"},
          .parameters = {Parameter::path("answers", "A table's answers (see mistakes), or a database of single wins").needed(),
                         Parameter::integer("most", 5, 2, 5, "Checkers of a side"),
                         Parameter::integer("positions", 5000, 1, 100000, "As given to mistakes when the questions were written")},
          .run = run,
          .takes = Study::Takes::moments};
}

}  // namespace banmen::backgammon
