
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "rules/lines.hpp"
#include "rules/reader.hpp"

namespace banmen::rules {
namespace {

const std::filesystem::path library = std::filesystem::path(BANMEN_SOURCE_DIR) / "games";

std::string content_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::stringstream out;
  out << file.rdbuf();
  return out.str();
}

std::vector<std::string> library_texts() {
  std::vector<std::string> texts;
  for (const auto& entry : std::filesystem::directory_iterator(library))
    if (entry.path().extension() == ".game") texts.push_back(content_of(entry.path()));
  return texts;
}

std::uint64_t hash_of(const std::string& text) {
  Messages messages;
  const auto find = [](const std::string& name, const std::string&) -> std::optional<Text> {
    return Text{name, content_of(library / name)};
  };
  return meaning_hash(read_file({"the text", text}, find, messages));
}

std::string without_blanks(const std::string& text) {
  std::string out;
  for (const char c : text)
    if (c != ' ' && c != '\t' && c != '\r' && c != '\n') out += c;
  return out;
}

std::vector<std::string> lines_in(const std::string& text) {
  std::vector<std::string> lines;
  std::stringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// The same text with other blanks; with `torn` also with broken lines, comments and empty lines added.
class Author {
 public:
  Author(unsigned seed, bool torn) : random_(seed), torn_(torn) {}

  std::string retyped(const std::string& text) {
    const int width = 1 + below(6);
    std::string out;
    bool in_test = false;
    for (const std::string& line : lines_in(text)) {
      const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
      if (indent == 0 && !line.empty()) in_test = line.starts_with("test");
      if (torn_) between(out);
      const bool comment = indent < line.size() && line[indent] == ';';
      // Comments are indented like the next line, so any indentation will do.
      out.append(comment ? static_cast<std::size_t>(below(9)) : indent / 2 * static_cast<std::size_t>(width), ' ');
      const std::size_t behind = comment ? line.size() : without_comment(line).size();
      out += comment ? line.substr(indent) : words(line.substr(indent, behind - indent), in_test);
      if (const std::size_t trailing = line.find(';', behind); trailing != std::string::npos)
        out += blanks(1) + line.substr(trailing);
      out += blanks(0) + (below(4) == 0 ? "\r\n" : "\n");
    }
    return out;
  }

 private:
  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  std::string blanks(int least) { return std::string(static_cast<std::size_t>(least + below(4)), ' '); }

  void between(std::string& out) {
    for (int i = below(4); i > 1; --i) out += blanks(0) + "\n";
    if (below(6) == 0) out += blanks(0) + "; comment \"" + std::to_string(below(1000)) + "; and more\n";
  }

  std::string words(const std::string& line, bool in_test) {
    bool picture = line.find_first_of("\"(") == std::string::npos;  // every word one character: nothing to pull together
    for (std::size_t i = 1; i < line.size(); i += 2) picture = picture && line[i] == ' ';
    std::string out;
    bool quoted = false;
    int open = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
      const char c = line[i];
      if (c == '"') quoted = !quoted;
      const auto is_symbol = [&](std::size_t k) {
        return k < line.size() && std::string_view("()[]{},:=<>!&|+-*/.").find(line[k]) != std::string_view::npos;
      };
      if (quoted) {
        out += c;
      } else if (c == ' ') {
        const bool needed =
            in_test || picture || (!is_symbol(i - 1) && !is_symbol(i + 1)) || line[i + 1] == '"' || line[i - 1] == '"';
        out += torn_ && open > 0 && below(5) == 0 ? broken() : blanks(needed ? 1 : 0);
      } else {
        if (c == '(' || c == '[') ++open;
        if (c == ')' || c == ']') --open;
        out += c;
        const bool inside_pair = is_symbol(i) && is_symbol(i + 1) && c != '(' && c != ')' && c != ',' && c != ']';
        if (is_symbol(i) && !inside_pair && !in_test && !picture && below(3) == 0) out += blanks(1);
      }
    }
    return out;
  }

  std::string broken() { return blanks(0) + (below(3) == 0 ? "  ; why\n" : "\n") + (below(5) == 0 ? "; alone\n" : "") + blanks(0); }

  std::mt19937 random_;
  bool torn_;
};

TEST(Format, LibraryIsFormatted) {
  for (const std::string& text : library_texts()) EXPECT_EQ(formatted(text), text);
}

TEST(Format, BlanksMakeNoDifference) {
  for (const std::string& text : library_texts())
    for (unsigned seed = 0; seed < 20; ++seed) {
      const std::string other = Author(seed, false).retyped(text);
      ASSERT_EQ(formatted(other), text) << other;
    }
}

TEST(Format, IsIdempotentAndKeepsTheMeaning) {
  for (const std::string& text : library_texts())
    for (unsigned seed = 0; seed < 20; ++seed) {
      const std::string other = Author(seed, true).retyped(text), once = formatted(other);
      ASSERT_EQ(formatted(once), once) << other;
      ASSERT_EQ(without_blanks(once), without_blanks(other)) << other;
      ASSERT_EQ(hash_of(other), hash_of(text)) << other;
      ASSERT_EQ(hash_of(once), hash_of(text)) << once;
    }
}

TEST(Format, KeepsTextsThatAreNoRuleFiles) {
  std::mt19937 random(7);
  const std::string_view inserted = "\n \t;\"()[]{},:=<>!&|+-*/.;x1\x80é\r";
  for (const std::string& text : library_texts())
    for (int n = 0; n < 50; ++n) {
      std::string broken = text;
      for (unsigned i = random() % 8; i-- > 0;) {
        const std::size_t at = random() % broken.size();
        if (random() % 2 == 0)
          broken.insert(at, 1, inserted[random() % inserted.size()]);
        else
          broken.erase(at, random() % 3);
      }
      const std::string once = formatted(broken);
      ASSERT_EQ(without_blanks(once), without_blanks(broken)) << broken;
      ASSERT_EQ(formatted(once), once) << broken;
    }
}

TEST(Format, Layout) {
  EXPECT_EQ(formatted(""), "");
  EXPECT_EQ(formatted("\n\n\n"), "");
  EXPECT_EQ(formatted("; alone"), "; alone\n");
  EXPECT_EQ(
      formatted("\n\ngame   \"A  b\"\n\n\n\nboard grid 3 x(n+1)   ;  here \n    ; there\nturn\n     ;deep\n     again\n;end\n\n"),
      "game \"A  b\"\n\nboard grid 3 x (n+1)  ;  here\n; there\nturn\n  ;deep\n  again\n;end\n");
}

/// A statement as it is laid out.
std::string laid(const std::string& line, const std::string& section = "turn") {
  const std::string whole = formatted(section + "\n " + line);
  return whole.substr(section.size() + 3, whole.size() - section.size() - 4);
}

TEST(Format, Signs) {
  EXPECT_EQ(laid("let a=sites( holes .. 2 * holes - 1 )"), "let a = sites(holes..2*holes-1)");
  EXPECT_EQ(laid("let a=site(2*pits-index(h))"), "let a = site(2*pits - index(h))");
  EXPECT_EQ(laid("let a=10*pairs-10*(pairs of next)"), "let a = 10 * pairs - 10 * (pairs of next)");
  EXPECT_EQ(laid("let a=upper-west"), "let a = upper - west");
  EXPECT_EQ(laid("let a = - 3 + count ( x ) / 2"), "let a = -3 + count(x) / 2");
  EXPECT_EQ(laid("add - 1 to c"), "add -1 to c");
  EXPECT_EQ(laid("let a = pairs of next-1"), "let a = pairs of next - 1");
  EXPECT_EQ(laid("if last in store:again"), "if last in store: again");
  EXPECT_EQ(laid("choose t in(leap(f,1 : 2)|{ a1   b2 })-mine"), "choose t in (leap(f, 1:2) | {a1 b2}) - mine");
  EXPECT_EQ(laid("require not(a and(b<=2))"), "require not (a and (b <= 2))");
  EXPECT_EQ(laid("put rook at(at(f,d,1)|b)"), "put rook at (at(f, d, 1) | b)");
  EXPECT_EQ(laid("put rook at at (f,d,1)"), "put rook at at(f, d, 1)");
  EXPECT_EQ(laid("require a and(b\nor c)"), "require a and (b\n      or c)");
  EXPECT_EQ(laid("choose h in side\n where stones(h)>0"), "choose h in side\n      where stones(h) > 0");
}

TEST(Format, KeepsTokensOfTestsTogether) {
  EXPECT_EQ(laid("with a = - 1 ,b=2 : value - 3", "test"), "with a=-1, b=2: value -3");
  EXPECT_EQ(laid("same as reversi:size=4,rule=x", "test"), "same as reversi:size=4,rule=x");
  EXPECT_EQ(laid("after  a1-b2:x pass:  moves 3 ,illegal a1-b2", "test"), "after a1-b2:x pass: moves 3, illegal a1-b2");
  EXPECT_EQ(laid("after : gains 1 -1", "test"), "after: gains 1 -1");
}

TEST(MeaningHash, DependsOnRulesOnly) {
  const std::string text = content_of(library / "reversi.game");
  const auto changed = [&](std::string_view from, std::string_view to) {
    std::string other = text;
    const std::size_t at = other.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return hash_of(other.replace(at, from.size(), to));
  };
  EXPECT_EQ(changed("\"Reversi\"", "\"Othello\""), hash_of(text));
  EXPECT_EQ(changed("squares along an edge", "how large"), hash_of(text));
  EXPECT_EQ(changed("show squares, disc round\n", ""), hash_of(text));
  EXPECT_EQ(changed("perft 4 12", "perft 4 13"), hash_of(text));
  EXPECT_NE(changed("score count(mine)\n", "\n"), hash_of(text));
  EXPECT_NE(changed("all8", "orthogonal"), hash_of(text));
  EXPECT_NE(changed("else pass\n", ""), hash_of(text));
  EXPECT_NE(changed("4..10", "4..12"), hash_of(text));
  EXPECT_NE(changed("o x\n  x o", "x o\n  o x"), hash_of(text));
  EXPECT_NE(changed("{s}", "{s}!"), hash_of(text));
}

TEST(MeaningHash, DependsOnTheOrderOfBlocksButNotOfSections) {
  EXPECT_EQ(hash_of("game \"a\"\nlet a = 1\nseats b c\n"), hash_of("game \"a\"\nseats b c\nlet a = 1\n"));
  EXPECT_NE(hash_of("game \"a\"\nturn\n  if a\n    again\n  stop\n"), hash_of("game \"a\"\nturn\n  if a\n    again\n    stop\n"));
}

TEST(MeaningHash, IgnoresReplacedSections) {
  const auto over = [](std::string base) {
    Messages messages;
    const auto find = [&](const std::string& name, const std::string&) { return std::optional(Text{name, base}); };
    return meaning_hash(read_file({"own", "game \"a\"\nextends \"base\"\nscore 2\nparam n = 3 in 1..4\n"}, find, messages));
  };
  const std::uint64_t hash = over("game \"b\"\nparam n = 1 in 1..2\nparam m = 1 in 1..2\nscore 1\nvalue 1\n");
  EXPECT_EQ(hash, over("game \"b\"\nparam n = 1 in 1..9\nparam m = 1 in 1..2\nscore 7\nvalue 1\ntest\n  perft 1\n"));
  EXPECT_NE(hash, over("game \"b\"\nparam n = 1 in 1..2\nparam m = 1 in 1..3\nscore 1\nvalue 1\n"));
  EXPECT_NE(hash, over("game \"b\"\nparam n = 1 in 1..2\nparam m = 1 in 1..2\nscore 1\nvalue 2\n"));
}

TEST(MeaningHash, IsTheSameInEveryVersion) {
  EXPECT_EQ(hash_of("game \"a\"\nboard grid 3 x 3\nturn\n  place sign on s in empty\n"), 13305625936459147054u);
}

}  // namespace
}  // namespace banmen::rules
