#include <fcntl.h>
#include <sys/random.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>
#include <mutex>
#include <set>
#include <stdexcept>
#include <utility>

#include "app/command.hpp"
#include "host/files.hpp"
#include "host/interrupt.hpp"
#include "host/mapping.hpp"
#include "host/process.hpp"
#include "host/threads.hpp"
#include "serve/lab_requests.hpp"
#include "serve/page.hpp"
#include "serve/pool.hpp"
#include "serve/socket.hpp"
#include "serve/table_store.hpp"
#include "serve/whitelist.hpp"

namespace banmen::app {
namespace {

constexpr int usual_port = 8421;

struct ServeArguments {
  int port = usual_port;
  std::string address = "127.0.0.1";
  std::vector<std::string> hosts, databases, agents, games, experiments;
  std::string results = "results", paper, data;
  double memory = 1;
  std::uint64_t connections = 2048;
  std::string key_file;
  bool until_done = false, open = false, everybody = false, behind_proxy = false, durable = false;
  std::optional<Command> command;

  /// True if only this machine can reach the server.
  [[nodiscard]] bool own() const {
    return !behind_proxy && (address.starts_with("127.") || address == "::1" || address == "localhost");
  }
  /// The paper to reproduce, or "all"; empty: none.
  [[nodiscard]] std::string papers() const { return paper.empty() && command->given("--reproduce") ? "all" : paper; }
};

Result<std::string> random_bytes(std::size_t count) {
  std::string bytes(count, '\0');
  if (getrandom(bytes.data(), count, 0) != static_cast<ssize_t>(count))
    return fail(ErrorKind::failed, "the system's random number generator failed");
  return bytes;
}

/// "name=uct:playouts=500".
Result<std::pair<std::string, std::string>> named_agent(const std::string& text) {
  const std::size_t at = text.find('=');
  const std::string name = text.substr(0, at);
  if (at == std::string::npos || at == 0 || at + 1 == text.size() || name.find_first_of(":, ") != std::string::npos)
    return fail("--agent expects NAME=AGENT, got '" + text + "'", "such as --agent friend=uct:playouts=500");
  return std::pair(name, text.substr(at + 1));
}

/// A local page, private to this user, that redirects to an address. Every user of the machine can read command lines, so the
/// address with the operator's key is not on the browser's. Removed with this object.
class RedirectPage {
 public:
  static Result<RedirectPage> write(const std::string& address) {
    // XDG_RUNTIME_DIR is private and never on a disk.
    const char* runtime = std::getenv("XDG_RUNTIME_DIR");
    std::error_code ignored;
    const std::filesystem::path folder = runtime != nullptr && std::filesystem::is_directory(runtime, ignored)
                                             ? std::filesystem::path(runtime)
                                             : std::filesystem::temp_directory_path(ignored);
    RedirectPage page;
    page.path_ = (folder / "banmen-XXXXXX.html").string();
    const int descriptor = mkostemps(page.path_.data(), static_cast<int>(std::strlen(".html")), O_CLOEXEC);  // mode 600
    if (descriptor < 0) {
      page.path_.clear();
      return fail(kind_of_errno(errno), "can't write a page for the browser in '" + folder.string() + "': " + std::strerror(errno));
    }
    const std::string text = fmt::format(
        "<!doctype html><meta charset=utf-8><meta name=referrer content=no-referrer><title>Banmen</title>\n"
        "<meta http-equiv=refresh content=\"0; url={0}\"><a href=\"{0}\">Banmen</a>\n",
        address);
    const bool written = ::write(descriptor, text.data(), text.size()) == static_cast<ssize_t>(text.size());
    if (close(descriptor) != 0 || !written) return fail(ErrorKind::failed, "can't write '" + page.path_ + "'");
    return page;
  }
  RedirectPage(RedirectPage&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  RedirectPage& operator=(RedirectPage&&) = delete;
  ~RedirectPage() {
    if (!path_.empty()) unlink(path_.c_str());
  }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  RedirectPage() = default;
  std::string path_;
};

/// Opens a file in the user's browser.
void open_browser(const std::string& path) {
  const pid_t child = fork();
  if (child != 0) {
    waitpid(child, nullptr, 0);
    return;
  }
  // A grandchild is reaped by init. The browser's output is discarded.
  if (fork() != 0) _exit(0);
  const int nowhere = ::open("/dev/null", O_WRONLY);
  dup2(nowhere, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
  execlp("xdg-open", "xdg-open", path.c_str(), nullptr);
  _exit(1);
}

/// Refuses options that contradict each other.
Result<void> check(const ServeArguments& arguments) {
  if (arguments.until_done && arguments.papers().empty())
    return fail("--until-done needs experiments to wait for", "add --reproduce");
  if (!arguments.own() && arguments.hosts.empty())
    return fail((arguments.behind_proxy ? "--behind-proxy" : "--listen " + arguments.address) +
                    " admits other machines, so the server's host name is required",
                "add it, such as --allow-host banmen.example");
  if (arguments.own() && arguments.everybody)
    return fail("--public has no effect: only this machine can reach the server", "add --listen or --behind-proxy");
  if (arguments.durable && arguments.data == "none") return fail("--durable has no effect with --data none", "omit one");
  return {};
}

/// The store of tables; empty with --data none.
struct Data {
  std::string folder;
  std::optional<serve::TableStore> store;
  std::vector<serve::Kept> tables;  // unfinished ones
};

Result<Data> open_data(const ServeArguments& arguments, double wall) {
  Data data;
  if (arguments.data == "none") return data;
  data.folder = arguments.data.empty() ? data_folder() : arguments.data;
  if (data.folder.empty()) return fail("there is no home folder to store games in", "use --data DIR or --data none");
  auto store = serve::TableStore::open(data.folder, arguments.durable);
  if (!store) {
    if (store.error().kind != ErrorKind::failed) return fail(store.error());
    return fail(ErrorKind::failed, store.error().what, "use another folder with --data DIR, or --data none");
  }
  constexpr double remembered = 600;  // seconds: finished tables can still be viewed and restarted
  TRY(store->forget_ended(wall - remembered));
  data.tables = TRY(store->load(wall - remembered));
  data.store = std::move(*store);
  return data;
}

/// The operator's key: random, or kept in a file across restarts.
Result<std::string> operators_key(const std::string& file) {
  const auto secret = TRY(random_bytes(16));
  const std::string made = serve::base32(secret);
  if (file.empty()) return made;
  const int descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (descriptor >= 0) {
    const std::string line = made + "\n";
    const bool written = write(descriptor, line.data(), line.size()) == static_cast<ssize_t>(line.size());
    if (close(descriptor) == 0 && written) return made;
    unlink(file.c_str());
    return fail(ErrorKind::failed, "can't write the key to '" + file + "'");
  }
  if (errno != EEXIST) return fail("can't write the key to '" + file + "': " + std::strerror(errno));
  TRY(check_private(file).map_error([](Error error) {
    error.hint += ", or delete it for a new key if somebody may have read this one";
    return error;
  }));
  constexpr std::size_t longest = 1024;
  const auto kept = TRY(read_file(file, longest));
  const std::string key = kept.substr(0, kept.find('\n'));
  if (key.size() != made.size() || key.find_first_not_of("abcdefghijklmnopqrstuvwxyz234567") != std::string::npos)
    return fail("'" + file + "' contains no key",
                fmt::format("expected a line of {} letters a-z and digits 2-7; delete the file, and the server makes a new key",
                            made.size()));
  return key;
}

/// The page's address, as other machines see it if they may reach it.
std::string page_address(const ServeArguments& arguments, const serve::Socket& socket) {
  const std::string port = ":" + std::to_string(socket.port());
  if (arguments.own()) return "http://" + socket.host() + port + "/";
  const std::string& name = arguments.hosts.front();
  if (arguments.behind_proxy) return "https://" + name + "/";
  const bool has_port = name.find(':') != std::string::npos && !name.ends_with(']');
  return "http://" + name + (has_port ? "" : port) + "/";
}

/// Prints errors that may recur with every request or move, each once until all is well again.
class Complaints {
 public:
  void report(const Error& error) {
    const std::lock_guard lock(mutex_);
    if (const auto [message, fresh] = said_.insert(error.message()); fresh) complain(*message);
  }
  void done() {
    const std::lock_guard lock(mutex_);
    said_.clear();
  }

 private:
  std::mutex mutex_;
  std::set<std::string> said_;
};

/// A list of finished games, or one of them. The store's own errors name its path, so only the operator sees them.
Result<Json> finished_games(const std::string& folder, const std::string& id, const std::map<std::string, std::string>& asked,
                            Complaints& complaints) {
  serve::FinishedQuery query;
  if (id.empty()) query = TRY(serve::finished_query(asked));
  const auto found = [&]() -> Result<Json> {
    const auto store = TRY(serve::TableStore::look_into(folder));
    if (!id.empty()) return serve::finished_record(store, id);
    return serve::finished_list(store, query, [&](const Error& damage) { complaints.report(damage); });
  }();
  if (found || found.error().kind == ErrorKind::unknown_name) return found;
  complaints.report(found.error());
  return fail(ErrorKind::failed, "the finished games can't be read", "try again in a moment");
}

double wall_clock() { return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count(); }

Result<serve::WhitelistOptions> offer_options(const Catalog& catalog, const ServeArguments& arguments, int searchers) {
  serve::WhitelistOptions out;
  out.memory = static_cast<std::uint64_t>(arguments.memory * 1024);
  out.threads = searchers;
  out.databases = arguments.databases;
  for (const std::string& text : arguments.agents) {
    auto agent = TRY(named_agent(text));
    TRY(serve::check_agent(catalog, agent.second).map_error(about("--agent " + agent.first)));
    out.agents.push_back(std::move(agent));
  }
  return out;
}

serve::SocketOptions socket_options(const ServeArguments& arguments) {
  return {.address = arguments.address,
          .port = static_cast<unsigned short>(arguments.port),
          .port_named = arguments.command->given("--port"),
          .own_too = !arguments.command->given("--listen"),
          .allowed_hosts = arguments.hosts,
          .behind_proxy = arguments.behind_proxy,
          .most_connections = arguments.connections};
}

serve::LabRequests::Options lab_options(const ServeArguments& arguments, const serve::Whitelist& offer) {
  return {.results = arguments.results,
          .experiments = arguments.experiments,
          .databases = arguments.databases,
          .open = [&offer](std::string_view name) { return offer.open(name); }};
}

Result<serve::HubOptions> hub_options(const ServeArguments& arguments, const Data& data, serve::LabRequests& lab,
                                      Complaints& complaints) {
  serve::HubOptions out;
  out.key = TRY(operators_key(arguments.key_file));
  const auto seed = TRY(random_bytes(sizeof out.seed));
  std::memcpy(&out.seed, seed.data(), sizeof out.seed);
  out.everybody_opens = arguments.own() || arguments.everybody;
  out.version = BANMEN_VERSION;
  out.random = [](std::size_t count) {
    auto bytes = random_bytes(count);
    if (!bytes) throw std::runtime_error(bytes.error().what);
    return std::move(*bytes);
  };
  out.wall = wall_clock;
  out.keeps = data.store.has_value();
  if (out.keeps)
    out.finished = [folder = data.folder, &complaints](const std::string& id, const auto& asked) {
      return finished_games(folder, id, asked, complaints);
    };
  out.page_missing = serve::page_missing();
  out.lab = [&lab](const serve::Request& request, bool is_operator, const std::stop_token& stop) {
    return lab.answer(request, is_operator, stop);
  };
  return out;
}

/// Prints the address. Returns the page through which a browser is opened, if any.
std::optional<RedirectPage> say_address(const Context& context, const ServeArguments& arguments, const serve::Socket& socket,
                                        const serve::HubOptions& options) {
  const std::string open = page_address(arguments, socket), with_key = open + "#key=" + options.key;
  // With --key-file the key is not printed, because output may end up in a log.
  const std::string& address = arguments.key_file.empty() ? with_key : open;
  if (context.json)
    context.print({{"address", address}, {"port", socket.port()}, {"page", options.page_missing.empty()}});
  else {
    context.say("Banmen is at {}", address);
    if (!options.page_missing.empty()) context.say("{}", options.page_missing);
    context.say("Press Ctrl-C to stop.");
  }
  std::fflush(stdout);
  const bool desktop = std::getenv("DISPLAY") != nullptr || std::getenv("WAYLAND_DISPLAY") != nullptr;
  if (!arguments.open || !desktop || !options.page_missing.empty()) return std::nullopt;
  auto page = RedirectPage::write(with_key);
  if (!page) {
    complain(page.error().message());
    return std::nullopt;
  }
  open_browser(page->path());
  return std::move(*page);
}

/// Stops everything, then waits at most two seconds in all. Returns false if something does not stop.
bool wind_up(serve::LabRequests& lab, std::optional<serve::Keeper>& keeper, serve::Pool& pool) {
  using namespace std::chrono_literals;
  const auto until = std::chrono::steady_clock::now() + 900ms;
  const auto left = [&] { return std::chrono::duration_cast<std::chrono::milliseconds>(until - std::chrono::steady_clock::now()); };
  (void)lab.end(0ms);
  keeper.reset();  // writes what is queued
  const bool quiet = pool.end(left());
  return lab.end(std::max(0ms, left())) && quiet;
}

Result<int> run(Context& context, const ServeArguments& arguments) {
  TRY(check(arguments));
  return_memory_early();
  const int searchers = std::max(2, machine_threads() - 1);
  auto offered = TRY(offer_options(context.catalog, arguments, searchers));
  auto socket = TRY(serve::Socket::open(socket_options(arguments)));

  serve::Whitelist offer(context.catalog, std::move(offered));
  serve::RuleFiles files(arguments.games);
  const rules::BudgetLimits limits{.in_use = resident_bytes, .others = offer.options().memory << 20};  // agents may think meanwhile
  for (const std::string& name : files.names()) {
    auto [game, seen] = serve::read_own_game(name, limits);
    offer.put(name, std::move(game));
    files.watch(name, std::move(seen));
  }
  serve::LabRequests lab(context.catalog, lab_options(arguments, offer));
  TRY(lab.ready());
  const std::string paper = arguments.papers();
  if (!paper.empty()) TRY(lab.start(paper));
  auto data = TRY(open_data(arguments, wall_clock()));
  Complaints of_reading, of_writing;
  const auto options = TRY(hub_options(arguments, data, lab, of_reading));
  serve::Hub hub(offer, options);
  for (const Error& lost : hub.restore(data.tables, serve::Socket::now())) complain(lost.message());
  std::optional<serve::Keeper> keeper;
  if (data.store) {
    keeper.emplace(std::move(*data.store), [&socket, &of_writing](std::uint64_t commit, const Result<void>& kept) {
      kept ? of_writing.done() : of_writing.report(kept.error());
      socket->committed(commit, kept);
    });
    socket->keep_with([&keeper](serve::Commit commit) { keeper->submit(std::move(commit)); });
  }
  std::optional<RedirectPage> redirect = say_address(context, arguments, *socket, options);
  const double opened = serve::Socket::now();

  constexpr int spare = serve::Shares::spare_threads;
  serve::Pool pool(searchers + spare, options.helpers + spare);
  // Warm the cache of the list of games and its ladders.
  pool.submit(serve::Lane::side, 0, [&](const std::stop_token& stop) { offer.find_ladders(stop); });
  lift_grace();  // wind_up bounds the time of the end
  std::stop_source end;
  const std::stop_callback interrupt(interruption(), [&] { end.request_stop(); });
  std::optional<serve::EndOfRun> reproduced;
  const auto see_experiments = [&] {
    if (paper.empty() || reproduced) return;
    reproduced = lab.ended(paper);
    if (!reproduced) return;
    for (const std::string& line : reproduced->lines) context.say("{}", line);
    std::fflush(stdout);
    if (arguments.until_done) end.request_stop();
  };
  const auto read_again = [&](const std::string& name) {
    serve::ReadGame read = serve::read_own_game(name, limits);
    const Json errors = read.game.errors;
    offer.put(name, std::move(read.game));
    socket->post([&, name, errors, seen = std::move(read.files)]() mutable {
      files.watch(name, std::move(seen));
      hub.changed(name, errors);
    });
  };
  socket->run(hub, pool, end.get_token(), [&] {
    constexpr double patience = 60;  // seconds until the browser has read its page
    if (redirect && serve::Socket::now() - opened > patience) redirect.reset();
    see_experiments();
    for (const std::string& name : files.changed())
      pool.submit(serve::Lane::side, 0, [&read_again, name](const std::stop_token&) { read_again(name); });
  });
  redirect.reset();
  const int status = arguments.until_done && reproduced ? reproduced->status : done;
  if (!wind_up(lab, keeper, pool)) {
    // A search, an endgame or an external program does not stop. Everything is saved.
    std::fflush(nullptr);
    _exit(status);
  }
  return status;
}

}  // namespace

void add_serve(Command& app, Context& context) {
  auto [command, arguments] =
      add_command<ServeArguments>(app, context, "serve", "Play, analyse and watch experiments in a browser",
                                  "banmen serve\nbanmen serve --port 9000 --open\nbanmen serve --game ./mine.game\n"
                                  "banmen serve --agent \"bot=engine:cmd=python3 bot.py\" --memory 4",
                                  run);
  arguments.command = command;
  command->add_option("--port", arguments.port, "Port; default: 8421 or the next free one")->range(0, 65535);
  command->add_option("--listen", arguments.address, "Address to listen on; any but a loopback address needs --allow-host")
      ->show_default();
  command->add_option("--allow-host", arguments.hosts, "Also accept requests for this host name, as NAME or NAME:PORT")->repeated();
  command->add_option("--data", arguments.data,
                      "Folder for tables and finished games, or 'none'; default: 'banmen' in the user's data folder");
  command->add_flag("--durable", arguments.durable,
                    "Sync every move to the disk before announcing it, so that power failures lose none");
  command->add_flag("--public", arguments.everybody, "Let anyone who can reach the server open tables, not only the operator");
  command->add_flag("--behind-proxy", arguments.behind_proxy,
                    "Run behind a proxy on this machine that serves the --allow-host name over https and reports client addresses");
  command->add_option("--key-file", arguments.key_file,
                      "Read the operator's key from this file, created if missing; the key is then not printed");
  command->add_option("--connections", arguments.connections, "Maximum number of connections")->range(1, 65536)->show_default();
  command->add_option("--results", arguments.results, "Folder for stores and reports of experiments")->show_default();
  command->add_option("--experiments", arguments.experiments, "Allow this experiment file to be run from the page")->repeated();
  command->add_option("--db", arguments.databases, "Use this database, made by 'banmen db build', for agents and exact values")
      ->repeated();
  command->add_option("--agent", arguments.agents, "Offer an agent under a name, as NAME=AGENT; it may be an external program")
      ->repeated();
  command->add_option("--game", arguments.games, "Serve this rule file and reload it when it changes")->repeated();
  command->add_option("--memory", arguments.memory, "Memory limit of all agents together, in GiB")
      ->range(0.125, 4096)
      ->show_default();
  command
      ->add_option("--reproduce", arguments.paper,
                   "Run a paper's experiments in the background, with few games each; default: all papers")
      ->may_be_bare();
  command->add_flag("--until-done", arguments.until_done, "With --reproduce, exit when the experiments have finished");
  command->add_flag("--open", arguments.open, "Open the page in a browser if there is a desktop");
}

}  // namespace banmen::app
