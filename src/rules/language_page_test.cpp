// The examples of the language pages: whole games are parsed and their tests run by the reference interpreter, fragments are parsed
// on top of the game that they name, and every `let` of a block of values has the value in its comment.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "rules/check.hpp"
#include "rules/lines.hpp"
#include "rules/reference.hpp"
#include "rules/resolve.hpp"

namespace banmen::rules {
namespace {

const std::filesystem::path root = BANMEN_SOURCE_DIR;

std::string content_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::stringstream out;
  out << file.rdbuf();
  return out.str();
}

struct Example {
  std::string kind, text, where;
};

std::vector<Example> examples_of(const std::string& page) {
  std::vector<Example> out;
  std::stringstream in(content_of(root / page));
  bool inside = false;
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (line.starts_with("```")) {
      if (!inside) out.push_back({line.substr(3, line.find(' ') - 3), "", page + ":" + std::to_string(number)});
      inside = !inside;
    } else if (inside) {
      out.back().text += line + "\n";
    }
  }
  return out;
}

/// A text that may extend games of the library.
struct Opened {
  explicit Opened(const std::string& text) {
    const auto find = [](const std::string& name, const std::string&) -> std::optional<Text> {
      if (!std::filesystem::exists(root / "games" / name)) return std::nullopt;
      return Text{name, content_of(root / "games" / name)};
    };
    reading = read_file({"the example", text}, find, messages);
    if (!messages.any_error()) rules = resolve(reading, default_values(reading.file), messages);
  }

  [[nodiscard]] std::string errors() const {
    std::string out;
    for (const Message& m : messages.sorted()) out += std::to_string(m.place.line) + ": " + m.what + " (" + m.hint + ")\n";
    return out;
  }

  Messages messages;
  Reading reading;
  std::optional<Rules> rules;
};

constexpr long most_leaves = 5000;  // the reference interpreter is slow

long perft(const Reference& game, const State& state, int depth) {
  if (depth == 0 || game.turn(state) == over) return 1;
  long leaves = 0;
  for (const ReferenceMove& move : game.moves(state)) leaves += perft(game, move.after, depth - 1);
  return leaves;
}

void check_line_of_play(const Reference& game, const Rules& rules, const TestLine& test) {
  State state = game.initial();
  std::vector<long> gains(rules.seats.size());
  for (const std::string& text : test.moves) {
    const auto moves = game.moves(state);
    const auto found = std::find_if(moves.begin(), moves.end(), [&](const ReferenceMove& m) { return m.text == text; });
    ASSERT_NE(found, moves.end()) << "no move " << text;
    for (std::size_t i = 0; i < gains.size(); ++i) gains[i] += found->gains[i];
    state = found->after;
  }
  const auto moves = game.moves(state);
  for (const Fact& fact : test.facts) switch (fact.kind) {
      case Fact::Kind::moves: EXPECT_EQ(static_cast<long>(moves.size()), fact.numbers[0]); break;
      case Fact::Kind::gains: EXPECT_EQ(gains, fact.numbers); break;
      case Fact::Kind::result: {
        std::vector<long> result = game.payoff(state);
        for (std::size_t i = 0; i < result.size(); ++i) result[i] += gains[i];
        EXPECT_EQ(result, fact.numbers);
        break;
      }
      case Fact::Kind::turn: EXPECT_EQ(rules.seats[static_cast<std::size_t>(state.seat)], fact.text); break;
      case Fact::Kind::over: EXPECT_EQ(game.turn(state), over); break;
      case Fact::Kind::illegal:
        EXPECT_TRUE(std::none_of(moves.begin(), moves.end(), [&](const ReferenceMove& m) { return m.text == fact.text; }));
        break;
      case Fact::Kind::position: EXPECT_EQ(game.text(state), fact.text); break;
    }
}

void check_tests(const Opened& opened) {
  for (const TestLine& test : opened.reading.file.tests) {
    SCOPED_TRACE("line " + std::to_string(test.place.line));
    ParamValues values = default_values(opened.reading.file);
    for (const auto& [name, value] : test.with)
      for (auto& p : values)
        if (p.first == name) p.second = value;
    Messages messages;
    const auto rules = resolve(opened.reading, values, messages);
    ASSERT_TRUE(rules);
    const Reference game(*rules);
    const std::size_t depths = test.kind == TestLine::Kind::perft ? test.numbers.size() : 0;
    for (std::size_t d = 0; d < depths && test.numbers[d] <= most_leaves; ++d)
      EXPECT_EQ(perft(game, game.initial(), static_cast<int>(d) + 1), test.numbers[d]);
    if (test.kind == TestLine::Kind::after) check_line_of_play(game, *rules, test);
    EXPECT_TRUE(game.faults().empty());
  }
}

TEST(LanguagePage, WholeGames) {
  for (const char* page : {"docs/language.md", "docs/write-a-game.md"})
    for (const Example& example : examples_of(page)) {
      if (example.kind != "game") continue;
      SCOPED_TRACE(example.where);
      const Opened opened(example.text);
      ASSERT_TRUE(opened.rules) << opened.errors();
      EXPECT_EQ(formatted(example.text), example.text);
      check_tests(opened);
    }
}

