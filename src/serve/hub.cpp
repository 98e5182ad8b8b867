#include "serve/hub.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <mutex>

#include "core/text.hpp"
#include "play/agents.hpp"
#include "play/documents.hpp"
#include "serve/requests.hpp"

namespace banmen::serve {
namespace {

/// Seconds of the successive searches of an analysis; short ones first, for an immediate result.
constexpr std::array<double, 6> stages = {0.1, 0.3, 1, 3, 10, 30};
constexpr double longest_single = 60;

/// True if the agent takes a time limit and was named without limits of its own.
bool is_unlimited(const OpenGame& game, const std::string& agent) {
  const auto name = read_name(agent);
  if (!name) return false;
  for (const auto& [key, value] : name->given)
    for (const char* limit : {"time", "nodes", "depth", "playouts", "empties"})
      if (key == limit) return false;
  for (const AgentKind& kind : game.search().agents())
    if (kind.id == name->id)
      return std::any_of(kind.parameters.begin(), kind.parameters.end(), [](const Parameter& p) { return p.name == "time"; });
  return false;
}

}  // namespace

/// An analysis for a client: the same agent searches repeatedly with growing time limits, and each result replaces the previous
/// one. Shared with the searching thread, which may outlive the client. An agent with memory of its own is made for each search.
struct Analysis {
  JobId job = 0;
  Json id;
  std::shared_ptr<const OpenGame> game;
  std::shared_ptr<const Session> session;
  Engaged engaged;
  bool grows = false;  // false: an agent with limits of its own (depth, nodes, playouts, time) searches once
  int lines = 3;
  std::uint64_t seed = 1;
  std::size_t stage = 0;
  std::mutex mutex;
  std::unique_ptr<Agent> agent;

  /// True if a seat is on turn.
  [[nodiscard]] bool is_open() const { return !session->repeated() && session->turn() >= 0; }
  /// Limit in seconds on the next search.
  [[nodiscard]] double limit() const { return grows ? 2 * stages[stage] + 5 : longest_single; }

  Result<AnyAnswer> think(double seconds, const std::stop_token& stop) {
    const std::lock_guard lock(mutex);
    if (stop.stop_requested()) return fail(ErrorKind::stopped, "stopped");
    if (agent == nullptr) {
      auto made = make_agent(*game, engaged.name);
      if (!made) return fail(made.error());
      if (const auto ready = (*made)->new_game(); !ready) return fail(ready.error());
      agent = std::move(*made);
    }
    AnyQuestion ask;
    ask.seed = seed;
    ask.lines = lines;
    ask.seconds = seconds;
    ask.stop = stop;
    auto answer = agent->think(*session, ask);
    if (engaged.cost.mib > 0) agent.reset();
    return answer;
  }

  /// Takes a result; true if a longer search may improve on it.
  bool take(const AnyAnswer& answer) {
    if (!grows) return false;
    const double given = stages[stage];
    if (++stage == stages.size()) return false;
    const bool proved = std::all_of(answer.lines.begin(), answer.lines.end(), [](const AnyAnswerLine& line) { return line.exact; });
    // A search that ends long before its time limit is exhausted.
    return !proved && answer.seconds >= 0.5 * given;
  }

