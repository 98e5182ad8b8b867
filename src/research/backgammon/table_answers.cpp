#include "research/backgammon/table_answers.hpp"

#include <algorithm>
#include <fstream>

#include "engines/backgammon/endgames/equities.hpp"
#include "host/files.hpp"

namespace banmen::backgammon {
namespace {

Result<std::vector<Answer>> from_database(const std::string& path, const Questions& questions) {
  const auto file = EquityFile::open(path);
  if (!file) return fail(file.error());
  const int most = questions.most;
  if (!file->covers(most, most) || file->plan().payoff != EquityPlan::Payoff::single)
    return fail(
        "'" + path + "' does not know single wins of " + std::to_string(most) + " against " + std::to_string(most) + " checkers",
        "a smaller --most, or another file");
  const double radius = std::max(0.0, file->proved()) + file->rounding();
  std::vector<Answer> out;
  for (const Standing& one : questions.asked) {
    const auto value = file->value(EquityTable::Kind::equity, one.mover, one.other);
    if (!value) return fail(value.error());
    out.push_back({*value, radius});
  }
  return out;
}

}  // namespace

Result<std::vector<Answer>> answers_from(const std::string& path, const Questions& questions) {
  if (!is_plain_file(path)) return fail("'" + path + "' is no plain file", "answers of a table or a database are wanted");
  std::string start(8, ' ');
  std::ifstream(path, std::ios::binary).read(start.data(), 8);
  if (start != "bnmnans1") return from_database(path, questions);
  const auto bytes = read_file(path);
  if (!bytes) return fail(bytes.error());
  auto answers = read_answers(*bytes, questions.asked.size());
  if (!answers) {
    Error error = answers.error();
    error.where = path;
    return fail(error);
  }
  return answers;
}

}  // namespace banmen::backgammon
