#include "lab/experiment.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>

#include "core/text.hpp"
#include "core/try.hpp"

namespace banmen::lab {
namespace {

constexpr long most_games = 1'000'000'000;

constexpr long most_seed = most_games * most_games;
constexpr std::string_view seed_factor = "seed";  // a factor of this name is the seed of its cells

/// Keys of each kind of job beyond the common ones: required, then optional.
struct Kind {
  std::string name;
  std::vector<std::string> required, optional;
  bool agents = false, games = true;
  [[nodiscard]] bool seeded() const { return games || name == "study"; }
};

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all = {
      {"playout", {"game"}, {"position", "draw"}, false, true},   {"match", {"game"}, {"opening"}, true, true},
      {"exact_play", {"game", "empties"}, {"ties"}, false, true}, {"solve", {"game"}, {"position"}, false, false},
      {"perft", {"game", "depth"}, {"position"}, false, false},   {"study", {"study"}, {}, false, false}};
  return all;
}

std::vector<std::string> kind_names() {
  std::vector<std::string> names;
  for (const Kind& kind : kinds()) names.push_back(kind.name);
  return names;
}

const Kind& kind_named(const std::string& name) {
  for (const Kind& kind : kinds())
    if (kind.name == name) return kind;
  return kinds().front();
}

/// "8..13" → 8, 13; nothing for other texts: boards contain dots too.
std::optional<std::pair<long, long>> range_in(std::string_view text) {
  const char* const end = text.data() + text.size();
  long from = 0, to = 0;
  const auto low = std::from_chars(text.data(), end, from);
  if (low.ec == std::errc::invalid_argument || !std::string_view(low.ptr, end).starts_with("..")) return std::nullopt;
  const auto high = std::from_chars(low.ptr + 2, end, to);
  if (high.ec == std::errc::invalid_argument || high.ptr != end) return std::nullopt;
  if (low.ec != std::errc{} || high.ec != std::errc{}) return std::pair{0L, -1L};  // out of range of long: empty
  return std::pair{from, to};
}

std::optional<std::uint64_t> seed_in(std::string_view text) {
  std::uint64_t seed = 0;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, seed);
  return read.ec == std::errc{} && read.ptr == end && seed <= std::uint64_t{most_seed} ? std::optional(seed) : std::nullopt;
}

/// A list of values; "8..13" expands to the integers from 8 to 13.
std::vector<std::string> values_of(const TomlValue& value) {
  std::vector<std::string> out;
  const auto add = [&](const TomlValue& item) {
    const std::string text = item.plain();
    if (const auto range = item.is_text() ? range_in(text) : std::nullopt) {
      if (range->second < range->first ||
          static_cast<std::uint64_t>(range->second) - static_cast<std::uint64_t>(range->first) > 10000)
        item.wrong("'" + text + "' is not a range", "write \"8..13\": least..most, 10000 values at most");
      else
        for (long v = range->first; v <= range->second; ++v) out.push_back(std::to_string(v));
    } else {
      out.push_back(text);
    }
  };
  if (value.is_list())
    for (const TomlValue& item : value.list()) add(item);
  else
    add(value);
  std::set<std::string> seen;
  for (const std::string& v : out)
    if (!seen.insert(v).second) value.wrong("the value '" + v + "' is given twice");
  if (out.empty()) value.wrong("a factor needs at least one value");
  return out;
}

std::vector<std::string> factor_names(const Experiment& e) {
  std::vector<std::string> names;
  for (const auto& factor : e.factors) names.push_back(factor.first);
  return names;
}

class FileReader {
 public:
  FileReader(ExperimentFile& out) : out_(out) {}