  [[nodiscard]] Json message(const AnyAnswer& answer, bool done) const {
    Json message = {{"type", "lines"},
                    {"id", id},
                    {"depth", answer.depth},
                    {"nodes", answer.nodes},
                    {"seconds", answer.seconds},
                    {"unit", answer.unit},
                    {"seat", turn_json(session->repeated() ? over : session->turn())},
                    {"lines", lines_document(answer)},
                    {"done", done}};
    if (is_open()) message["agent"] = engaged.shown;
    const std::string note = is_open()                   ? answer_note(*session, answer, lines)
                             : session->turn() == chance ? "chance acts here"
                                                         : "the game is over here";
    if (!note.empty()) message["note"] = note;
    return message;
  }
};

namespace {

Result<std::shared_ptr<Analysis>> prepare_analysis(const Whitelist& offer, const Analyse& asked, std::uint64_t seed,
                                                   std::uint64_t most) {
  auto opened = open_at(offer, asked.game, asked.position, asked.moves);
  if (!opened) return fail(opened.error());
  auto analysis = std::make_shared<Analysis>();
  const std::string name = asked.agent.empty() ? Whitelist::analyst(*opened->game) : asked.agent;
  // Without a limit a search would stop at its default depth; each search gets its own time limit.
  analysis->grows = is_unlimited(*opened->game, name);
  const std::string limited = !analysis->grows ? name : name + (name.find(':') == std::string::npos ? ":" : ",") + "time=60";
  auto engaged = offer.look_up(*opened->game, limited, most);
  if (!engaged) return fail(engaged.error());
  analysis->id = asked.id;
  analysis->engaged = std::move(*engaged);
  analysis->engaged.shown = name;
  analysis->game = std::move(opened->game);
  analysis->session = std::move(opened->session);
  analysis->lines = asked.lines;
  analysis->seed = seed;
  return analysis;
}

// Rate limits: messages at once, and per second.
constexpr double burst = 40, rate = 20;
constexpr double bots_burst = 400, bots_rate = 200;  // lines: searches print much about themselves
constexpr int policy_violation = 1008, too_big = 1009;

}  // namespace

Hub::Hub(const Whitelist& offer, HubOptions options)
    : offer_(offer),
      options_(std::move(options)),
      shares_(offer.options().threads, options_.helpers, offer.options().memory),
      tables_(offer_, options_, effects_, shares_),
      bots_(tables_, effects_) {
  tables_.address_of = [this](Client client) -> const std::string& { return guests_.at(client).address; };
  tables_.bots_turn = [this](Client bot, double now) { bots_.look(bot, now); };
  tables_.bots_move_on = [this](const std::string& from, const std::string& to, double now) { bots_.move_on(from, to, now); };
}
Hub::~Hub() = default;

// ---- Connections

double Hub::at(std::optional<double> now) { return now_ = std::max(now_, now.value_or(now_)); }

void Hub::connect(Client client, double now, const std::string& address, Kind kind) {
  Guest& guest = guests_[client];
  guest.tokens = kind == Kind::engine ? bots_burst : burst;
  guest.counted = at(now);
  guest.address = address;
  guest.kind = kind;
  if (kind == Kind::engine) bots_.connect(client, now);
}

void Hub::disconnect(Client client, std::optional<double> now) {
  const auto found = guests_.find(client);
  if (found == guests_.end()) return;
  tables_.leave(client, at(now));
  tables_.hold_back(client, false, now_);
  bots_.disconnect(client);
  stop_analysis(found->second);
  guests_.erase(found);
}

void Hub::hold_back(Client client, bool hold) {
  if (guests_.contains(client)) tables_.hold_back(client, hold, now_);
}

Hub::Ahead Hub::hear(Client client, std::string_view bytes, double now) {
  const auto found = guests_.find(client);
  if (found == guests_.end()) return {};
  Guest& guest = found->second;
  at(now);
  const bool bot = guest.kind == Kind::engine;
  const double more = (bot ? bots_rate : rate) * std::max(0.0, now - guest.counted);
  guest.tokens = std::min(bot ? bots_burst : burst, guest.tokens + more) - 1;
  guest.counted = now;
  if (guest.tokens < 0) return close(client, policy_violation, "too many messages"), Ahead();
  if (bytes.size() > longest_message) return close(client, too_big, "the message is longer than 16 kB"), Ahead();
  if (bot) return bots_.receive(client, bytes, now), Ahead();
  const auto json = read_object(bytes);
  if (!json) return disconnect_for(client, json.error()), Ahead();
  const auto message = read_client_message(*json, tables_.players_at(client));
  if (!message) return disconnect_for(client, message.error()), Ahead();
  Ahead work;
  std::visit(Overloaded{
                 [&](const Malformed& one) {
                   send_error(client, one.error, one.id ? Json{{"id", *one.id}} : Json::object());
                 },
                 [&](const JoinGame& one) {
                   work = [this, client, one, most = shares_.memory_share(guest.address)] {
                     const auto game = std::make_shared<Result<NewGame>>(prepare_game(offer_, one, most));
                     return [this, client, one, game](double then) {
                       if (guests_.contains(client)) tables_.join(client, one, std::move(*game), at(then));
                     };
                   };
                 },
                 [&](const JoinTable& one) { tables_.join(client, one, now_); },
                 [&](const Analyse& one) { work = analyse(client, guest, one); },
                 [&](const StopAnalysis&) { stop_analysis(guest); },
                 [&](const auto&) { tables_.receive(client, *message, now_); },
             },
             *message);
  return work;
}

// ---- Analysis

Hub::Ahead Hub::analyse(Client client, Guest& guest, const Analyse& asked) {
  if (!tables_.may_analyse(client)) {
    const TableError why{"no_analysis", Error{"players can't analyse their game before it is over", "wait until it is over"}};
    effects_.send(client, {{"type", "error"}, {"error", why.document()}, {"id", asked.id}});
    return {};
  }
  stop_analysis(guest);
  return [this, client, asked, most = shares_.memory_share(guest.address)] {
    const auto prepared = prepare_analysis(offer_, asked, options_.seed, most);
    return [this, client, id = asked.id, prepared](double then) {
      at(then);
      const auto found = guests_.find(client);
      if (found == guests_.end()) return;
      if (!prepared) return send_error(client, prepared.error(), {{"id", id}});
      if (!(*prepared)->is_open()) {
        AnyAnswer nothing;
        nothing.unit.clear();
        return effects_.send(client, (*prepared)->message(nothing, true), Outgoing::Group::lines, true);
      }
      found->second.analysis = *prepared;
      think(client, found->second);
    };
  };
}

void Hub::think(Client client, Guest& guest) {
  const auto analysis = guest.analysis;
  analysis->job =
      shares_.enter(Lane::analysis, guest.address, analysis->engaged.cost, now_, [this, client, analysis](JobId job, double) {
        const double seconds = analysis->grows ? stages[analysis->stage] : 0;
        running_.emplace(job, client);
        effects_.jobs.push_back({job, Lane::analysis, analysis->limit(),
                                 [analysis, seconds](const std::stop_token& stop) { return analysis->think(seconds, stop); }});
      });
}

void Hub::analysis_answered(Client client, Guest& guest, const Result<AnyAnswer>& answer) {
  Analysis& analysis = *guest.analysis;
  if (!answer) {
    send_error(client, answer.error(), {{"id", analysis.id}});
    return guest.analysis.reset();
  }
  const bool more = analysis.take(*answer);
  effects_.send(client, with_exact_texts(analysis.message(*answer, !more)), Outgoing::Group::lines, true);
  if (!more) return guest.analysis.reset();
  think(client, guest);
}

void Hub::stop_analysis(Guest& guest) {
  if (!guest.analysis) return;
  if (!shares_.cancel(guest.analysis->job)) effects_.stops.push_back(guest.analysis->job);
  running_.erase(guest.analysis->job);
  guest.analysis.reset();
}

// ---- Jobs and messages

void Hub::finished(JobId job, const Result<AnyAnswer>& answer, std::optional<double> now) {
  shares_.leave(job, at(now));
  if (tables_.waiting_for(job)) return tables_.finished(job, answer, now_);
  const auto found = running_.find(job);
  if (found == running_.end()) return;  // no client waits for it any more
  const Client client = found->second;
  running_.erase(found);
  Guest& guest = guests_.at(client);
  if (guest.analysis && guest.analysis->job == job) analysis_answered(client, guest, answer);
}

std::optional<Client> Hub::waiting_for(JobId job) const {
  if (const auto client = tables_.waiting_for(job)) return client;
  const auto found = running_.find(job);
  return found == running_.end() ? std::nullopt : std::optional(found->second);
}

void Hub::changed(const std::string& game, const Json& errors) {
  for (const auto& [client, guest] : guests_) effects_.send(client, {{"type", "changed"}, {"game", game}, {"errors", errors}});
}

void Hub::tick(double now) {
  tables_.tick(at(now));
  bots_.tick(now_);
}

void Hub::committed(std::uint64_t commit, const Result<void>& kept, double now) { tables_.committed(commit, kept, at(now)); }

std::vector<Error> Hub::restore(const std::vector<Kept>& tables, double now) { return tables_.restore(tables, at(now)); }

Reply Hub::request(const std::string& method, const std::string& target, const std::string& authorization, std::string_view body,
                   std::optional<double> now, const std::string& address) {
  const std::size_t mark = target.find('?');
  const std::string query = mark == std::string::npos ? "" : target.substr(mark + 1);
  return answer_request(tables_, table_limit_, offer_, options_,
                        {method, target.substr(0, mark), query, authorization, body, address, shares_.memory_share(address)},
                        at(now));
}

void Hub::send_error(Client client, const Error& error, const Json& more) {
  Json message = {{"type", "error"}, {"error", error_document(error)}};
  message.update(more);
  effects_.send(client, message);
}

void Hub::disconnect_for(Client client, const Error& error) {
  send_error(client, error);
  close(client, policy_violation, "protocol violation");
}

void Hub::close(Client client, int code, std::string why) {
  effects_.out.push_back({client, std::move(why), Outgoing::Group::none, false, code});
  disconnect(client);
}

}  // namespace banmen::serve
