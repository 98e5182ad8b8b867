#include "catalog/plugin.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <charconv>
#include <cstring>

#include "catalog/any_game.hpp"
#include "catalog/open_game_of.hpp"
#include "catalog/solve_jobs_of.hpp"
#include "core/text.hpp"

namespace banmen {

template Result<std::shared_ptr<const Oracle<AnyGame<small_position>>>> open_oracle(const AnyGame<small_position>&,
                                                                                    const std::string&, const std::string&);
template Result<std::shared_ptr<const Oracle<AnyGame<BANMEN_MAX_POSITION>>>> open_oracle(const AnyGame<BANMEN_MAX_POSITION>&,
                                                                                         const std::string&, const std::string&);

namespace {

tl::unexpected<Error> refuse(const std::string& where, const std::string& why, std::string hint = {}) {
  return fail(Error{.what = "plug-in refused: " + why, .hint = std::move(hint), .column = 0, .line = 0, .where = where});
}

/// "2..13" → 2, 13.
bool read_range(std::string_view text, Parameter& parameter) {
  const std::size_t dots = text.find("..");
  if (dots == std::string_view::npos) return false;
  const auto number = [](std::string_view part, double& value) {
    long whole = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), whole);
    value = static_cast<double>(whole);
    return error == std::errc{} && end == part.data() + part.size();
  };
  return number(text.substr(0, dots), parameter.least) && number(text.substr(dots + 2), parameter.most);
}

Result<std::vector<Parameter>> read_schema(const BanmenGame& table, const std::string& where) {
  std::vector<Parameter> schema;
  for (std::uint32_t i = 0; i < table.parameter_count; ++i) {
    const BanmenParameter& from = table.parameters[i];
    if (!from.name || !from.kind || !from.fallback || !from.range || !from.help)
      return refuse(where, "parameter " + std::to_string(i + 1) + " is not described in full");
    Parameter to = Parameter::text(from.name, from.fallback, from.range, from.help);
    const std::string_view kind = from.kind;
    if (kind == "integer") {
      to.kind = Parameter::Kind::integer;
      if (!read_range(from.range, to))
        return refuse(where, "parameter " + to.name + ": range '" + from.range + "' is not like 2..13");
    } else if (kind == "flag") {
      to.kind = Parameter::Kind::flag;
    } else if (kind == "choice") {
      to.kind = Parameter::Kind::choice;
      for (const std::string_view choice : split(from.range, '|')) to.choices.emplace_back(choice);
    } else if (kind != "text") {
      return refuse(where, "parameter " + to.name + " is of unknown kind '" + from.kind + "'",
                    suggest(kind, {"integer", "flag", "choice", "text"}));
    }
    schema.push_back(std::move(to));
  }
  // The defaults must be valid themselves.
  std::vector<std::pair<std::string, std::string>> defaults;
  for (const Parameter& p : schema) defaults.emplace_back(p.name, p.fallback);
  if (const auto checked = check_values(table.id, schema, defaults); !checked)
    return refuse(where, "a default is not valid: " + checked.error().message());
  return schema;
}

/// A rules object of the plug-in, kept until the program ends: handles to it are copied freely.
Result<const void*> make_rules(const BanmenGame& table, const std::vector<Parameter>& schema, const Values& values) {
  std::vector<const char*> texts;
  for (const Parameter& parameter : schema) texts.push_back(values.text(parameter.name).c_str());
  texts.push_back(nullptr);
  char error[256] = "these parameters do not fit together";
  const void* rules = table.make(texts.data(), error, sizeof error);
  error[sizeof error - 1] = '\0';
  if (!rules) return fail(std::string(table.id) + ": " + error);
  return rules;
}

/// Plays a few games with every answer checked, before any algorithm relies on it.
template <std::uint32_t Bytes>
Result<void> try_out(const BanmenGame& table, const void* rules, const std::string& where) {
  using G = AnyGame<Bytes>;
  const G g(&table, rules);
  // Room past the claimed capacity shows a generator that writes too much.
  std::vector<typename G::Move> storage(static_cast<std::size_t>(g.move_capacity()) + 64);
  for (std::uint64_t game = 0; game < 4; ++game) {
    Random random(1, game);
    auto p = g.initial();
    for (int ply = 0; ply < 200; ++ply) {
      const Seat turn = g.turn(p);
      if (turn == over) break;
      if (turn < chance || turn >= g.players())
        return refuse(where, "turn gives seat " + std::to_string(turn) + ", but there are " + std::to_string(g.players()));
      const std::string text = g.text(p);
      const auto read = g.read_position(text);
      if (!read || !(*read == p)) return refuse(where, "its own position text '" + text + "' is not read back as the same bytes");
      MoveList<typename G::Move> list(storage.data(), static_cast<std::uint32_t>(storage.size()));
      g.moves(p, list);
      if (list.size() > g.move_capacity())
        return refuse(where, "a position has " + std::to_string(list.size()) + " moves, but move_capacity says " +
                                 std::to_string(g.move_capacity()));
      if (turn == chance) {
        if (!table.weight) return refuse(where, "chance acts, but there is no weight function");
      } else if (g.count(p) != list.size()) {
        return refuse(where, "count gives " + std::to_string(g.count(p)) + " where moves lists " + std::to_string(list.size()));
      }
      if (list.empty()) break;
      const auto move = list[random.below(list.size())];
      const auto again = g.read_move(p, g.text(p, move));
      if (!again || !(*again == move)) return refuse(where, "two moves are both written '" + g.text(p, move) + "'");
      g.play(p, move);
    }
  }
  return {};
}