  void read(TomlTable top) {
    out_.name = top["name"].text();
    for (const char c : out_.name)
      if (!(std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_'))
        return top["name"].wrong("a name consists of letters, digits, - and _, because files are named after it");
    out_.title = top.text("title", out_.name);
    out_.paper = top.text("paper", "");
    out_.note = top.text("note", "");
    const long seed = top.integer("seed", 1, 0, most_seed);
    std::set<std::string> ids;
    for (TomlTable table : top.tables("experiment")) {
      out_.experiments.push_back(experiment(table, seed));
      if (!ids.insert(out_.experiments.back().id).second)
        table["id"].wrong("two experiments are called '" + out_.experiments.back().id + "'");
    }
    if (out_.experiments.empty()) top.wrong("the file has no experiment", "begin one with [[experiment]]");
    top.done();
  }

 private:
  Experiment experiment(TomlTable& t, long seed) {
    Experiment e;
    e.id = t["id"].text();
    e.title = t.text("title", e.id);
    e.place = t.text("place", "");
    e.note = t.text("note", "");
    TomlValue kind_value = t["kind"];
    e.kind = kind_value.choice(kind_names());
    const Kind& kind = kind_named(e.kind);
    e.seed = static_cast<std::uint64_t>(t.integer("seed", seed, 0, most_seed));
    read_factors(t, e);
    for (const std::string& key : kind.required) text_into(e, key, t[key]);
    for (const std::string& key : kind.optional)
      if (const auto found = t.find(key)) text_into(e, key, *found);
    if (kind.agents) {
      TomlValue agents = t["agents"];
      e.line_of_key["agents"] = agents.line();
      for (const TomlValue& agent : agents.list()) {
        e.agents.push_back(agent.text());
        check_placeholders(e, e.agents.back(), agent);
      }
      if (e.agents.size() == 1) e.agents.push_back(e.agents.front());
      if (e.agents.empty())
        agents.wrong("a match needs agents", "name one for self-play, two to play each other, or one for each seat");
      if (t.has("sequential")) e.sequential = sequential(t["sequential"].table());
    }
    check_factors(t, e, kind);
    if (kind.games) {
      e.full = static_cast<std::uint64_t>(t["games"].integer(1, most_games));
      e.quick =
          static_cast<std::uint64_t>(t.integer("quick", static_cast<long>(std::min<std::uint64_t>(e.full, 1000)), 0, most_games));
      e.limit = static_cast<std::uint64_t>(t.integer("limit", e.kind == "match" ? 10000 : 100'000, 1, 1'000'000));
      e.keep_choices = t.flag("keep_choices", false);
      for (TomlTable s : t.tables("size")) {
        Size size;
        size.at = condition(e, s["at"]);
        size.full = static_cast<std::uint64_t>(s.integer("games", static_cast<long>(e.full), 0, most_games));
        size.quick = static_cast<std::uint64_t>(s.integer("quick", static_cast<long>(e.quick), 0, most_games));
        s.done();
        e.sizes.push_back(std::move(size));
      }
    } else {
      // A job that runs once: zero omits it from quick runs.
      e.quick = t.flag("quick", true) ? 1 : 0;
      for (TomlTable s : t.tables("size")) {
        Size size{condition(e, s["at"]), 1, 1};
        size.quick = s.flag("quick", true) ? 1 : 0;
        size.full = s.flag("full", true) ? 1 : 0;
        s.done();
        e.sizes.push_back(std::move(size));
      }
    }
    e.measures = t.texts("measures");
    if (const auto found = t.find("measures")) e.line_of_key["measures"] = found->line();
    if (kind.games && e.measures.empty()) (void)t["measures"];
    for (TomlTable p : t.tables("printed")) read_printed(p, e);
    for (TomlTable c : t.tables("compare")) e.comparisons.push_back(comparison(c, e));
    for (TomlTable p : t.tables("plot")) e.plots.push_back(plot(p, e));
    t.done();
    return e;
  }

  void text_into(Experiment& e, const std::string& key, const TomlValue& value) {
    e.texts[key] = value.plain();
    e.line_of_key[key] = value.line();
    check_placeholders(e, e.texts[key], value);
  }

  static void check_placeholders(const Experiment& e, const std::string& text, const TomlValue& value) {
    std::vector<std::string> names = factor_names(e);
    for (const Lookup& lookup : e.lookups) names.push_back(lookup.name);
    for (std::size_t at = 0; (at = text.find('{', at)) != std::string::npos;) {
      const std::size_t end = text.find('}', at);
      if (end == std::string::npos) return value.wrong("a '{' without '}'");
      const std::string name = text.substr(at + 1, end - at - 1);
      if (std::find(names.begin(), names.end(), name) == names.end())
        return value.wrong("there is no factor '" + name + "'", suggest(name, names));
      at = end + 1;
    }
  }

  /// A factor used nowhere would play the same games once per value.
  static void check_factors(TomlTable& t, const Experiment& e, const Kind& kind) {
    const auto found = t.find("factors");
    if (!found) return;
    const auto in_a_text = [&](const std::string& name) {
      const auto names_it = [&](const std::string& text) { return text.find("{" + name + "}") != std::string::npos; };
      return std::any_of(e.texts.begin(), e.texts.end(), [&](const auto& text) { return names_it(text.second); }) ||
             std::any_of(e.agents.begin(), e.agents.end(), names_it);
    };
    for (auto& [name, value] : found->table().all()) {
      const bool looked_up = std::any_of(e.lookups.begin(), e.lookups.end(), [&, &factor = name](const Lookup& lookup) {
        return lookup.by == factor && in_a_text(lookup.name);
      });
      if (name == seed_factor && kind.seeded()) {
        const auto is_seed = [](const std::string& text) { return seed_in(text).has_value(); };
        for (const auto& factor : e.factors)
          if (factor.first == name && !std::all_of(factor.second.begin(), factor.second.end(), is_seed))
            value.wrong("expected whole numbers, 0 or more", "the factor 'seed' is the seed of its cells");
      } else if (!in_a_text(name) && !looked_up) {
        value.wrong("the factor is used nowhere, so every game would be played once for each of its values",
                    "write {" + name + "} where its values belong" +
                        (kind.seeded()         ? ", or name the factor 'seed' to play other games"
                         : name == seed_factor ? "; a job of this kind has no seed"
                                               : ""));
      }
    }
  }

  static void read_factors(TomlTable& t, Experiment& e) {
    if (const auto found = t.find("factors"))
      for (auto& [name, value] : found->table().all()) e.factors.emplace_back(name, values_of(value));
    if (const auto found = t.find("quick_factors"))
      for (auto& [name, value] : found->table().all()) {
        e.quick_factors.emplace_back(name, values_of(value));
        for (const std::string& v : e.quick_factors.back().second) check_value(e, name, v, value);
      }
    if (const auto found = t.find("lookup"))
      for (auto& [name, value] : found->table().all()) {
        Lookup lookup;
        lookup.name = name;
        TomlTable table = value.table();
        lookup.by = table["by"].choice(factor_names(e));
        for (const auto& factor : e.factors)
          if (factor.first == lookup.by)
            for (const std::string& v : factor.second) lookup.values[v] = table[v].plain();
        table.done();
        e.lookups.push_back(std::move(lookup));
      }
    if (const auto found = t.find("without"))
      for (const TomlValue& item : found->list()) e.without.push_back(condition(e, item));
  }

  /// Notes a mistake if the factor or the value does not exist.
  static void check_value(const Experiment& e, const std::string& name, const std::string& text, const TomlValue& where) {
    const auto factor = std::find_if(e.factors.begin(), e.factors.end(), [&](const auto& one) { return one.first == name; });
    if (factor == e.factors.end()) return where.wrong("there is no factor '" + name + "'", suggest(name, factor_names(e)));
    const auto& all = factor->second;
    if (std::find(all.begin(), all.end(), text) == all.end())
      where.wrong("the factor has no value '" + text + "'", suggest(text, all));
  }

  static Factors condition(const Experiment& e, const TomlValue& value) {
    Factors out;
    for (auto& [name, item] : value.table().all()) {
      out.emplace_back(name, item.plain());
      check_value(e, name, out.back().second, item);
    }
    return out;
  }

  static Sequential sequential(TomlTable t) {
    Sequential s;
    s.elo0 = t["elo0"].real(-2000, 2000);
    s.elo1 = t["elo1"].real(-2000, 2000);
    s.alpha = t.real("alpha", 0.05, 1e-6, 0.5);
    s.beta = t.real("beta", 0.05, 1e-6, 0.5);
    if (!(s.elo0 < s.elo1)) t.wrong("elo0 must be less than elo1");
    t.done();
    return s;
  }

  /// [[experiment.printed]]: at, games, why, undecided, and under `values` any number of measures with their figures.
  static void read_printed(TomlTable& t, Experiment& e) {
    Printed base;
    if (const auto at = t.find("at")) base.at = condition(e, *at);
    base.games = static_cast<std::uint64_t>(t.integer("games", 0, 0, most_games));
    base.why = t.text("why", "");
    base.undecided = t.text("undecided", "");
    for (auto& [measure, value] : t["values"].table().all()) {
      Printed p = base;
      p.measure = measure;
      if (!e.measures.empty() && std::find(e.measures.begin(), e.measures.end(), measure) == e.measures.end())
        value.wrong("there is no such measure in this experiment", suggest(measure, e.measures));
      // A figure given as text keeps its last zero: "60.40" is known to 0.005.
      std::string digits = value.plain();
      if (value.is_text()) {
        const auto number = number_in(digits);
        if (!number) value.wrong("expected a number, got '" + digits + "'");
        p.value = number.value_or(0);
      } else {
        p.value = value.real(-1e300, 1e300);
      }
      const std::size_t dot = digits.find('.');
      p.half_unit = dot == std::string::npos ? 0 : 0.5 * std::pow(10.0, -static_cast<double>(digits.size() - dot - 1));
      e.printed.push_back(std::move(p));
    }
    t.done();
  }

  static Comparison comparison(TomlTable& t, const Experiment& e) {
    Comparison c;
    c.title = t["title"].text();
    c.place = t.text("place", e.place);
    c.measure = t["measure"].text();
    c.other_measure = t.text("other_measure", c.measure);
    for (const std::string& m : {c.measure, c.other_measure})
      if (!e.measures.empty() && std::find(e.measures.begin(), e.measures.end(), m) == e.measures.end())
        t.wrong("'" + m + "' is not a measure of this experiment", suggest(m, e.measures));
    if (const auto of = t.find("of")) c.of = condition(e, *of);
    if (const auto to = t.find("to")) c.to = condition(e, *to);
    c.times = t.real("times", 1, -1e6, 1e6);
    c.by = t.real("by", 0, 0, 1e9);
    if (const auto expect = t.find("expect")) c.expect = expect->choice({"more", "less", "equal"});
    c.why = t.text("why", "");
    t.done();
    return c;
  }

  static Plot plot(TomlTable& t, Experiment& e) {
    Plot p;
    p.kind = t["kind"].choice({"curve", "loglog", "histogram", "choices"});
    p.title = t.text("title", e.title);
    p.place = t.text("place", "");
    if (p.kind == "curve") p.x = t["x"].choice(factor_names(e));
    p.measures = t.texts("measures");
    if (p.kind == "histogram" && p.measures.empty()) p.measures = {"length"};
    if (p.kind == "choices") e.keep_choices = true;
    if (const auto at = t.find("at")) p.at = condition(e, *at);
    p.x_label = t.text("x_label", p.x);
    p.y_label = t.text("y_label", "");
    t.done();
    return p;
  }

  ExperimentFile& out_;
};

std::string filled(std::string text, const Factors& factors) {
  for (const auto& [name, value] : factors)
    for (std::size_t at = 0; (at = text.find("{" + name + "}", at)) != std::string::npos; at += value.size())
      text.replace(at, name.size() + 2, value);
  return text;
}

}  // namespace

bool agrees(const Factors& cell, const Factors& condition) {
  return std::all_of(condition.begin(), condition.end(),
                     [&](const auto& pair) { return std::find(cell.begin(), cell.end(), pair) != cell.end(); });
}

std::optional<double> number_in(const std::string& text) {
  try {
    std::size_t used = 0;
    const double value = std::stod(text, &used);
    return used == text.size() ? std::optional<double>(value) : std::nullopt;
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

std::string text_of(const Factors& factors) {
  std::vector<std::string> parts;
  for (const auto& [name, value] : factors) parts.push_back(name + "=" + value);
  return join(parts, ", ");
}

Result<ExperimentFile> read_experiments(const TomlFile& file, std::string path) {
  ExperimentFile out;
  out.path = std::move(path);
  FileReader(out).read(file.top());
  TRY(file.verdict());
  return out;
}

std::vector<Cell> expand(const ExperimentFile& file, bool full) {
  std::vector<Cell> cells;
  for (std::size_t index = 0; index < file.experiments.size(); ++index) {
    const Experiment& e = file.experiments[index];
    std::vector<Factors> combinations{{}};
    for (const auto& [name, all] : e.factors) {
      const std::vector<std::string>* values = &all;
      if (!full)
        for (const auto& quick : e.quick_factors)
          if (quick.first == name) values = &quick.second;
      std::vector<Factors> next;
      for (const Factors& one : combinations)
        for (const std::string& value : *values) {
          next.push_back(one);
          next.back().emplace_back(name, value);
        }
      combinations = std::move(next);
    }
    for (Factors& factors : combinations) {
      if (std::any_of(e.without.begin(), e.without.end(), [&](const Factors& out) { return agrees(factors, out); })) continue;
      Cell cell;
      cell.experiment = index;
      cell.games = full ? e.full : e.quick;
      for (const Size& size : e.sizes)
        if (agrees(factors, size.at)) cell.games = full ? size.full : size.quick;
      if (cell.games == 0) continue;
      cell.seed = e.seed;
      for (const auto& [name, value] : factors)
        if (name == seed_factor) cell.seed = seed_in(value).value_or(e.seed);
      Factors all = factors;
      for (const Lookup& lookup : e.lookups)
        for (const auto& [name, value] : factors)
          if (name == lookup.by) all.emplace_back(lookup.name, lookup.values.at(value));
      for (const auto& [key, text] : e.texts) cell.texts[key] = filled(text, all);
      for (const std::string& agent : e.agents) cell.agents.push_back(filled(agent, all));
      cell.factors = std::move(factors);
      cells.push_back(std::move(cell));
    }
  }
  return cells;
}

}  // namespace banmen::lab
