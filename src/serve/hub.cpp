#include "serve/hub.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <mutex>

#include "core/hash.hpp"
#include "core/text.hpp"
#include "play/agents.hpp"
#include "play/documents.hpp"
#include "serve/requests.hpp"

namespace banmen::serve {
namespace {

/// Seconds of one thought after the other: the first says something at once.
constexpr std::array<double, 6> stages = {0.1, 0.3, 1, 3, 10, 30};
constexpr double longest_single = 60;

/// Whether the agent searches for as long as it is told to, and was given no limits of its own.
bool goes_on(const OpenGame& game, const std::string& agent) {
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

/// What the thinking thread holds as well: it may still think when the client has gone.
struct Analysis::Analyst {
  std::shared_ptr<const OpenGame> game;
  std::shared_ptr<const Session> session;
  Engaged engaged;
  bool grows = false;
  int lines = 3;
  std::uint64_t seed = 1;
  std::mutex mutex;
  std::unique_ptr<Agent> agent;
};

Result<Analysis> Analysis::open(const Whitelist& offer, Json id, Opened opened, const std::string& agent, int lines,
                                std::uint64_t seed) {
  Analysis analysis;
  analysis.id_ = std::move(id);
  auto analyst = std::make_shared<Analyst>();
  const std::string name = agent.empty() ? Whitelist::analyst(*opened.game) : agent;
  // A search that is built without a limit goes only as deep as is usual; each thought is told its own time.
  analyst->grows = goes_on(*opened.game, name);
  const std::string limited = !analyst->grows ? name : name + (name.find(':') == std::string::npos ? ":" : ",") + "time=60";
  auto engaged = offer.engage(*opened.game, limited);
  if (!engaged) return fail(engaged.error());
  analyst->engaged = std::move(*engaged);
  analyst->engaged.shown = name;
  analyst->game = std::move(opened.game);
  analyst->session = std::move(opened.session);
  analyst->lines = lines;
  analyst->seed = seed;
  analysis.analyst_ = std::move(analyst);
  return analysis;
}

bool Analysis::open_position() const { return !analyst_->session->repeated() && analyst_->session->turn() >= 0; }

double Analysis::limit() const { return analyst_->grows ? 2 * stages[stage_] + 5 : longest_single; }

std::function<Result<AnyAnswer>(const std::stop_token&)> Analysis::next() const {
  return [analyst = analyst_, seconds = analyst_->grows ? stages[stage_] : 0](const std::stop_token& stop) -> Result<AnyAnswer> {
    const std::lock_guard lock(analyst->mutex);
    if (stop.stop_requested()) return fail(ErrorKind::stopped, "stopped");
    if (analyst->agent == nullptr) {
      auto made = make_agent(*analyst->game, analyst->engaged.name);
      if (!made) return fail(made.error());
      if (const auto ready = (*made)->new_game(); !ready) return fail(ready.error());
      analyst->agent = std::move(*made);
    }
    AnyQuestion ask;
    ask.seed = analyst->seed;
    ask.lines = analyst->lines;
    ask.seconds = seconds;
    ask.stop = stop;
    return analyst->agent->think(*analyst->session, ask);
  };
}

bool Analysis::take(const AnyAnswer& answer) {
  if (!analyst_->grows) return false;
  const double given = stages[stage_];
  if (++stage_ == stages.size()) return false;
  const bool proved = std::all_of(answer.lines.begin(), answer.lines.end(), [](const AnyAnswerLine& line) { return line.exact; });
  // One that stops long before its time has seen all that it can see.
  return !proved && answer.seconds >= 0.5 * given;
}

Json Analysis::lines_message(const AnyAnswer& answer, bool done) const {
  const Session& session = *analyst_->session;
  Json message = {{"type", "lines"},
                  {"id", id_},
                  {"agent", analyst_->engaged.shown},
                  {"depth", answer.depth},
                  {"nodes", answer.nodes},
                  {"seconds", answer.seconds},
                  {"unit", answer.unit},
                  {"seat", static_cast<int>(session.turn())},
                  {"lines", lines_document(answer)},
                  {"done", done}};
  if (const std::string note = answer_note(session, answer, analyst_->lines); !note.empty()) message["note"] = note;
  return message;
}

Json Analysis::nothing_message() const {
  const Session& session = *analyst_->session;
  return {{"type", "lines"},
          {"id", id_},
          {"depth", 0},
          {"nodes", 0},
          {"seconds", 0},
          {"unit", ""},
          {"seat", turn_json(session.repeated() ? over : session.turn())},
          {"lines", Json::array()},
          {"note", session.turn() == chance ? "chance acts here" : "the game is over here"},
          {"done", true}};
}

namespace {

// So many messages at once, and so many a second.
constexpr double burst = 40, rate = 20;
constexpr double bots_burst = 400, bots_rate = 200;  // of lines: a search says a lot about itself
constexpr int policy_violation = 1008, too_big = 1009;

}  // namespace

Hub::Hub(const Whitelist& offer, HubOptions options)
    : offer_(offer), options_(std::move(options)), tables_(offer_, options_, wishes_), bots_(tables_, wishes_) {
  tables_.bots_turn = [this](Client bot, double now) { bots_.look(bot, now); };
  tables_.bots_move_on = [this](const std::string& from, const std::string& to, double now) { bots_.move_on(from, to, now); };
}
Hub::~Hub() = default;

// ---- Coming and going

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
  bots_.disconnect(client);
  stop_thinking(found->second);
  stop_analysis(found->second);
  guests_.erase(found);
}

void Hub::hold_back(Client client, bool hold) {
  const auto found = guests_.find(client);
  if (found == guests_.end() || found->second.held == hold) return;
  found->second.held = hold;
  go_on(client, found->second);
}

void Hub::receive(Client client, std::string_view bytes, double now) {
  const auto found = guests_.find(client);
  if (found == guests_.end()) return;
  Guest& guest = found->second;
  at(now);
  const bool bot = guest.kind == Kind::engine;
  const double more = (bot ? bots_rate : rate) * std::max(0.0, now - guest.counted);
  guest.tokens = std::min(bot ? bots_burst : burst, guest.tokens + more) - 1;
  guest.counted = now;
  if (guest.tokens < 0) return close(client, policy_violation, "too many messages");
  if (bytes.size() > longest_message) return close(client, too_big, "a message is at most 16 kB long");
  if (bot) return bots_.receive(client, bytes, now);
  const auto message = read_object(bytes);
  if (!message) return show_out(client, message.error());
  answer(client, guest, *message);
}

void Hub::answer(Client client, Guest& guest, const Json& message) {
  const auto type = message.find("type");
  if (type == message.end() || !type->is_string())
    return show_out(client, {"'type' must be given, as a text", "join, move, undo, seats, end, pause, go, step, analyse or stop"});
  const auto& what = type->get_ref<const std::string&>();
  if (what == "join" && message.contains("table")) return join_shared(client, guest, message);
  if (what == "join") return join(client, guest, message);
  if (what == "analyse") return analyse(client, guest, message);
  static const std::vector<std::string> plain = {"undo", "pause", "go", "step", "stop"};
  static const std::vector<std::string> shared = {"sit", "stand", "offer", "answer", "resign", "claim", "free", "close"};
  static const std::vector<std::string> known = {"join",   "move",   "undo",    "seats",   "end",  "pause", "go",
                                                 "step",   "stop",   "choices", "analyse", "sit",  "stand", "offer",
                                                 "answer", "resign", "claim",   "free",    "close"};
  if (std::find(known.begin(), known.end(), what) == known.end())
    return show_out(client, {"there is no message '" + what.substr(0, 40) + "'", suggest(what.substr(0, 40), known)});
  if (std::find(plain.begin(), plain.end(), what) != plain.end())
    if (const auto read = Fields(message).finish(); !read) return send_error(client, read.error());
  if (what == "stop") return stop_analysis(guest);
  if (tables_.is_at(client)) return tables_.receive(client, message, now_);
  if (std::find(shared.begin(), shared.end(), what) != shared.end())
    return send_error(client, {"you are at no table", "join one first"});
  if (!guest.table) return send_error(client, {"there is no game at this connection", "join one first"});
  if (what == "move") return move(client, guest, message);
  if (what == "undo") return undo(client, guest);
  if (what == "seats") return seats(client, guest, message);
  if (what == "end") return end(client, guest, message);
  if (what == "choices") return choices(client, guest, message);
  Table& table = *guest.table;
  if (what == "pause") {
    table.paused = true;
    table.steps = 0;
    return;
  }
  if (what == "go") table.paused = false;
  if (what == "step") {
    table.paused = true;
    table.steps = 1;
  }
  go_on(client, guest);
}

// ---- Play

void Hub::join(Client client, Guest& guest, const Json& message) {
  Fields fields(message);
  const std::string game = fields.needed_text("game");
  const std::string position = fields.text("position");
  const std::vector<std::string> moves = fields.texts("moves");
  const std::vector<SeatWish> wishes = seat_wishes(fields);
  const auto seed = fields.number("seed", 0, ~std::uint64_t{0});
  const bool paused = fields.flag("paused");
  if (const auto read = fields.finish(); !read) return send_error(client, read.error());
  auto opened = open_at(offer_, game, position, moves);
  if (!opened) return send_error(client, opened.error());
  const std::uint64_t own_seed = mix(options_.seed, ++joined_) >> 12;  // one that a browser holds exactly
  // What the game before has set aside is there for this one; where this one can't be, that one goes on.
  if (guest.table) guest.table->let_go();
  auto table = Table::open(offer_, std::move(*opened), wishes, seed.value_or(own_seed), paused);
  if (!table) {
    if (guest.table) guest.table->take_back(offer_);
    return send_error(client, table.error());
  }
  stop_thinking(guest);
  tables_.leave(client, now_);
  guest.table.emplace(std::move(*table));
  send_table(client, guest);
  go_on(client, guest);
}

void Hub::join_shared(Client client, Guest& guest, const Json& message) {
  tables_.join(client, message, now_);
  if (!tables_.is_at(client)) return;
  stop_thinking(guest);
  guest.table.reset();
}

void Hub::move(Client client, Guest& guest, const Json& message) {
  Fields fields(message);
  const auto ply = fields.number("ply", 0, 1'000'000'000);
  const std::string move = fields.needed_text("move");
  if (!ply) fields.refuse({"'ply' must be given: how many moves were made before this one", {}});
  const auto read = fields.finish();
  Table& table = *guest.table;
  const Seat mover = table.game().session().turn();
  Result<void> played;
  if (!read)
    played = fail(read.error());
  else if (*ply != table.ply())
    played = fail(fmt::format("this move was for ply {}, and the game is at ply {}", *ply, table.ply()), "the table follows");
  else if (table.game().is_over())
    played = fail("the game is over");
  else if (!table.game().persons_turn())
    played = fail(mover == chance ? "chance acts now" : "it is " + table.game().session().turn_name() + "'s turn, an agent's");
  else
    played = table.game().play(move);
  if (!played) {
    send(client, {{"type", "refused"}, {"ply", ply ? Json(*ply) : Json(nullptr)}, {"error", error_document(played.error())}});
    return send_table(client, guest);
  }
  send_moved(client, guest, mover);
  go_on(client, guest);
}

void Hub::undo(Client client, Guest& guest) {
  stop_thinking(guest);
  Table& table = *guest.table;
  const bool people = table.game().has_person();
  const bool done = people ? table.game().undo() : table.game().undo_ply();
  if (!people) table.paused = true;  // or the agents would play it again
  if (!done) send_error(client, {"there is no move to take back", {}});
  send_table(client, guest);
  go_on(client, guest);
}

void Hub::seats(Client client, Guest& guest, const Json& message) {
  Fields fields(message);
  const std::vector<SeatWish> wishes = seat_wishes(fields);
  if (const auto read = fields.finish(); !read) return send_error(client, read.error());
  if (const auto seated = guest.table->sit(offer_, wishes); !seated) return send_error(client, seated.error());
  stop_thinking(guest);
  send_table(client, guest);
  go_on(client, guest);
}

void Hub::end(Client client, Guest& guest, const Json& message) {
  Fields fields(message);
  const std::string how = fields.needed_text("how");
  Table& table = *guest.table;
  const auto seat = fields.number("seat", 0, static_cast<std::uint64_t>(table.game().open_game().players() - 1));
  if (!how.empty() && how != "resigned" && how != "draw" && how != "time")
    fields.refuse({"a game does not end by '" + how.substr(0, 40) + "'", "'how' is resigned, draw or time"});
  if (const auto read = fields.finish(); !read) return send_error(client, read.error());
  std::optional<Seat> who = seat ? std::optional<Seat>(static_cast<Seat>(*seat)) : std::nullopt;
  // A person who gives up while others are on turn means himself.
  const auto& sitting = table.game().seats();
  if (!who && !table.game().persons_turn() && std::count_if(sitting.begin(), sitting.end(), person_name) == 1)
    who = static_cast<Seat>(std::find_if(sitting.begin(), sitting.end(), person_name) - sitting.begin());
  const auto ended = table.game().end(how, who);
  if (!ended) return send_error(client, ended.error());
  stop_thinking(guest);
  send(client, table.ended_message(), Outgoing::Group::game);
}

void Hub::choices(Client client, Guest& guest, const Json& message) {
  const auto answer = guest.table->answer_choices(message);
  if (!answer) return send_error(client, answer.error());
  send(client, *answer, Outgoing::Group::game);
}

void Hub::go_on(Client client, Guest& guest) {
  if (!guest.table || guest.held) return;
  Table& table = *guest.table;
  for (int rolls = 0; table.job == 0 && !table.game().is_over(); ++rolls) {
    if (table.paused && table.steps == 0) return;
    const Seat turn = table.game().session().turn();
    if (!table.held.empty()) {
      const std::string move = std::exchange(table.held, {});
      if (const auto settled = table.game().settle(move); !settled) {  // it would only think of the same again
        table.paused = true;
        return send_error(client, settled.error());
      }
      table.steps = std::max(0, table.steps - 1);
      send_moved(client, guest, turn);
    } else if (turn == chance) {
      if (rolls == most_rolls) {
        table.paused = true;
        send_error(client, {fmt::format("chance has acted {} times in a row; the game is paused", most_rolls), {}});
        return;
      }
      if (const auto rolled = table.game().roll(); !rolled) return send_error(client, rolled.error());
      table.steps = std::max(0, table.steps - 1);
      send_moved(client, guest, chance);
    } else if (table.game().persons_turn()) {
      table.steps = 0;
      return;
    } else {
      send(client, {{"type", "thinking"}, {"seat", static_cast<int>(turn)}, {"agent", table.agent_on_turn()}},
           Outgoing::Group::game);
      table.job = begin(client, Lane::move, longest_move,
                        [thinker = table.game().thinker()](const std::stop_token& stop) { return thinker.think(stop); });
    }
  }
}

void Hub::agent_answered(Client client, Guest& guest, const Result<AnyAnswer>& answer) {
  Table& table = *guest.table;
  table.job = 0;
  const Seat turn = table.game().session().turn();
  if (answer && !answer->lines.empty()) {
    table.held = answer->lines.front().move;
    return go_on(client, guest);
  }
  const Error error = answer ? Error{"the agent has no move", {}} : answer.error();
  table.paused = true;
  // A program from outside that crashes or cheats has lost. With an agent of the library something is wrong with the server.
  if (is_program(table.game().seats()[static_cast<std::size_t>(turn)])) {
    table.note_verdict(table.agent_on_turn() + ": " + error.message());
    if (table.game().end("forfeit", turn)) return send(client, table.ended_message(), Outgoing::Group::game);
  }
  send_error(client, error);
  send_table(client, guest);
}

void Hub::stop_thinking(Guest& guest) {
  if (!guest.table) return;
  guest.table->held.clear();
  if (guest.table->job == 0) return;
  wishes_.stops.push_back(guest.table->job);
  running_.erase(guest.table->job);
  guest.table->job = 0;
}

// ---- Analysis

void Hub::analyse(Client client, Guest& guest, const Json& message) {
  Fields fields(message);
  const Json id = fields.label("id");
  const std::string game = fields.needed_text("game");
  const std::string position = fields.text("position");
  const std::vector<std::string> moves = fields.texts("moves");
  const std::string agent = fields.text("agent");
  const auto lines = fields.number("lines", 1, 100);
  if (const auto read = fields.finish(); !read) return send_error(client, read.error(), {{"id", id}});
  if (!tables_.may_analyse(client)) {
    const TableError why{"no_analysis", Error{"nothing is analysed for who plays in a game between people", "when it is over"}};
    return send(client, {{"type", "error"}, {"error", why.document()}, {"id", id}});
  }
  stop_analysis(guest);
  auto opened = open_at(offer_, game, position, moves);
  if (!opened) return send_error(client, opened.error(), {{"id", id}});
  auto analysis = Analysis::open(offer_, id, std::move(*opened), agent, static_cast<int>(lines.value_or(3)), options_.seed);
  if (!analysis) return send_error(client, analysis.error(), {{"id", id}});
  guest.analysis.emplace(std::move(*analysis));
  if (!guest.analysis->open_position()) {
    send(client, guest.analysis->nothing_message(), Outgoing::Group::lines, true);
    return guest.analysis.reset();
  }
  guest.analysis->job = begin(client, Lane::analysis, guest.analysis->limit(), guest.analysis->next());
}

void Hub::analysis_answered(Client client, Guest& guest, const Result<AnyAnswer>& answer) {
  Analysis& analysis = *guest.analysis;
  if (!answer) {
    send_error(client, answer.error(), {{"id", analysis.id()}});
    return guest.analysis.reset();
  }
  const bool more = analysis.take(*answer);
  send(client, with_exact_texts(analysis.lines_message(*answer, !more)), Outgoing::Group::lines, true);
  if (!more) return guest.analysis.reset();
  analysis.job = begin(client, Lane::analysis, analysis.limit(), analysis.next());
}

void Hub::stop_analysis(Guest& guest) {
  if (!guest.analysis) return;
  wishes_.stops.push_back(guest.analysis->job);
  running_.erase(guest.analysis->job);
  guest.analysis.reset();
}

// ---- Jobs and messages

JobId Hub::begin(Client client, Lane lane, double limit, std::function<Result<AnyAnswer>(const std::stop_token&)> work) {
  const JobId job = wishes_.begin(lane, limit, std::move(work));
  running_.emplace(job, client);
  return job;
}

void Hub::finished(JobId job, const Result<AnyAnswer>& answer, std::optional<double> now) {
  at(now);
  if (tables_.thinks(job)) return tables_.finished(job, answer, now_);
  const auto found = running_.find(job);
  if (found == running_.end()) return;  // nobody waits for it any more
  const Client client = found->second;
  running_.erase(found);
  Guest& guest = guests_.at(client);
  if (guest.table && guest.table->job == job) return agent_answered(client, guest, answer);
  if (guest.analysis && guest.analysis->job == job) analysis_answered(client, guest, answer);
}

std::optional<Client> Hub::waiting_for(JobId job) const {
  if (tables_.thinks(job)) return Client{0};
  const auto found = running_.find(job);
  return found == running_.end() ? std::nullopt : std::optional(found->second);
}

void Hub::changed(const std::string& game, const Json& errors) {
  for (const auto& [client, guest] : guests_) send(client, {{"type", "changed"}, {"game", game}, {"errors", errors}});
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
  const AskTables tables = [&](const Request& asked, bool is_operator) {
    return answer_table_request(tables_, door_, offer_, options_, asked, query, address, is_operator, at(now));
  };
  return answer_request(offer_, options_, method, target.substr(0, mark), authorization, body, tables);
}

void Hub::send(Client client, const Json& message, Outgoing::Group group, bool replaces) {
  wishes_.send(client, message, group, replaces);
}

void Hub::send_table(Client client, Guest& guest) { send(client, guest.table->table_message(), Outgoing::Group::game, true); }

void Hub::send_moved(Client client, Guest& guest, Seat mover) {
  send(client, guest.table->moved_message(mover), Outgoing::Group::game);
}

void Hub::send_error(Client client, const Error& error, const Json& more) {
  Json message = {{"type", "error"}, {"error", error_document(error)}};
  message.update(more);
  send(client, message);
}

void Hub::show_out(Client client, const Error& error) {
  send_error(client, error);
  close(client, policy_violation, "this is not understood here");
}

void Hub::close(Client client, int code, std::string why) {
  wishes_.out.push_back({client, std::move(why), Outgoing::Group::none, false, code});
  disconnect(client);
}

}  // namespace banmen::serve
