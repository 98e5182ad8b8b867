#include <atomic>
#include <chrono>
#include <condition_variable>
#include <fstream>
#include <functional>
#include <mutex>
#include <thread>

#include "app/command.hpp"
#include "catalog/text_games.hpp"
#include "core/characters.hpp"
#include "host/files.hpp"
#include "host/process.hpp"
#include "rules/check.hpp"
#include "rules/lock_step.hpp"
#include "rules/move_bound.hpp"

namespace banmen::app {
namespace {

struct CheckArguments {
  std::vector<std::string> files;
  bool thorough = false, explain = false;
  double budget = rules::BudgetLimits{}.seconds;
};

constexpr std::string_view certificate_mark = "banmen certificate";

struct CertificateArguments {
  std::string file;
};

Result<int> check_certificate(Context& context, const CertificateArguments& arguments) {
  const std::string& path = arguments.file;
  const auto bytes = TRY(read_file(path, std::size_t{4} << 30));
  // The file names its game.
  const std::size_t begin = bytes.find("\ngame ");
  if (begin > 64)  // or npos
    return fail("'" + path + "' is not a certificate", "'banmen solve GAME --certificate FILE' writes one");
  const std::string name = bytes.substr(begin + 6, bytes.find('\n', begin + 1) - begin - 6);
  const auto game = TRY(context.catalog.open(name));
  const auto report = TRY(game->solver().check_certificate(bytes, context.control()));
  const int status = context.finish(report.valid ? done : failed);
  if (context.json) {
    Json out{{"valid", report.valid},
             {"game", report.game},
             {"claim", report.claim},
             {"positions", report.positions},
             {"seconds", report.seconds}};
    if (!report.valid) out["why"] = report.why;
    context.print(out);
  } else {
    context.say("{}: {} {}", report.game, report.claim, report.valid ? "is proved" : "is not proved: " + report.why);
    context.say("{} positions checked in {:.2f} s", grouped(report.positions), report.seconds);
  }
  return status;
}

/// Stops the jobs of a file when the process has spent its budget.
class BudgetWatch {
 public:
  BudgetWatch(const Control& control, const rules::BudgetLimits& limits)
      : control_(control), limits_(limits), stop_on_interrupt_(control.stop, [this] { stop_.request_stop(); }) {
    control_.stop = stop_.get_token();
    if (limits.seconds > 0) watcher_ = std::jthread([this](const std::stop_token& done) { watch(done); });
  }

  /// For jobs that respect the budget.
  [[nodiscard]] const Control& control() const { return control_; }
  /// The reason, if the budget is spent.
  [[nodiscard]] std::string spent() const {
    if (out_of_time_) return fmt::format("too costly: checking the file takes more than {:g} s", limits_.seconds);
    if (out_of_memory_) return fmt::format("too costly: checking the file needs more than {} MB", limits_.bytes >> 20);
    return {};
  }

 private:
  void watch(const std::stop_token& done) {
    const double begin = process_seconds();
    const std::uint64_t before = resident_bytes();
    std::mutex mutex;
    std::condition_variable_any wake;
    std::unique_lock lock(mutex);
    while (!wake.wait_for(lock, done, std::chrono::milliseconds(20), [&] { return done.stop_requested(); })) {
      out_of_time_ = process_seconds() - begin > limits_.seconds;
      out_of_memory_ = resident_bytes() > before + limits_.bytes;
      if (!out_of_time_ && !out_of_memory_) continue;
      stop_.request_stop();
      return;
    }
  }

