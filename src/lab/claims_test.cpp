// The ledger is valid, its page is up to date, and mistakes are reported with file, line and key.
#include "lab/claims.hpp"

#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "host/files.hpp"
#include "lab/experiment.hpp"
#include "lab/run.hpp"

namespace banmen::lab {
namespace {

constexpr const char* head = "paper = 'bao'\ntitle = 't'\nsource = 's'\n";

/// Reads the head and a claim; returns the first mistake, or an empty text.
std::string mistake(const std::string& claim) {
  const auto read = read_claims(head + claim, "x.toml");
  return read ? "" : read.error().message();
}

const std::string good =
    "[[claim]]\nid = 'bao-a'\nsection = '1'\ntext = 'x'\ncommand = 'banmen games'\nstatus = 'open'\nfound = 'y'\n";

TEST(Claims, ReportMistakesWithTheirPlace) {
  EXPECT_EQ(mistake(good), "");
  EXPECT_EQ(mistake(good + "reading = ['a']\n"),
            "x.toml: line 11, column 1: there is no key 'reading' in claim (did you mean 'readings'?)");
  EXPECT_EQ(
      mistake("[[claim]]\nid = 'bao-a'\nsection = '1'\ntext = 'x'\ncommand = 'banmen games'\nstatus = 'refutd'\nfound = 'y'\n"),
      "x.toml: line 9, column 10: claim.status: there is no 'refutd' (did you mean 'refuted'?)");
  EXPECT_EQ(mistake("[[claim]]\nid = 'bao-a'\nsection = '1'\ntxt = 'x'\ncommand = 'banmen games'\nstatus = 'open'\nfound = 'y'\n"),
            "x.toml: line 4, column 1: claim: 'text' is missing (is 'txt' in line 7 a misspelling?)");
  EXPECT_EQ(mistake(good + good), "x.toml: line 12, column 6: claim.id: there is a claim 'bao-a' already");
  EXPECT_EQ(
      mistake("[[claim]]\nid = 'yonin-a'\nsection = '1'\ntext = 'x'\ncommand = 'banmen games'\nstatus = 'open'\nfound = 'y'\n"),
      "x.toml: line 5, column 6: claim.id: an id begins with the paper's name (write \"bao-yonin-a\")");
  EXPECT_NE(mistake(good + "expect = [{ at = 'x', value = 1 }]\n").find("a JSON pointer begins with '/'"), std::string::npos);
  EXPECT_NE(mistake(good + "expect = [{ at = '/x' }]\n").find("expected either 'value' or 'size'"), std::string::npos);
  EXPECT_NE(mistake(good + "expect = [{ at = '/x', value = 1, tolernce = 2 }]\n").find("did you mean 'tolerance'?"),
            std::string::npos);
}

TEST(Claims, AStatusMayNotContradictTheFigures) {
  const std::string confirmed =
      "[[claim]]\nid = 'bao-a'\nsection = '1'\ntext = 'x'\ncommand = 'banmen games'\nstatus = 'confirmed'\nfound = 'y'\n";
  EXPECT_EQ(mistake(confirmed + "expect = [{ at = '/x', value = 13, printed = 13 }]\n"), "");
  EXPECT_EQ(mistake(confirmed + "expect = [{ at = '/x', value = 13.2, printed = 13, tolerance = 0.5 }]\n"), "");
  EXPECT_NE(mistake(confirmed + "expect = [{ at = '/x', value = 13, printed = 12 }]\n").find("called confirmed, but 1"),
            std::string::npos);
  const std::string refuted =
      "[[claim]]\nid = 'bao-a'\nsection = '1'\ntext = 'x'\ncommand = 'banmen games'\nstatus = 'refuted'\nfound = 'y'\n";
  EXPECT_NE(mistake(refuted + "expect = [{ at = '/x', value = [1, 2], printed = [1, 2] }]\n").find("all its printed figures agree"),
            std::string::npos);
}

TEST(Claims, ExpectationsMeetOutput) {
  const std::string output = R"({"a":{"b":[1,2.5,"c"]},"t":true})";
  const auto agrees = [&](Expectation e) { return meet(e, output).agrees; };
  EXPECT_TRUE(agrees({"/a/b/0", false, "", "1", 0, {}}));
  EXPECT_FALSE(agrees({"/a/b/0", false, "", "2", 0, {}}));
  EXPECT_TRUE(agrees({"/a/b/1", false, "", "2.4", 0.11, {}}));
  EXPECT_FALSE(agrees({"/a/b/1", false, "", "2.4", 0.09, {}}));
  EXPECT_TRUE(agrees({"/a/b", true, "", "3", 0, {}}));
  EXPECT_TRUE(agrees({"/a/b", false, "", R"([1,2.5,"c"])", 0, {}}));
  EXPECT_TRUE(agrees({"/t", false, "", "true", 0, {}}));
  EXPECT_FALSE(agrees({"/t", false, "", "false", 0, {}}));
  const std::string rows = R"([{"k":1,"v":[1,2]},{"k":1,"v":[3]},{"k":2,"v":[1,2]}])";
  EXPECT_TRUE(meet({"", true, R"({"k":1})", "2", 0, {}}, rows).agrees);
  EXPECT_TRUE(meet({"", true, R"({"k":1,"v":[1,2]})", "1", 0, {}}, rows).agrees);
  EXPECT_TRUE(meet({"", true, R"({"w":1})", "0", 0, {}}, rows).agrees);
  EXPECT_FALSE(agrees({"/nothing", false, "", "1", 0, {}}));
  EXPECT_FALSE(agrees({"/a/b/x", false, "", "1", 0, {}}));
  EXPECT_FALSE(meet({"/a", false, "", "1", 0, {}}, "banmen: there is no game").agrees);
}

TEST(Claims, TheLedgerReadsAndIdsAreUnique) {
  const auto ledger = the_ledger();
  ASSERT_TRUE(ledger) << ledger.error().message();
  ASSERT_EQ(ledger->size(), 5u);
  std::set<std::string> ids;
  for (const PaperClaims& paper : *ledger) {
    EXPECT_GE(paper.claims.size(), 20u) << paper.paper;
    for (const Claim& c : paper.claims) EXPECT_TRUE(ids.insert(c.id).second) << c.id;
  }
  EXPECT_EQ(the_ledger("hichian").error().hint, "did you mean 'hichain'?");
}

/// The numbers of a text, and its code in back-ticks.
std::multiset<std::string> quoted_in(const std::string& text) {
  static const std::regex pattern("`[^`]*`|[0-9]+(?:[.,][0-9]+)*");
  std::multiset<std::string> out;
  for (std::sregex_iterator one(text.begin(), text.end(), pattern), none; one != none; ++one) out.insert(one->str());
  return out;
}

TEST(Claims, NumbersAndCodeAreTheSameInJapanese) {
  const auto ledger = the_ledger();
  ASSERT_TRUE(ledger) << ledger.error().message();
  for (const PaperClaims& paper : *ledger)
    for (const Claim& c : paper.claims) {
      EXPECT_EQ(quoted_in(c.text), quoted_in(c.text_ja)) << c.id << ": " << c.text << "\n" << c.text_ja;
      EXPECT_EQ(quoted_in(c.found), quoted_in(c.found_ja)) << c.id << ": " << c.found << "\n" << c.found_ja;
      for (std::size_t k = 0; k < c.readings.size(); ++k)
        EXPECT_EQ(quoted_in(c.readings[k]), quoted_in(c.readings_ja[k])) << c.id << ": " << c.readings_ja[k];
    }
  for (const std::string& paper : paper_names()) {
    const auto files = read_run_files({}, {paper});
    ASSERT_TRUE(files) << files.error().message();
    const ExperimentFile& file = files->front();
    EXPECT_EQ(quoted_in(file.note), quoted_in(file.note_ja)) << paper;
    for (const Experiment& e : file.experiments) {
      EXPECT_EQ(quoted_in(e.title), quoted_in(e.title_ja)) << paper << " " << e.id << ": " << e.title << "\n" << e.title_ja;
      EXPECT_EQ(quoted_in(e.note), quoted_in(e.note_ja)) << paper << " " << e.id << ": " << e.note << "\n" << e.note_ja;
    }
  }
}

TEST(Claims, EachHasOneJapaneseText) {
  const auto mistake_in = [](const std::string& japanese) {
    auto claims = read_claims(head + good, "x.toml");
    const auto added = add_japanese(*claims, japanese, "x.ja.toml");
    return added ? "" : added.error().message();
  };
  const std::string text = "text = 'あ'\nfound = 'い'\n";
  EXPECT_EQ(mistake_in("title = 't'\n[claim.bao-a]\n" + text + "[experiment.e]\n"), "");
  EXPECT_EQ(mistake_in("[claim.bao-b]\n" + text),
            "x.ja.toml: line 1, column 1: claim: 'bao-a' is missing (is 'bao-b' in line 1 a misspelling?)");
  EXPECT_EQ(mistake_in("[claim.bao-a]\n" + text + "[claim.bao-c]\n" + text),
            "x.ja.toml: line 4, column 8: there is no key 'bao-c' in claim (did you mean 'bao-a'?)");
  EXPECT_NE(mistake_in("[claim.bao-a]\ntext = 'あ'\n").find("'found' is missing"), std::string::npos);
  EXPECT_NE(mistake_in("[claim.bao-a]\n" + text + "readings = ['う']\n").find("1 readings, but the claim has 0"),
            std::string::npos);
}

TEST(Claims, ThePageIsUpToDate) {
  const auto ledger = the_ledger();
  ASSERT_TRUE(ledger);
  const auto page = read_file(BANMEN_SOURCE_DIR "/docs/claims.md");
  ASSERT_TRUE(page) << page.error().message();
  EXPECT_EQ(*page, claims_page(*ledger)) << "banmen claims --markdown >docs/claims.md writes it";
}

}  // namespace
}  // namespace banmen::lab
