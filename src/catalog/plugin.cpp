#include "catalog/plugin.hpp"

#include <dlfcn.h>
#include <elf.h>
#include <fmt/format.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstring>
#include <mutex>
#include <set>
#include <utility>

#include "catalog/any_game.hpp"
#include "catalog/plugin_game.hpp"
#include "core/text.hpp"
#include "core/try.hpp"
#include "host/files.hpp"

namespace banmen {

namespace {

tl::unexpected<Error> refuse(const std::string& where, const std::string& why, std::string hint = {}) {
  return fail(Error{.what = "plug-in refused: " + why, .hint = std::move(hint), .column = 0, .line = 0, .where = where});
}

/// True if the file contains all segments and headers that its ELF header promises: the loader maps a truncated file without a
/// check, and the process gets SIGBUS. Other files are left to the loader to refuse.
bool is_whole_object(std::string_view bytes) {
  Elf64_Ehdr head{};
  if (!bytes.starts_with(std::string_view(ELFMAG, SELFMAG)) || (bytes.size() > EI_CLASS && bytes[EI_CLASS] != ELFCLASS64))
    return true;
  if (bytes.size() < sizeof head) return false;
  std::memcpy(&head, bytes.data(), sizeof head);
  const auto holds = [&](std::uint64_t begin, std::uint64_t size) { return begin <= bytes.size() && size <= bytes.size() - begin; };
  if (head.e_phentsize != sizeof(Elf64_Phdr)) return true;
  if (!holds(head.e_phoff, std::uint64_t{head.e_phnum} * head.e_phentsize) ||
      !holds(head.e_shoff, std::uint64_t{head.e_shnum} * head.e_shentsize))
    return false;
  for (std::uint64_t k = 0; k < head.e_phnum; ++k) {
    Elf64_Phdr part{};
    std::memcpy(&part, bytes.data() + head.e_phoff + k * sizeof part, sizeof part);
    if (part.p_type != PT_NULL && !holds(part.p_offset, part.p_filesz)) return false;
  }
  return true;
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
      return refuse(where, "parameter " + std::to_string(i + 1) + " lacks its name, kind, default, range or help");
    Parameter to = Parameter::text(from.name, from.fallback, from.range, from.help);
    const std::string_view kind = from.kind;
    if (kind == "integer") {
      to.kind = Parameter::Kind::integer;
      if (!read_range(from.range, to))
        return refuse(where, "parameter " + to.name + ": range '" + from.range + "' does not have the form 2..13");
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
  // Defaults must be valid.
  std::vector<std::pair<std::string, std::string>> defaults;
  for (const Parameter& p : schema) defaults.emplace_back(p.name, p.fallback);
  if (const auto checked = check_values(table.id, schema, defaults); !checked)
    return refuse(where, "a default is not valid: " + checked.error().message());
  return schema;
}

/// The known part of a table, padded with null if the plug-in's table is shorter.
Result<BanmenGame> known_part(const BanmenGame* table, const std::string& where) {
  if (!table) return refuse(where, "banmen_game() returns no function table");
  if (table->magic != BANMEN_PLUGIN_MAGIC) return refuse(where, "its function table has a wrong magic number");
  if (table->version != BANMEN_PLUGIN_VERSION)
    return refuse(where,
                  "it was made for version " + std::to_string(table->version) +
                      " of the plug-in interface, this program has version " + std::to_string(BANMEN_PLUGIN_VERSION),
                  "build it again with this program's plugin.h");
  constexpr std::size_t required = offsetof(BanmenGame, hash);
  const std::size_t size = table->size;
  if (size < required)
    return refuse(where,
                  "its function table has " + std::to_string(size) + " bytes, but needs at least " + std::to_string(required));
  // The rest of the table is pointers.
  if ((size - offsetof(BanmenGame, id)) % sizeof(void*) != 0)
    return refuse(where, "its function table has " + std::to_string(size) + " bytes, and its last pointer is cut off");
  BanmenGame known{};
  std::memcpy(&known, table, std::min(size, sizeof known));
  return known;
}

/// Checks required functions, and groups that must be complete.
Result<void> check_functions(const BanmenGame& table, const std::string& where) {
  const std::pair<const char*, bool> needed[] = {
      {"id", table.id},
      {"title", table.title},
      {"parameters", table.parameters || table.parameter_count == 0},
      {"make", table.make},
      {"destroy", table.destroy},
      {"position_size", table.position_size},
      {"players", table.players},
      {"move_capacity", table.move_capacity},
      {"initial", table.initial},
      {"turn", table.turn},
      {"moves", table.moves},
      {"play", table.play},
      {"payoff", table.payoff},
      {"position_text", table.position_text},
      {"read_position", table.read_position},
      {"move_text", table.move_text},
  };
  for (const auto& [name, there] : needed)
    if (!there) return refuse(where, std::string("its function table lacks '") + name + "'");
  const bool images[] = {table.symmetries != nullptr, table.image != nullptr, table.image_move || table.image_move_at,
                         table.image_seat != nullptr};
  if (std::count(std::begin(images), std::end(images), images[0]) != std::ssize(images))
    return refuse(where, "symmetries, image, image_move and image_seat must all be present, or none of them");
  const bool scenes[] = {table.layout != nullptr, table.scene != nullptr, table.steps != nullptr, table.choices != nullptr};
  if (std::count(std::begin(scenes), std::end(scenes), scenes[0]) != std::ssize(scenes))
    return refuse(where, "layout, scene, steps and choices must all be present, or none of them");
  return {};
}

/// A loaded plug-in, shared by the catalog's entry and its open games.
struct Plugin {
  std::string where, rules_stamp;
  BanmenGame table;
  std::vector<Parameter> schema;
  std::mutex mutex;
  std::set<std::string> tried;  // canonical names that have passed their trial
};

Result<std::shared_ptr<const PluginGame>> make_game(const std::shared_ptr<Plugin>& plugin, const Values& values) {
  std::vector<const char*> texts;
  for (const Parameter& parameter : plugin->schema) texts.push_back(values.text(parameter.name).c_str());
  texts.push_back(nullptr);
  char error[256] = "these parameters do not fit together";
  void* rules = plugin->table.make(texts.data(), error, sizeof error);
  error[sizeof error - 1] = '\0';
  if (!rules) return fail(std::string(plugin->table.id) + ": " + error);
  return std::make_shared<const PluginGame>(std::shared_ptr<const BanmenGame>(plugin, &plugin->table), rules, plugin->rules_stamp);
}

Result<std::unique_ptr<OpenGame>> open_plugin(const std::shared_ptr<Plugin>& plugin, const Values& values) {
  const auto game = TRY(make_game(plugin, values));
  if (std::string wrong = fault_of_sizes(*game); !wrong.empty()) return refuse(plugin->where, wrong);
  const std::string name = canonical_name(plugin->table.id, plugin->schema, values);
  {
    const std::lock_guard lock(plugin->mutex);
    if (!plugin->tried.contains(name)) {
      if (std::string wrong = fault_in_play(*game); !wrong.empty()) return refuse(plugin->where, wrong);
      plugin->tried.insert(name);
    }
  }
  return with_any_game(*game, [&](const auto& g) { return open_any_game(g, name); });
}

}  // namespace

Result<GameEntry> plugin_entry(const BanmenGame* table, const std::string& where, const std::string& rules_stamp) {
  const auto known = TRY(known_part(table, where));
  TRY(check_functions(known, where));
  const std::string id = known.id;
  if (id.empty() || !std::all_of(id.begin(), id.end(), [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }))
    return refuse(where, "its id '" + id + "' is not made of lower-case letters and digits");
  auto schema = TRY(read_schema(known, where));
  const auto plugin = std::make_shared<Plugin>();
  plugin->where = where;
  plugin->rules_stamp = rules_stamp;
  plugin->table = known;
  plugin->schema = std::move(schema);
  // Open it with its defaults, so that faults show before any job starts.
  const auto defaults = TRY(check_values(id, plugin->schema, {}));
  TRY(open_plugin(plugin, defaults));
  return GameEntry{id, known.title, plugin->schema, [plugin](const Values& values) { return open_plugin(plugin, values); }};
}

Result<GameEntry> load_plugin(const std::string& path) {
  // dlopen searches the system's library folders for a name without a slash.
  const std::string file = path.find('/') == std::string::npos ? "./" + path : path;
  if (access(file.c_str(), F_OK) != 0) return refuse(path, "there is no such file");
  if (!is_plain_file(file)) return refuse(path, "it is not a regular file");
  const auto bytes = TRY(read_file(file, any_size));
  if (!is_whole_object(bytes)) return refuse(path, "the file is truncated", "build or copy it again");
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
  // A hash of the content: the name and time of the file don't identify the rules.
  return plugin_entry(entry(), path, fmt::format("{:016x}", XXH3_64bits(bytes.data(), bytes.size())));
}

}  // namespace banmen
