// `banmen db`: endgame databases of any game that has them; games add parameters and figures of their own.
#include <unistd.h>

#include <algorithm>

#include "app/command.hpp"
#include "host/interrupt.hpp"
#include "solve/wide/device.hpp"

namespace banmen::app {
namespace {

struct DbArguments {
  std::string file, position, device = "none";
  std::shared_ptr<GivenValues> given;  // parameters of `build`
  double memory = 4;
  std::uint64_t stride = 1;
};

/// --file, or a name derived from the game's.
std::string file_of(const DbArguments& arguments, const OpenGame& game) {
  if (!arguments.file.empty()) return arguments.file;
  std::string name = game.name() + ".db";
  for (char& c : name)
    if (c == ':' || c == ',' || c == '/') c = '-';
  return name;
}

Json rows_of(const std::vector<Figures>& rows) {
  Json list = Json::array();
  for (const Figures& row : rows) list.push_back(to_json(row));
  return list;
}

std::string words_of(const Figures& figures) {
  std::string line;
  for (const Figure& figure : figures) line += (line.empty() ? "" : ", ") + figure.name + ' ' + text_of(figure.value);
  return line;
}

/// Database parameters of all games, each once; the help names the games.
std::vector<Parameter> all_parameters(const Catalog& catalog) {
  std::vector<Parameter> all;
  for (const GameEntry& entry : catalog.entries())
    for (Parameter parameter : entry.database_parameters) {
      parameter.help += " [" + entry.id + "]";
      const auto same = std::find_if(all.begin(), all.end(), [&](const Parameter& p) { return p.name == parameter.name; });
      if (same == all.end())
        all.push_back(std::move(parameter));
      else
        same->help += " [" + entry.id + "]";
    }
  return all;
}

/// Fields common to `build` and `info`.
Json description(const DatabaseReport& report, const std::string& file) {
  Json out{{"game", report.game}, {"file", file}, {"positions", report.positions}, {"bytes", report.bytes}};
  out["error_bound"] = !report.error_bound ? Json(nullptr) : *report.error_bound == 0 ? Json(0) : Json(*report.error_bound);
  add_to(out, report.more);
  if (!report.tables.empty()) out["tables"] = rows_of(report.tables);
  out["tiers"] = rows_of(report.tiers);
  return out;
}

Result<int> build(Context& context, const OpenGame& game, const DbArguments& arguments) {
  const std::string file = file_of(arguments, game);
  const bool there = access(file.c_str(), F_OK) == 0;  // a build never replaces a file
  const auto memory = gibibytes(arguments.memory);
  lift_grace();  // a tier of a large database takes minutes to write
  const auto report = TRY(game.solver().build_database(file, arguments.given->given(), memory, context.control()));
  const int status = context.finish(report.unfinished.empty() ? done : failed);
  if (context.json) {
    Json out = description(report, file);
    out["already_there"] = there;
    out["resumed_tiers"] = report.resumed;
    if (report.memory > 0) out["memory"] = report.memory;
    out["seconds"] = report.seconds;
    if (!report.so_far.empty()) out["groups"] = rows_of(report.so_far);
    if (!report.unfinished.empty()) out["unfinished"] = report.unfinished;
    context.print(out);
    return status;
  }
  for (const Figures& row : report.so_far) context.say("  {}", words_of(row));
  if (!report.unfinished.empty()) {
    context.say("not finished: {}", report.unfinished);
    return status;
  }
  context.say("{}: {} positions, {} bytes{}, {}{}", file, grouped(report.positions), grouped(report.bytes),
              report.exactness.empty() ? "" : ", " + report.exactness,
              there ? "exists already" : fmt::format("{:.1f} s", report.seconds),
              report.resumed ? fmt::format(", {} tiers from an earlier run", report.resumed) : "");
  return status;
}

Result<int> info(Context& context, const OpenGame& game, const DbArguments& arguments) {
  const std::string file = file_of(arguments, game);
  const auto report = TRY(game.solver().describe_database(file, context.control()));
  const int status = context.finish();
  if (context.json) {
    context.print(description(report, file));
    return status;
  }
  context.say("{}: {}, {} positions in {} bytes, {}{}", file, report.game, grouped(report.positions), grouped(report.bytes),
              words_of(report.more), report.exactness.empty() ? "" : "; " + report.exactness);
  for (const Figures& tier : report.tiers) context.say("  {}", words_of(tier));
  return status;
}

Result<int> probe(Context& context, const OpenGame& game, const DbArguments& arguments) {
  const auto report = game.solver().probe_database(file_of(arguments, game), arguments.position, context.control());
  if (!report) {
    Error error = report.error();
    if (error.column > 0) error.where = "--position";
    return fail(error);
  }
  const int status = context.finish();
  if (context.json) {
    Json out{{"game", game.name()}, {"position", report->position}, {"view", report->view}};
    out["value"] = to_json(report->value);
    out["win"] = to_json(report->win);
    if (report->bounds) out["bounds"] = {to_json((*report->bounds)[0]), to_json((*report->bounds)[1])};
    add_to(out, report->more);
    Json& moves = out["moves"] = Json::array();
    for (const ProbeReport::Move& m : report->moves) {
      Json& move = moves.emplace_back(Json{{"move", m.move}, {"value", to_json(m.value)}});
      add_to(move, m.more);
    }
    context.print(out);
    return status;
  }
  context.say("{}: {}", report->position, report->words);
  for (const ProbeReport::Move& m : report->moves) context.say("  {:<20} {}", m.move, m.words);
  context.say("values: {}", report->view);
  return status;
}

Result<int> verify(Context& context, const OpenGame& game, const DbArguments& arguments) {
  const DatabaseCheckOptions options{arguments.stride, arguments.device, gibibytes(arguments.memory)};
  const auto report = TRY(game.solver().verify_database(file_of(arguments, game), options, context.control()));
  const int status = context.finish(report.wrong == 0 ? done : failed);
  if (context.json) {
    Json out{{"valid", report.wrong == 0},
             {"positions", report.checked},
             {"wrong", report.wrong},
             {"example", report.example},
             {"seconds", report.seconds}};
    if (report.worst) out["worst"] = *report.worst;
    if (!report.what.empty()) out["shown"] = report.wrong == 0 ? Json(report.what) : Json(nullptr);
    context.print(out);
    return status;
  }
  context.say("{} positions have the value that their successors imply, {} do not{}{} ({:.1f} s)",
              grouped(report.checked - report.wrong), grouped(report.wrong),
              report.example.empty() ? "" : ", such as " + report.example,
              report.worst ? fmt::format("; largest difference {:.1e}", *report.worst) : "", report.seconds);
  if (!report.what.empty() && report.wrong == 0) context.say("{}", report.what);
  return status;
}

/// Devices that can sweep tables. Having none is no failure: the CPU does it too.
Result<int> devices(Context& context) {
  std::string why;
  const auto library = wide::DeviceLibrary::load("cuda", why);
  Json list = Json::array();
  std::vector<std::string> lines;
  if (library)
    for (const banmen_wide_device& device : library->devices()) {
      list.push_back({{"kind", "cuda"},
                      {"name", device.name},
                      {"memory", device.memory},
                      {"free", device.free},
                      {"driver", device.driver},
                      {"multiprocessors", device.multiprocessors}});
      lines.push_back(fmt::format("cuda {}: {}, {:.1f} GiB, of which {:.1f} free, {}", lines.size(), device.name,
                                  static_cast<double>(device.memory) / (1 << 30), static_cast<double>(device.free) / (1 << 30),
                                  device.driver));
    }
  const int status = context.finish();
  if (context.json) {
    Json out{{"devices", list}};
    out["library"] = library ? Json(library->path()) : Json(nullptr);
    context.print(out);
    return status;
  }
  for (const std::string& line : lines) context.say("{}", line);
  if (!library)
    context.say("no devices: libbanmen_cuda.so could not be loaded ({})", why);
  else if (lines.empty())
    context.say("no devices: {} found none", library->path());
  return status;
}

}  // namespace

void add_db(Command& app, Context& context) {
  Command db = app.add_group("db", "Endgame databases: build, describe, look up, check");
  const auto add = [&](const char* name, const char* what, const char* example,
                       Result<int> (*body)(Context&, const OpenGame&, const DbArguments&)) {
    auto added = add_game_command<DbArguments>(db, context, name, what, example, body);
    added.first->add_option("--file", added.second.file, "Database file; default: named after the game");
    return added;
  };
  auto [building, b] = add("build", "Compute the values of all positions of the lowest tiers",
                           "banmen db build bao:holes=8 --stones 12 --threads 2\n"
                           "banmen db build backgammon --mover 2 --opponent 2 --prove\n"
                           "banmen db build backgammon --mover 2 --opponent 2 --device cpu --bits 32 --file exact.db\n"
                           "banmen db build backgammon:checkers=2,payoff=money --payoff hyper --bits 32 --file hyper2.db",
                           build);
  b.given = std::make_shared<GivenValues>("db build", all_parameters(context.catalog));
  b.given->add_options(building);
  building->add_option("--memory", b.memory, "Memory limit for positions, in GiB")->range(0.001, 4096.0);
  add("info", "Describe a database", "banmen db info bao:holes=8", info);
  auto [probing, p] = add("probe", "Look up the values of a position and of its moves",
                          "banmen db probe bao:holes=4 --position '0,1,0,2,0,3,0,1 first'\n"
                          "banmen db probe backgammon --position 5,2/3,2/first:3-1",
                          probe);
  probing->add_option("--position", p.position, "Position to look up; default: the game's start");
  auto [checking, c] = add("verify", "Check the values of positions against those of their successors",
                           "banmen db verify bao:holes=8 --stride 10\n"
                           "banmen db verify backgammon --device cpu --memory 2",
                           verify);
  checking->add_option("--stride", c.stride, "Check only every N-th position")->range(1, 0x1p40);
  checking
      ->add_option("--device", c.device,
                   "Device to check all positions at once (only files built with --device); none: check one by one")
      ->one_of({"none", "cpu", "cuda"});
  checking->add_option("--memory", c.memory, "Memory limit of --device cpu, in GiB")->range(0.001, 4096.0);
  add_command(db, context, "devices", "List the GPUs that 'banmen db build --device cuda' can use", "banmen db devices --json",
              devices);
}

}  // namespace banmen::app
