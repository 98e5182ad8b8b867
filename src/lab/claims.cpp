#include "lab/claims.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "core/text.hpp"
#include "core/try.hpp"
#include "lab/experiment.hpp"
#include "lab/toml.hpp"

namespace banmen::lab {
namespace {

using Json = nlohmann::ordered_json;

/// A TOML value as JSON text.
std::string json_of(const TomlValue& value) {
  if (value.is_table()) {
    std::string out = "{";
    for (const auto& [key, field] : value.table().all())
      out += (out.size() > 1 ? "," : "") + Json(key).dump() + ":" + json_of(field);
    return out + "}";
  }
  if (value.is_text()) return Json(value.text()).dump();
  if (value.is_list()) {
    std::string out = "[";
    for (const TomlValue& item : value.list()) out += (out.size() > 1 ? "," : "") + json_of(item);
    return out + "]";
  }
  return value.plain();
}

Expectation read_expectation(TomlTable table) {
  Expectation e;
  const TomlValue at = table["at"];
  e.at = at.text();
  if (!e.at.empty() && e.at.front() != '/') at.wrong("a JSON pointer begins with '/'", "write \"/" + e.at + "\"");
  const auto size = table.find("size");
  const auto value = table.find("value");
  if (size.has_value() == value.has_value()) table.wrong("expected either 'value' or 'size'");
  e.size = size.has_value();
  if (size) e.value = std::to_string(size->integer(0, 1'000'000'000));
  if (value) e.value = json_of(*value);
  if (const auto where = table.find("where")) {
    if (!where->is_table() || !e.size)
      where->wrong("expected fields, together with 'size'", "write where = { name = value }, size = N");
    if (where->is_table()) e.where = json_of(*where);
  }
  e.tolerance = table.real("tolerance", 0, 0, 1e18);
  if (const auto printed = table.find("printed")) e.printed = json_of(*printed);
  table.done();
  return e;
}

bool agree(const Json& a, const Json& b, double tolerance) {
  if (a.is_number() && b.is_number()) {
    if (a.is_number_integer() && b.is_number_integer() && tolerance == 0) return a == b;
    return std::abs(a.get<double>() - b.get<double>()) <= tolerance;
  }
  if (a.is_array() && b.is_array()) {
    if (a.size() != b.size()) return false;
    for (std::size_t k = 0; k < a.size(); ++k)
      if (!agree(a[k], b[k], tolerance)) return false;
    return true;
  }
  return a == b;
}

/// If figures are printed, "confirmed" requires that all agree with ours, and "refuted" that one does not. Returns the
/// contradiction, or nothing.
std::optional<std::string> status_conflict(const Claim& claim) {
  std::size_t printed = 0, same = 0;
  for (const Expectation& e : claim.expect) {
    if (!e.printed) continue;
    ++printed;
    same += agree(Json::parse(e.value, nullptr, false), Json::parse(*e.printed, nullptr, false), e.tolerance);
  }
  if (printed == 0) return std::nullopt;
  if (claim.status == "confirmed" && same < printed)
    return fmt::format("'{}' is called confirmed, but {} of its printed figures differ from ours", claim.id, printed - same);
  if (claim.status == "refuted" && same == printed)
    return fmt::format("'{}' is called refuted, but all its printed figures agree with ours", claim.id);
  return std::nullopt;
}

Claim read_claim(TomlTable table, const std::string& paper, std::set<std::string>& ids) {
  Claim c;
  c.paper = paper;
  const TomlValue id = table["id"];
  c.id = id.text();
  if (!c.id.starts_with(paper + "-")) id.wrong("an id begins with the paper's name", "write \"" + paper + "-" + c.id + "\"");
  if (!ids.insert(c.id).second) id.wrong("there is a claim '" + c.id + "' already");
  c.section = table["section"].text();
  c.text = table["text"].text();
  const TomlValue command = table["command"];
  c.command = command.text();
  if (!c.command.starts_with("banmen ")) command.wrong("a command begins with 'banmen '");
  c.cost = table.choice("cost", {"seconds", "minutes", "hours"});
  c.status = table["status"].choice(claim_statuses());
  c.found = table["found"].text();
  c.readings = table.texts("readings");
  for (TomlTable row : table.tables("expect")) c.expect.push_back(read_expectation(std::move(row)));
  table.done();
  if (const auto conflict = status_conflict(c)) table.wrong(*conflict);
  return c;
}

/// Reads the tables [KIND.ID] of a file of Japanese texts, one for each item.
template <class Item, class Read>
void read_japanese(TomlTable& top, const char* kind, std::vector<Item>& items, const Read& read) {
  for (const char* key : {"title", "note", "claim", "experiment"}) (void)top.find(key);
  TomlTable all = top[kind].table();
  for (Item& item : items) {
    TomlTable table = all[item.id].table();
    read(item, table);
    table.done();
  }
  all.done();
  top.done();
}

template <class Item>
void read_title_and_note(Item& item, TomlTable& table) {
  item.title_ja = table["title"].text();
  if (!item.note.empty()) item.note_ja = table["note"].text();
}

/// Escapes a cell of a Markdown table.
std::string cell(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '|') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

std::string japanese_file(const ClaimsFile& file) { return "papers/" + std::string(file.paper) + ".ja.toml"; }

}  // namespace

const std::vector<std::string>& claim_statuses() {
  static const std::vector<std::string> all{"confirmed", "refuted", "refined", "undecidable", "open"};
  return all;
}

Result<PaperClaims> read_claims(std::string_view text, const std::string& file) {
  const auto toml = TRY(TomlFile::parse(text, file));
  TomlTable top = toml.top();
  PaperClaims out;
  out.paper = top["paper"].text();
  out.title = top["title"].text();
  out.source = top["source"].text();
  std::set<std::string> ids;
  for (TomlTable table : top.tables("claim")) out.claims.push_back(read_claim(std::move(table), out.paper, ids));
  top.done();
  TRY(toml.verdict());
  return out;
}

Result<void> add_japanese(PaperClaims& claims, std::string_view text, const std::string& file) {
  const auto toml = TRY(TomlFile::parse(text, file));
  TomlTable top = toml.top();
  read_japanese(top, "claim", claims.claims, [](Claim& claim, TomlTable& table) {
    claim.text_ja = table["text"].text();
    claim.found_ja = table["found"].text();
    claim.readings_ja = table.texts("readings");
    if (claim.readings_ja.size() != claim.readings.size())
      table.wrong(fmt::format("{} readings, but the claim has {}", claim.readings_ja.size(), claim.readings.size()));
  });
  return toml.verdict();
}

Result<void> add_japanese(ExperimentFile& experiments) {
  for (const ClaimsFile& file : embedded_claims()) {
    if (experiments.name != file.paper) continue;
    const auto toml = TRY(TomlFile::parse(file.japanese, japanese_file(file)));
    TomlTable top = toml.top();
    read_title_and_note(experiments, top);
    read_japanese(top, "experiment", experiments.experiments,
                  [](Experiment& e, TomlTable& table) { read_title_and_note(e, table); });
    TRY(toml.verdict());
  }
  return {};
}

Result<std::vector<PaperClaims>> the_ledger(std::string_view paper) {
  std::vector<PaperClaims> all;
  std::vector<std::string> names;
  for (const ClaimsFile& file : embedded_claims()) {
    auto one = TRY(read_claims(file.text, "papers/" + std::string(file.paper) + ".claims.toml"));
    TRY(add_japanese(one, file.japanese, japanese_file(file)));
    names.push_back(one.paper);
    if (paper.empty() || paper == one.paper) all.push_back(std::move(one));
  }
  if (all.empty()) return fail("there is no paper '" + std::string(paper) + "'", suggest(paper, names));
  return all;
}

Meeting meet(const Expectation& e, std::string_view output) {
  const Json document = Json::parse(output, nullptr, false);
  if (document.is_discarded()) return {false, "not a JSON document: " + std::string(output.substr(0, 200))};
  const Json expected = Json::parse(e.value, nullptr, false);
  Json::json_pointer pointer;
  try {
    pointer = Json::json_pointer(e.at);
    if (!document.contains(pointer)) return {false, "no such field"};
  } catch (const Json::exception&) {
    return {false, "no such field"};
  }
  const Json& there = document.at(pointer);
  Json got = there;
  if (e.size && e.where.empty()) got = there.size();
  if (e.size && !e.where.empty()) {
    const Json fields = Json::parse(e.where, nullptr, false);
    got = std::count_if(there.begin(), there.end(), [&](const Json& member) {
      for (const auto& [key, value] : fields.items())
        if (!member.contains(key) || !agree(member[key], value, e.tolerance)) return false;
      return true;
    });
  }
  std::string shown = got.dump();
  if (shown.size() > 200) shown = shown.substr(0, 200) + "…";
  return {agree(got, expected, e.tolerance), shown};
}

std::string claims_page(const std::vector<PaperClaims>& ledger) {
  std::string out =
      "# The ledger of claims\n\n"
      "Every checkable statement of the five papers, sentence by sentence, with the command that tests it and what came out. This "
      "page is\n"
      "made by `banmen claims --markdown` from `papers/*.claims.toml`; a test compares the two. `banmen claims --check` runs the "
      "commands\n"
      "marked ✓ and compares their output with the figures in the ledger; those marked ⏱ take minutes (`--slow` runs them too), ⏳ "
      "hours.\n\n"
      "*confirmed*: as the paper says. *refuted*: not so; a counterexample or our figure is given. *refined*: right in part, or "
      "only under a\n"
      "reading or a limit that is named. *undecidable*: the text does not say enough. *open*: nobody knows yet, or the command has "
      "not been\n"
      "run far enough here.\n\n| paper | claims |";
  for (const std::string& status : claim_statuses()) out += " " + status + " |";
  out += "\n|---|---|";
  for (std::size_t k = 0; k < claim_statuses().size(); ++k) out += "---|";
  out += "\n";
  for (const PaperClaims& paper : ledger) {
    out += fmt::format("| [{}](#{}) | {} |", paper.paper, paper.paper, paper.claims.size());
    for (const std::string& status : claim_statuses())
      out += fmt::format(
          " {} |", std::count_if(paper.claims.begin(), paper.claims.end(), [&](const Claim& c) { return c.status == status; }));
    out += "\n";
  }
  for (const PaperClaims& paper : ledger) {
    out += fmt::format("\n## {}\n\n{} {}\n\n| § | the paper | | found | command |\n|---|---|---|---|---|\n", paper.paper,
                       paper.title, paper.source);
    for (const Claim& c : paper.claims) {
      std::string found = cell(c.found);
      for (const std::string& reading : c.readings) found += "<br>*Reading:* " + cell(reading);
      const std::string mark = c.cost == "minutes" ? " ⏱" : c.cost == "hours" ? " ⏳" : "";
      out += fmt::format("| {} | {} | *{}* | {} | `{}`{}{} |\n", cell(c.section), cell(c.text), c.status, found, cell(c.command),
                         mark, c.expect.empty() ? "" : " ✓");
    }
  }
  return out;
}

}  // namespace banmen::lab