Result<std::uint32_t> check_sizes(const BanmenGame& table, const void* rules, const std::string& where) {
  const std::uint32_t size = table.position_size(rules);
  if (size == 0 || size > BANMEN_MAX_POSITION)
    return refuse(
        where, "a position has " + std::to_string(size) + " bytes; 1 to " + std::to_string(BANMEN_MAX_POSITION) + " are possible");
  const int players = table.players(rules);
  if (players < 1 || players > BANMEN_MAX_PLAYERS)
    return refuse(where, std::to_string(players) + " players; 1 to " + std::to_string(BANMEN_MAX_PLAYERS) + " are possible");
  if (table.move_capacity(rules) == 0 || table.move_capacity(rules) > 1u << 20)
    return refuse(where, "move_capacity is 0 or above a million");
  return size;
}

Result<std::unique_ptr<OpenGame>> open_table(const BanmenGame& table, const std::vector<Parameter>& schema, const Values& values,
                                             const std::string& where) {
  const auto rules = make_rules(table, schema, values);
  if (!rules) return fail(rules.error());
  const auto size = check_sizes(table, *rules, where);
  if (!size) return fail(size.error());
  const std::string name = canonical_name(table.id, schema, values);
  const auto open = [&]<std::uint32_t Bytes>(std::integral_constant<std::uint32_t, Bytes>) -> Result<std::unique_ptr<OpenGame>> {
    if (const auto tried = try_out<Bytes>(table, *rules, where); !tried) return fail(tried.error());
    return std::make_unique<OpenGameOf<AnyGame<Bytes>>>(AnyGame<Bytes>(&table, *rules), name);
  };
  if (*size <= small_position) return open(std::integral_constant<std::uint32_t, small_position>{});
  return open(std::integral_constant<std::uint32_t, BANMEN_MAX_POSITION>{});
}

}  // namespace

Result<GameEntry> plugin_entry(const BanmenGame* table, const std::string& where) {
  if (!table) return refuse(where, "banmen_game() gives no table");
  if (table->magic != BANMEN_PLUGIN_MAGIC) return refuse(where, "its table does not begin with Banmen's mark");
  if (table->version != BANMEN_PLUGIN_VERSION)
    return refuse(where,
                  "it was made for version " + std::to_string(table->version) +
                      " of the plug-in interface, this program has version " + std::to_string(BANMEN_PLUGIN_VERSION),
                  "build it again with this program's plugin.h");
  if (table->size != sizeof(BanmenGame))
    return refuse(where,
                  "its table has " + std::to_string(table->size) + " bytes instead of " + std::to_string(sizeof(BanmenGame)));
  const std::pair<const char*, bool> needed[] = {
      {"id", table->id != nullptr},
      {"title", table->title != nullptr},
      {"parameters", table->parameters != nullptr || table->parameter_count == 0},
      {"make", table->make != nullptr},
      {"destroy", table->destroy != nullptr},
      {"position_size", table->position_size != nullptr},
      {"players", table->players != nullptr},
      {"move_capacity", table->move_capacity != nullptr},
      {"initial", table->initial != nullptr},
      {"turn", table->turn != nullptr},
      {"moves", table->moves != nullptr},
      {"play", table->play != nullptr},
      {"payoff", table->payoff != nullptr},
      {"position_text", table->position_text != nullptr},
      {"read_position", table->read_position != nullptr},
      {"move_text", table->move_text != nullptr},
  };
  for (const auto& [name, there] : needed)
    if (!there) return refuse(where, std::string("its table has no ") + name);
  const std::string_view id = table->id;
  if (id.empty() || !std::all_of(id.begin(), id.end(), [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }))
    return refuse(where, "its id '" + std::string(id) + "' is not made of lower-case letters and digits");
  auto schema = read_schema(*table, where);
  if (!schema) return fail(schema.error());
  // Opening it with its defaults now shows what is broken before any job starts.
  const auto defaults = check_values(id, *schema, {});
  if (!defaults) return fail(defaults.error());
  if (const auto opened = open_table(*table, *schema, *defaults, where); !opened) return fail(opened.error());
  return GameEntry{std::string(id), table->title, *schema,
                   [table, schema = *schema, where](const Values& values) { return open_table(*table, schema, values, where); }};
}

Result<GameEntry> load_plugin(const std::string& path) {
  // A name without a slash would be searched for in the system's library folders.
  const std::string file = path.find('/') == std::string::npos ? "./" + path : path;
  void* object = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!object) {
    const char* why = dlerror();
    return refuse(path, std::string("it can't be loaded: ") + (why ? why : "no reason given"));
  }
  using Entry = const BanmenGame* (*)();
  const auto entry = reinterpret_cast<Entry>(dlsym(object, "banmen_game"));
  if (!entry) {
    dlclose(object);
    return refuse(path, "it is a shared object, but exports no banmen_game()", "is it a Banmen game?");
  }
  return plugin_entry(entry(), path);
}

}  // namespace banmen