TEST(LanguagePage, WholeGamesPassTheCheck) {
  for (const Example& example : examples_of("docs/language.md")) {
    if (example.kind != "game") continue;
    SCOPED_TRACE(example.where);
    const Checked c = check_file({"the example", example.text}, find_in_library());
    for (const Message& m : c.messages) EXPECT_TRUE(m.warning) << m.place.line << ": " << m.what << " (" << m.hint << ")";
  }
}

/// The first line names the base of a fragment: `; on top of hex.game`.
std::string base_of(const std::string& fragment) {
  const std::string lead = "; on top of ";
  EXPECT_TRUE(fragment.starts_with(lead));
  return fragment.substr(lead.size(), fragment.find('\n') - lead.size());
}

TEST(LanguagePage, Fragments) {
  for (const Example& example : examples_of("docs/language.md")) {
    if (example.kind != "rules") continue;
    SCOPED_TRACE(example.where);
    const Opened opened("game \"Fragment\"\nextends \"" + base_of(example.text) + "\"\n" + example.text);
    ASSERT_TRUE(opened.rules) << opened.errors();
    check_tests(opened);
  }
}

std::string value_of(const std::string& text, const std::string& name, const std::string& said) {
  const std::string rest = "end\n  when next stuck: draw\n";
  const bool is_number = said.find_first_not_of("-0123456789") == std::string::npos, is_truth = said == "yes" || said == "no";
  if (is_number || is_truth) {
    const Opened opened(text + rest + "turn\n  choose s in all\nscore " + (is_number ? name : "(1 if " + name + " otherwise 0)") +
                        "\n");
    if (!opened.rules) return opened.errors();
    const Reference game(*opened.rules);
    const long value = game.score(opened.rules->start, 0);
    return is_number ? std::to_string(value) : value != 0 ? "yes" : "no";
  }
  const Opened opened(text + rest + "turn\n  choose s in " + name + "\nnotation \"{s}\"\n");
  if (!opened.rules) return opened.errors();
  std::string out;
  for (const ReferenceMove& move : Reference(*opened.rules).moves(opened.rules->start)) out += (out.empty() ? "" : " ") + move.text;
  return out.empty() ? "none" : out;
}

TEST(LanguagePage, Values) {
  for (const Example& example : examples_of("docs/language.md")) {
    if (example.kind != "values") continue;
    SCOPED_TRACE(example.where);
    std::stringstream in(example.text);
    for (std::string line; std::getline(in, line);) {
      const std::string kept(without_comment(line));
      if (!kept.starts_with("let ") || kept.size() == line.size()) continue;
      const std::string name = kept.substr(4, kept.find_first_of(" (", 4) - 4);
      const std::string said = line.substr(line.find(';', kept.size()) + 2);
      EXPECT_EQ(value_of(example.text, name, said), said) << line;
    }
  }
}

/// Every line is an error of its own; its comment is the message.
TEST(LanguagePage, Mistakes) {
  for (const Example& example : examples_of("docs/language.md")) {
    if (example.kind != "mistakes") continue;
    SCOPED_TRACE(example.where);
    const std::string base = base_of(example.text);
    std::stringstream in(example.text);
    for (std::string line; std::getline(in, line);) {
      const std::string_view kept = without_comment(line);
      if (kept.empty()) continue;
      const std::string said = line.substr(line.find(';', kept.size()) + 2);
      const std::string_view head = kept.substr(0, kept.find(' '));
      const auto statements = statement_words(), sections = section_words();
      const auto among = [&](auto words) { return std::find(words.begin(), words.end(), head) != words.end(); };
      const bool in_turn = (among(statements) && !among(sections)) || head == "flop" || head == "capture";
      const Opened opened("game \"Mistake\"\n" + (head == "extends" ? "" : "extends \"" + base + "\"\n") +
                          (in_turn ? "turn\n  choose f in mine\n  choose t in empty\n  " : "") + line + "\n");
      ASSERT_FALSE(opened.messages.sorted().empty()) << line;
      const Message first = opened.messages.sorted()[0];
      EXPECT_EQ(first.what + (first.hint.empty() ? "" : " (" + first.hint + ")"), said) << line;
    }
  }
}

/// The page lists and counts every word of the language.
TEST(LanguagePage, Words) {
  for (const Example& example : examples_of("docs/language.md")) {
    if (example.kind != "words") continue;
    std::set<std::string, std::less<>> listed;
    std::stringstream in(example.text);
    for (std::string line; std::getline(in, line);) {
      std::stringstream words(line.substr(line.find(':') + 1));
      for (std::string word; words >> word;) listed.insert(word);
    }
    for (const auto& known : {section_words(), statement_words(), set_words(), direction_words(), function_words()})
      for (const std::string_view word : known) EXPECT_TRUE(listed.contains(word)) << word;
    EXPECT_NE(content_of(root / "docs/language.md").find("The language has " + std::to_string(listed.size()) + " words."),
              std::string::npos)
        << listed.size();
  }
}

}  // namespace
}  // namespace banmen::rules