  Control control_;
  rules::BudgetLimits limits_;
  std::stop_source stop_;
  std::stop_callback<std::function<void()>> stop_on_interrupt_;
  std::atomic<bool> out_of_time_ = false, out_of_memory_ = false;
  std::jthread watcher_;
};

Json to_json(const rules::Message& m) {
  return {{"line", m.place.line}, {"column", m.place.column}, {"length", m.place.length}, {"what", m.what}, {"hint", m.hint}};
}

Json facts_json(const rules::Facts& facts) {
  std::size_t exchanging = 0;
  for (const rules::Symmetry& s : facts.symmetries) exchanging += s.rotation != 0;
  return {{"most_plies", facts.most_plies > 0 ? Json(facts.most_plies) : Json(nullptr)},
          {"measure", facts.measure.found ? Json(facts.measure.words) : Json(nullptr)},
          {"most_moves", facts.most_moves},
          {"position_bytes", facts.position_bytes},
          {"move_bits", facts.move_bits},
          {"symmetries", facts.symmetries.size()},
          {"symmetries_exchanging_seats", exchanging}};
}

/// Random games in lock step: two seconds of them, at most 1000; with --long 1000, or fewer once they have had two million moves to
/// choose from, so that the largest files take minutes and not hours.
Json play_games(const Context& context, const rules::Rules& game, bool thorough, const Control& control, std::string& difference,
                bool& fault_of_file, std::string& untrue) {
  const rules::Reference reference(game);
  const auto interpreter = rules::make_vm(game);
  rules::LockStep step(game, reference, *interpreter, static_cast<std::uint32_t>(rules::move_bound(game).capacity()));
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(2);
  constexpr std::uint64_t most = 1000, most_moves = 2'000'000;
  const auto enough = [&] {
    return control.stop.stop_requested() || (thorough ? step.choices >= most_moves : std::chrono::steady_clock::now() > until);
  };
  for (std::uint64_t n = 0; n < most && !enough(); ++n) {
    if (control.progress) control.progress(n, most, "random games by interpreter and VM");
    if (!step.random_game(context.seed, n, 2000, enough)) break;
  }
  difference = step.difference;
  fault_of_file = step.fault_of_file;
  untrue = step.untrue;
  const auto mean = [](double sum, std::uint64_t n) { return n == 0 ? Json(nullptr) : Json(sum / static_cast<double>(n)); };
  Json unused = Json::array();
  for (std::size_t r = 0; r < game.ends.size(); ++r)
    if (!step.end_rules.contains(static_cast<int>(r))) unused.push_back(game.ends[r].place.line);
  Json alternatives = Json::array();
  for (const rules::Alternative& one : step.unused())
    alternatives.push_back({{"line", one.place.line}, {"alternative", one.number + 1}});
  Json results = Json::array();
  for (const long sum : step.results) results.push_back(mean(static_cast<double>(sum), step.ended));
  Json out{{"games", step.games},
           {"ended", step.ended},
           {"positions", step.positions},
           {"length", mean(static_cast<double>(step.plies), step.games)},
           {"branching", mean(static_cast<double>(step.choices), step.decisions)},
           {"passes", mean(static_cast<double>(step.passes), step.games)},
           {"results", results},
           {"unused_end_rules", unused},
           {"unused_alternatives", alternatives},
           {"difference", difference.empty() ? Json(nullptr) : Json(difference)}};
  if (!game.sure.empty())
    out["sure"] = {{"tried", step.trial().tried},
                   {"too_long", step.trial().too_long},
                   {"untrue", untrue.empty() ? Json(nullptr) : Json(untrue)}};
  return out;
}

/// Random games by the VM: few that end make playouts, and so agents like uct, weak and slow.
Result<Json> play_out(const GameEntry& entry, const Control& control) {
  constexpr std::uint64_t games = 10, plies = 2000;
  const auto values = TRY(check_values(entry.id, entry.parameters, {}));
  const auto game = TRY(entry.open(values));
  const auto played = TRY(game->playout_games("", 0, games, plies, Draw::uniform, control.seed, control.stop));
  const auto unfinished = std::count_if(played.begin(), played.end(), [](const PlayedGame& one) { return !one.finished; });
  return Json{{"games", played.size()}, {"unfinished", unfinished}, {"limit", plies}};
}

std::string number(const Json& value, int digits = 2) {
  return value.is_null() ? "-" : fmt::format("{:.{}f}", value.get<double>(), digits);
}

Result<int> check_rules(Context& context, const std::string& path, const CheckArguments& arguments, Json& all) {
  auto text = TRY(rule_text(path));
  const rules::BudgetLimits limits =
      arguments.thorough ? rules::BudgetLimits::none() : rules::BudgetLimits{.seconds = arguments.budget, .in_use = resident_bytes};
  const rules::Budget budget(limits);
  const BudgetWatch watch(context.control(), limits);
  const Control& control = watch.control();
  const rules::Checked checked = rules::check_file(std::move(text), find_rule_text(), limits);
  Json errors = Json::array(), warnings = Json::array(), tests = Json::array(), games = nullptr, playouts = nullptr;
  for (const rules::Message& m : checked.messages) {
    (m.warning ? warnings : errors).push_back(to_json(m));
    const std::string shown = harmless_lines(rules::shown(m, checked.reading));
    if (m.warning)
      context.say("warning: {}", shown);
    else if (!context.json)
      std::fputs((shown + "\n").c_str(), stderr);
  }
  int status = checked.valid() ? done : bad_input;
  bool valid = checked.valid();
  const auto refuse = [&](const rules::Message& m) {
    valid = false;
    status = bad_input;
    errors.push_back(to_json(m));
    context.live.clear();
    if (!context.json) std::fputs((harmless_lines(rules::shown(m, checked.reading)) + "\n").c_str(), stderr);
  };
  std::size_t passed = 0, left = 0;
  if (valid) try {
      const auto entry = TRY(text_game_entry(checked.reading.texts[0].name, checked.reading, context.slow_rules));
      for (const rules::TestLine& line : checked.reading.file.tests) {
        if (line.slow && !arguments.thorough) {
          ++left;
          continue;
        }
        const auto test = run_rule_test(context.catalog, entry, line, control);
        if (const std::string spent = watch.spent(); !spent.empty())
          throw rules::TooCostly{line.place, spent + ", and this test has not finished",
                                 "begin the line with 'slow', so that only 'banmen check --long' runs it"};
        if (!test && test.error().kind == ErrorKind::stopped) return fail(test.error());
        const RuleTest shown = test ? *test : RuleTest{line.place, false, test.error().message()};
        tests.push_back({{"line", shown.place.line}, {"passed", shown.passed}, {"found", shown.found}});
        passed += shown.passed;
        if (shown.passed) continue;
        status = failed;
        context.live.clear();
        context.say("{}:{}:{}: {}", checked.reading.texts[0].name, shown.place.line, shown.place.column, harmless(shown.found));
      }
      if (!checked.facts.measure.found && !context.slow_rules) playouts = TRY(play_out(entry, control));
      std::string difference, untrue;
      bool fault_of_file = false;
      context.live.clear();
      games = play_games(context, *checked.rules, arguments.thorough, control, difference, fault_of_file, untrue);
      context.live.clear();
      if (!difference.empty()) {
        status = failed;
        if (fault_of_file)
          context.say("{}: {}", path, difference);
        else
          context.say("the reference interpreter and the VM disagree on {}: an error in Banmen; please report it with the file",
                      difference);
      }
      if (!untrue.empty()) {
        status = failed;
        context.say("{}: {}", path, untrue);
      }
    } catch (const rules::TooCostly& cost) {
      refuse({cost.place, cost.what, cost.hint, false});
    }
  Json site_by_site = Json::array();
  if (arguments.explain && valid) {
    const auto interpreter = rules::make_vm(*checked.rules);
    for (const rules::Place& place : interpreter->site_by_site()) {
      const Json one = {{"line", place.line}, {"column", place.column}, {"length", place.length}};
      // Seats with the same turn have the same conditions.
      if (std::find(site_by_site.begin(), site_by_site.end(), one) == site_by_site.end()) site_by_site.push_back(one);
    }
  }
  all.push_back({{"file", path},
                 {"valid", valid},
                 {"errors", errors},
                 {"warnings", warnings},
                 {"facts", valid ? facts_json(checked.facts) : Json(nullptr)},
                 {"tests", tests},
                 {"games", games},
                 {"playouts", playouts}});
  if (arguments.explain) all.back()["site_by_site"] = site_by_site;
  if (!valid) return status;
  const rules::Facts& f = checked.facts;
  context.say("{}: {}", path, checked.reading.file.title);
  context.say("  ends: {}",
              f.measure.found ? fmt::format("after at most {} plies ({})", f.most_plies, f.measure.words) : "not proved");
  if (!playouts.is_null() && 2 * playouts["unfinished"].get<std::size_t>() >= playouts["games"].get<std::size_t>())
    context.say(
        "  random games rarely end: {} of {} were unfinished after {} plies, so uct cuts its playouts off (after N with "
        "uct:cut=N) and matches are slow (banmen match --limit N ends them)",
        playouts["unfinished"].get<std::size_t>(), playouts["games"].get<std::size_t>(),
        grouped(playouts["limit"].get<std::uint64_t>()));
  context.say("  at most {} legal moves; a position takes {} bytes, a move {} bits; {} {}", f.most_moves, f.position_bytes,
              f.move_bits, f.symmetries.size(), f.symmetries.size() == 1 ? "symmetry" : "symmetries");
  context.say("  tests: {} of {} passed{}", passed, tests.size(),
              left > 0 ? fmt::format(", {} slow ones skipped (--long runs them)", left) : "");
  if (!games.is_null())
    context.say(
        "  random games, interpreter compared with VM: {}; on average {} plies, {} moves to choose from, result of the first seat "
        "{}",
        games["games"].get<std::uint64_t>(), number(games["length"], 1), number(games["branching"], 1),
        games["results"].empty() ? "-" : number(games["results"][0]));
  if (!games.is_null() && games.contains("sure") && games["sure"]["untrue"].is_null())
    context.say("  section 'sure': correct in {} positions searched to the end of the game; {} positions took too long",
                games["sure"]["tried"].get<std::uint64_t>(), games["sure"]["too_long"].get<std::uint64_t>());
  if (arguments.explain) {
    for (const Json& place : site_by_site)
      context.say("  condition tested site by site: line {}, column {}", place["line"].get<int>(), place["column"].get<int>());
    if (site_by_site.empty()) context.say("  no condition is tested site by site");
  }
  return status;
}

bool starts_with(const std::string& path, std::string_view mark) {
  if (!is_plain_file(path)) return false;
  std::string head(mark.size(), '\0');
  std::ifstream(path, std::ios::binary).read(head.data(), static_cast<std::streamsize>(head.size()));
  return head == mark;
}

Result<int> run(Context& context, const CheckArguments& arguments) {
  if (!(arguments.budget > 0)) return fail("--budget expects a positive number of seconds", "for no limit use --long");
  Json all = Json::array();
  int status = done;
  for (const std::string& path : arguments.files) {
    if (is_own_file(path) && starts_with(path, certificate_mark)) {
      if (arguments.files.size() > 1)
        return fail("a certificate can't be checked together with other files", "banmen certificate check " + path);
      return check_certificate(context, {path});
    }
    const auto one = TRY(check_rules(context, path, arguments, all));
    status = std::max(status, one);
  }
  status = context.finish(status);
  if (context.json) context.print(all.size() == 1 ? all[0] : Json{{"files", all}});
  return status;
}

}  // namespace

void add_check(Command& app, Context& context) {
  auto [command, arguments] =
      add_command<CheckArguments>(app, context, "check", "Check rule files (or a certificate)",
                                  "banmen check my.game\nbanmen check hex --long\nbanmen check bao8.proof", run);
  command->add_option("file", arguments.files, "Rule files, games of the library by name, or a certificate")->required();
  command->add_flag("--long", arguments.thorough, "Also run slow tests, and up to a thousand random games, without a time limit");
  command->add_option("--budget", arguments.budget, "Limit of processor time for each file, in seconds; default: 10");
  command->add_flag("--explain", arguments.explain, "List the slow conditions, which are tested site by site");
}

void add_certificate(Command& app, Context& context) {
  Command certificate = app.add_group("certificate", "Proofs of a value, written by 'solve --certificate'");
  auto [command, arguments] =
      add_command<CertificateArguments>(certificate, context, "check", "Check a certificate against the rules alone",
                                        "banmen certificate check bao8.proof", check_certificate);
  command->add_option("file", arguments.file, "The certificate")->required();
}

}  // namespace banmen::app
