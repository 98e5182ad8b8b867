#include "serve/whitelist.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <thread>

#include "catalog/text_games.hpp"
#include "core/control.hpp"
#include "core/text.hpp"
#include "host/files.hpp"
#include "lab/measure.hpp"
#include "play/agents.hpp"
#include "play/documents.hpp"
#include "rules/check.hpp"
#include "rules/lock_step.hpp"
#include "rules/move_bound.hpp"
#include "rules/reader.hpp"
#include "rules/text_game.hpp"

namespace banmen::serve {
namespace {

std::string id_of(std::string_view name) {
  const auto parts = read_name(name);
  return parts ? parts->id : std::string(name);
}

bool ends_in(std::string_view path, std::string_view name) {
  return path == name || (path.ends_with(name) && path[path.size() - name.size() - 1] == '/');
}

/// Upper bound on an agent's memory in MiB. A tree that grows by one node per playout is bounded by the playouts: a node with
/// thousands of moves takes about 16 kB.
std::uint64_t memory_of(const AgentKind& kind, const Values& values) {
  std::uint64_t mib = 1;
  const auto has = [&](std::string_view name) {
    return std::any_of(kind.parameters.begin(), kind.parameters.end(), [&](const Parameter& p) { return p.name == name; });
  };
  if (has("table")) mib += static_cast<std::uint64_t>(values.integer("table"));
  if (!has("memory")) return mib;
  const auto tree = static_cast<std::uint64_t>(values.integer("memory"));
  if (!has("playouts") || values.real("time") > 0 || values.flag("reuse")) return mib + tree;
  const auto nodes = static_cast<std::uint64_t>(values.integer("nodes"));
  const std::uint64_t playouts = nodes > 0 ? nodes : static_cast<std::uint64_t>(values.integer("playouts"));
  return mib + std::min(tree, playouts / 64 + 1);
}

/// True if the agent can be made for this game. Tries it with its least memory: allocating a transposition table of full size takes
/// tens of milliseconds, and this may be the hub's thread.
Result<void> can_be_made(const OpenGame& game, const std::string& agent) {
  std::string tried = agent;
  if (const auto name = read_name(agent); name && !is_program(agent))
    for (const AgentKind& kind : game.search().agents()) {
      if (kind.id != name->id) continue;
      const auto is_memory = [](std::string_view key) { return key == "table" || key == "memory"; };
      std::string parts;
      for (const auto& [key, value] : name->given)
        if (!is_memory(key)) parts += "," + key + "=" + value;
      for (const Parameter& parameter : kind.parameters)
        if (is_memory(parameter.name)) parts += fmt::format(",{}={:g}", parameter.name, parameter.least);
      if (!parts.empty()) parts.front() = ':';
      tried = name->id + parts;
    }
  return make_agent(game, tried).map([](const auto&) {});
}

/// The usual ladder, from as many random games as fit into the time limit.
Json ladder_of(const OpenGame& game, const std::stop_token& stop) {
  std::stop_source enough;
  const std::stop_callback follow(stop, [&] { enough.request_stop(); });
  std::mutex mutex;
  std::condition_variable_any never;
  std::jthread watch([&](const std::stop_token& ended) {
    std::unique_lock lock(mutex);
    if (!never.wait_for(lock, ended, std::chrono::milliseconds(500), [] { return false; }) && !ended.stop_requested())
      enough.request_stop();
  });
  Json ladder = Json::array();
  for (const std::string& agent : lab::usual_ladder(game, enough.get_token())) ladder.push_back({{"agent", agent}});
  return ladder;
}

}  // namespace

Result<Json> listed_game(const GameEntry& entry, const Values& values, const std::string& group) {
  auto document = game_document(entry);
  if (!document) return fail(document.error());
  const auto game = entry.open(values);
  if (!game) return fail(game.error());
  Json agents = Json::array(), seats = Json::array();
  for (const AgentKind& kind : (*game)->search().agents()) {
    Json parameters = to_json(kind.parameters);
    for (std::size_t k = 0; k < kind.parameters.size(); ++k)
      if (kind.parameters[k].file) parameters[k]["file"] = true;  // only the operator may name files
    agents.push_back({{"id", kind.id}, {"help", kind.help}, {"parameters", parameters}});
  }
  for (Seat seat = 0; seat < (*game)->players(); ++seat) seats.push_back((*game)->seat_name(seat));
  (*document)["players"] = (*game)->players();
  (*document)["capabilities"] = (*game)->capabilities();
  (*document)["agents"] = agents;
  (*document)["seats"] = seats;
  (*document)["group"] = group;
  (*document)["ladder"] = Json::array();
  (*document)["default_agent"] = default_agent(**game);
  return document;
}

Result<void> check_agent(const Catalog& catalog, const std::string& agent) {
  if (is_program(agent)) return check_program(agent);
  const auto name = read_name(agent);
  if (!name) return fail(name.error());
  const auto listed = list_agents(catalog);
  if (!listed) return fail(listed.error());
  std::vector<std::string> ids;
  std::optional<Error> wrong;
  for (const ListedAgent& one : *listed) {
    if (std::find(ids.begin(), ids.end(), one.kind.id) == ids.end()) ids.push_back(one.kind.id);
    if (one.kind.id != name->id) continue;
    // Several games may have variants of an agent: one that accepts these values suffices.
    const auto values = check_values(name->id, one.kind.parameters, name->given);
    if (values) return {};
    wrong = values.error();
  }
  if (wrong) return fail(std::move(*wrong));
  return fail(ErrorKind::unknown_name, "there is no agent '" + name->id + "'", suggest(name->id, ids));
}

Whitelist::Whitelist(const Catalog& catalog, WhitelistOptions options) : catalog_(catalog), options_(std::move(options)) {}

Result<void> Whitelist::may_open(std::string_view name) const {
  if (!names_a_file(name)) return {};
  const std::lock_guard lock(mutex_);
  if (own_.contains(id_of(name))) return {};
  return fail("clients may not name files", "the operator adds rule files with banmen serve --game FILE");
}

Result<Whitelist::Found> Whitelist::find(std::string_view text) const {
  if (const auto allowed = may_open(text); !allowed) return fail(allowed.error());
  const auto name = read_name(text);
  if (!name) return fail(name.error());
  GameEntry entry;
  if (!names_a_file(text)) {
    const auto found = catalog_.find(name->id);
    if (!found) return fail(found.error());
    entry = **found;
  } else {
    const std::lock_guard lock(mutex_);
    const OwnGame& own = own_.find(name->id)->second;
    if (!own.entry) {
      // Messages of the checker have a line; a missing file has none.
      Error error{name->id + " has errors", "see the list of games"};
      if (const Json first = own.errors.empty() ? Json::object() : own.errors[0]; first.contains("what")) {
        const int line = first.value("line", 0);
        error.what = fmt::format("{}: {}{}", name->id, line > 0 ? fmt::format("line {}: ", line) : "", first.value("what", ""));
      }
      return fail(std::move(error));
    }
    entry = *own.entry;
  }
  auto values = check_values(name->id, entry.parameters, name->given);
  if (!values) return fail(values.error());
  std::string full = canonical_name(name->id, entry.parameters, *values);
  return Found{std::move(entry), std::move(*values), std::move(full)};
}

Result<std::unique_ptr<OpenGame>> Whitelist::open(std::string_view name) const {
  const auto found = find(name);
  if (!found) return fail(found.error());
  return found->entry.open(found->values);
}

Result<std::shared_ptr<const OpenGame>> Whitelist::share(std::string_view name) const {
  std::uint64_t changes = 0;
  {
    const std::lock_guard lock(mutex_);
    changes = changes_;
  }
  const auto found = find(name);
  if (!found) return fail(found.error());
  {
    const std::lock_guard lock(mutex_);
    const auto known = std::find_if(shared_.begin(), shared_.end(), [&](const auto& one) { return one.first == found->name; });
    if (known != shared_.end()) {
      shared_.splice(shared_.begin(), shared_, known);
      return known->second;
    }
  }
  auto opened = found->entry.open(found->values);
  if (!opened) return fail(opened.error());
  std::shared_ptr<const OpenGame> game = std::move(*opened);
  constexpr std::size_t most = 64;
  const std::lock_guard lock(mutex_);
  if (changes == changes_) shared_.emplace_front(found->name, game);  // otherwise the rules may have changed meanwhile
  if (shared_.size() > most) shared_.pop_back();
  return game;
}

Result<Engaged> Whitelist::look_up(const OpenGame& game, std::string_view asked, std::uint64_t most) const {
  most = std::min(most, options_.memory);
  for (const auto& [name, agent] : options_.agents)
    if (name == asked) {
      // The operator's agents have no limits; it only has to play this game.
      if (const auto made = can_be_made(game, agent); !made) return fail(made.error());
      return Engaged{name, agent, {}};
    }
  if (is_program(asked))
    return fail("clients may not start programs", "the operator offers programs with banmen serve --agent NAME=engine:cmd=COMMAND");
  auto name = read_name(asked);
  if (!name) return fail(name.error());
  const std::vector<AgentKind> kinds = game.search().agents();
  const auto kind = std::find_if(kinds.begin(), kinds.end(), [&](const AgentKind& one) { return one.id == name->id; });
  if (kind == kinds.end()) {
    if (find_agent_kind(name->id))
      if (const auto made = make_agent(game, name->id); !made) return fail(made.error());  // says why it can't play this
    std::vector<std::string> known = game.agents();
    for (const auto& [own, agent] : options_.agents) known.push_back(own);
    return fail(ErrorKind::unknown_name, "there is no agent '" + name->id + "'", suggest(name->id, known));
  }
  for (auto& [key, value] : name->given)
    for (const Parameter& parameter : kind->parameters) {
      if (parameter.name != key || !parameter.file || value.empty()) continue;
      const auto& files = options_.databases;
      const auto file = std::find_if(files.begin(), files.end(), [&](const std::string& path) { return ends_in(path, value); });
      if (file == files.end())
        return fail("'" + key + "=' names a file, but clients may not name files",
                    "the operator adds databases with banmen serve --db FILE");
      value = *file;
    }
  const auto values = check_values(name->id, kind->parameters, name->given);
  if (!values) return fail(values.error());
  const auto at_most = [&](const char* key, double value, double largest) -> Result<void> {
    if (value <= largest) return {};
    return fail(fmt::format("{}={:g} is more than this server allows", key, value),
                fmt::format("the largest value allowed is {}={:g}", key, largest));
  };
  std::string_view of_memory = "memory";
  int workers = 1;
  for (const Parameter& parameter : kind->parameters) {
    Result<void> allowed;
    if (parameter.name == "time") allowed = at_most("time", values->real("time"), options_.longest_move);
    if (parameter.name == "workers") {
      workers = std::max(1, static_cast<int>(values->integer("workers")));
      allowed = at_most("workers", workers, options_.threads);
    }
    if (parameter.name == "table" || parameter.name == "memory") {
      allowed =
          at_most(parameter.name.c_str(), static_cast<double>(values->integer(parameter.name)), static_cast<double>(most - 1));
      of_memory = parameter.name == "table" ? "table" : "memory";
    }
    if (!allowed) return fail(allowed.error());
  }
  const std::uint64_t mib = memory_of(*kind, *values);
  if (mib > most)
    return fail(fmt::format("{} may use {} MiB, but this one needs {} MiB",
                            most < options_.memory ? "all agents of one client address" : "all agents together", most, mib),
                fmt::format("make {}= smaller", of_memory));
  std::string full = name->id;
  for (std::size_t k = 0; k < name->given.size(); ++k)
    full += (k == 0 ? ":" : ",") + name->given[k].first + "=" + name->given[k].second;
  // Report every other error now, not when it first thinks.
  if (const auto made = can_be_made(game, full); !made) return fail(made.error());
  return Engaged{std::string(asked), std::move(full), {workers, mib}};
}

std::string Whitelist::analyst(const OpenGame& game) {
  // Without limits of its own: an analysis runs until it is stopped.
  const std::string usual = default_agent(game);
  const std::string id = id_of(usual);
  return id == "uct" ? "uct:solve=true,memory=64" : find_agent_kind(id) ? id : usual;
}

Json Whitelist::named_agents() const {
  Json all = Json::array();
  for (const auto& [name, agent] : options_.agents)
    all.push_back({{"id", name}, {"help", "named by the operator"}, {"parameters", Json::array()}, {"named", true}});
  return all;
}

Json Whitelist::games() const {
  const std::lock_guard making(listing_);
  if (listed_.is_null()) {
    Json games = Json::array(), library = Json::array();
    const std::size_t native = native_entries().size();
    const auto& entries = catalog_.entries();
    const auto listed = [](const GameEntry& entry, const std::string& group) -> Result<Json> {
      const auto values = check_values(entry.id, entry.parameters, {});
      if (!values) return fail(values.error());
      return listed_game(entry, *values, group);
    };
    for (std::size_t k = 0; k < entries.size(); ++k)
      if (auto game = listed(entries[k], k < native ? "native" : "own")) games.push_back(std::move(*game));
    for (const std::string& id : Catalog::library_ids()) {
      const auto entry = catalog_.find(id + ".game");
      if (!entry) continue;
      auto game = listed(**entry, "library");
      if (!game) continue;
      const bool also_native = std::any_of(entries.begin(), entries.end(), [&](const GameEntry& one) { return one.id == id; });
      (*game)["id"] = also_native ? id + ".game" : id;
      library.push_back(std::move(*game));
    }
    listed_ = {{"games", games}, {"library", library}};
  }
  Json out = listed_;
  const std::lock_guard lock(mutex_);
  for (const auto& [name, own] : own_) out["games"].push_back(own.document);
  for (const char* list : {"games", "library"})
    for (Json& game : out[list])
      if (const auto known = ladders_.find(game["id"].get_ref<const std::string&>()); known != ladders_.end())
        game["ladder"] = known->second;
  for (Json& named : named_agents())
    for (const char* list : {"games", "library"})
      for (Json& game : out[list]) game["agents"].push_back(named);
  return out;
}

Result<Json> Whitelist::game(std::string_view text, const std::stop_token& stop) const {
  const auto found = find(text);
  if (!found) return fail(found.error());
  const auto game = found->entry.open(found->values);
  if (!game) return fail(game.error());
  const auto native = native_entries();
  const bool is_native = std::any_of(native.begin(), native.end(), [&](const GameEntry& one) { return one.id == found->entry.id; });
  auto document = listed_game(found->entry, found->values, names_a_file(text) ? "own" : is_native ? "native" : "library");
  if (!document) return fail(document.error());
  (*document)["name"] = (*game)->name();
  (*document)["ladder"] = ladder_of(**game, stop);
  for (Json& named : named_agents()) (*document)["agents"].push_back(named);
  return document;
}

void Whitelist::find_ladders(const std::stop_token& stop) const {
  const Json all = games();
  for (const char* list : {"games", "library"})
    for (const Json& described : all[list]) {
      if (stop.stop_requested()) return;
      const auto id = described["id"].get<std::string>();
      const auto game = open(id);
      if (!game) continue;
      Json ladder = ladder_of(**game, stop);
      const std::lock_guard lock(mutex_);
      ladders_.insert_or_assign(id, std::move(ladder));
    }
}

Result<Json> Whitelist::agents() const {
  const auto all = list_agents(catalog_);
  if (!all) return fail(all.error());
  Json document = agents_document(*all);
  for (Json& named : named_agents()) document["agents"].push_back(named);
  return document;
}

Result<Replay> Whitelist::replay(const Record& record) const {
  if (const auto allowed = may_open(record.game); !allowed) {
    Error error = allowed.error();
    error.line = record.game_line;
    return fail(std::move(error));
  }
  return banmen::replay(catalog_, record);
}

void Whitelist::put(const std::string& name, OwnGame game) {
  const std::lock_guard lock(mutex_);
  own_.insert_or_assign(name, std::move(game));
  ++changes_;
  shared_.remove_if([&](const auto& one) { return id_of(one.first) == name; });
}

namespace {

Json error_line(const rules::Message& message, const std::vector<rules::Text>& texts) {
  Json error{{"line", message.place.line}, {"column", message.place.column}, {"what", message.what}, {"hint", message.hint}};
  const auto file = static_cast<std::size_t>(message.place.file);
  if (file > 0 && file < texts.size()) error["where"] = texts[file].name;  // a file that it extends
  return error;
}

OwnGame broken(const std::string& name, Json errors) {
  OwnGame game;
  game.errors = std::move(errors);
  game.document = {{"id", name},
                   {"title", name},
                   {"parameters", Json::array()},
                   {"players", 2},
                   {"capabilities", Json::array()},
                   {"agents", Json::array()},
                   {"studies", Json::array()},
                   {"seats", Json::array()},
                   {"group", "own"},
                   {"ladder", Json::array()},
                   {"errors", game.errors}};
  return game;
}

/// Plays a part of a random game by the reference interpreter, which respects the budget: a position that is too costly for it
/// would hold a thread of the server for ever.
void play_a_little(const rules::Rules& game) {
  const rules::Reference reference(game);
  const auto vm = rules::make_vm(game);
  rules::LockStep step(game, reference, *vm, static_cast<std::uint32_t>(rules::move_bound(game).capacity()));
  const auto begin = std::chrono::steady_clock::now();
  try {
    (void)step.random_game(1, 0, 1000, [&] { return seconds_since(begin) > 0.1; });
  } catch (const GameFault&) {
    // Playing reports it, with the position.
  }
}

/// `seen` is called before each file is read.
OwnGame checked_game(const std::string& name, const rules::BudgetLimits& limits,
                     const std::function<void(const std::string& path)>& seen) {
  seen(name);
  auto content = read_file(name, rules::longest_text);
  if (!content) return broken(name, Json::array({error_document(content.error())}));
  const auto find = rules::find_beside([&](const std::string& folder, const std::string& extended) -> std::optional<std::string> {
    seen(folder + extended);
    auto text = read_file_inside(folder, extended, rules::longest_text);
    if (!text) return std::nullopt;
    return std::move(*text);
  });
  const rules::Budget budget(limits);  // also for opening it
  const auto checked = rules::check_file(rules::Text{name, std::move(*content)}, find, limits);
  Json errors = Json::array();
  for (const rules::Message& message : checked.messages)
    if (!message.warning) errors.push_back(error_line(message, checked.reading.texts));
  if (!checked.valid()) return broken(name, std::move(errors));
  auto entry = text_game_entry(name, checked.reading, false);
  if (!entry) return broken(name, Json::array({error_document(entry.error())}));
  const auto values = check_values(name, entry->parameters, {});
  if (!values) return broken(name, Json::array({error_document(values.error())}));
  try {
    auto document = listed_game(*entry, *values, "own");
    if (!document) return broken(name, Json::array({error_document(document.error())}));
    play_a_little(*checked.rules);
    return {std::move(*entry), std::move(*document), std::move(errors)};
  } catch (const rules::TooCostly& cost) {
    return broken(name, Json::array({error_line({cost.place, cost.what, cost.hint, false}, checked.reading.texts)}));
  }
}

}  // namespace

FileSeen::FileSeen(std::string file) : path(std::move(file)) {
  std::error_code ignored;
  time = std::filesystem::last_write_time(path, ignored);
  size = std::filesystem::file_size(path, ignored);
}

ReadGame read_own_game(const std::string& name, const rules::BudgetLimits& limits) {
  ReadGame out;
  out.game = checked_game(name, limits, [&](const std::string& path) {
    out.files.emplace_back(path);  // stat before reading, so that changes meanwhile are noticed
  });
  return out;
}

RuleFiles::RuleFiles(const std::vector<std::string>& files) {
  for (const std::string& file : files) names_.push_back(file.find('/') == std::string::npos ? "./" + file : file);
}

std::vector<std::string> RuleFiles::changed() {
  std::vector<std::string> names;
  for (auto& [name, files] : watched_) {
    bool other = false;
    for (FileSeen& file : files)
      if (FileSeen now(file.path); now != file) {
        file = std::move(now);
        other = true;
      }
    if (other) names.push_back(name);
  }
  return names;
}

}  // namespace banmen::serve
