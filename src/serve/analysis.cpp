#include "serve/analysis.hpp"

#include <algorithm>
#include <array>
#include <mutex>

#include "play/agents.hpp"
#include "play/documents.hpp"

namespace banmen::serve {
namespace {

/// Seconds of one thought after the other: the first says something at once.
constexpr std::array<double, 6> stages = {0.1, 0.3, 1, 3, 10, 30};
constexpr double longest_single = 60;

/// Whether the agent searches for as long as it is told to, and was given no limits of its own.
bool goes_on(const OpenGame& table, const std::string& agent) {
  const auto name = read_name(agent);
  if (!name) return false;
  for (const auto& [key, value] : name->given)
    for (const char* limit : {"time", "nodes", "depth", "playouts", "empties"})
      if (key == limit) return false;
  for (const AgentKind& kind : table.search().agents())
    if (kind.id == name->id)
      return std::any_of(kind.parameters.begin(), kind.parameters.end(), [](const Parameter& p) { return p.name == "time"; });
  return false;
}

}  // namespace

/// What the thinking thread holds as well: it may still think when the client has gone.
struct Analysis::Analyst {
  std::shared_ptr<const OpenGame> table;
  std::shared_ptr<const Session> session;
  Engaged engaged;
  bool grows = false;
  int lines = 3;
  std::uint64_t seed = 1;
  std::mutex mutex;
  std::unique_ptr<Agent> agent;
};

Result<Analysis> Analysis::open(const Offer& offer, Json id, Opened opened, const std::string& agent, int lines,
                                std::uint64_t seed) {
  Analysis analysis;
  analysis.id_ = std::move(id);
  auto analyst = std::make_shared<Analyst>();
  const std::string name = agent.empty() ? Offer::analyst(*opened.table) : agent;
  // A search that is built without a limit goes only as deep as is usual; each thought is told its own time.
  analyst->grows = goes_on(*opened.table, name);
  const std::string limited = !analyst->grows ? name : name + (name.find(':') == std::string::npos ? ":" : ",") + "time=60";
  auto engaged = offer.engage(*opened.table, limited);
  if (!engaged) return fail(engaged.error());
  analyst->engaged = std::move(*engaged);
  analyst->engaged.shown = name;
  analyst->table = std::move(opened.table);
  analyst->session = std::move(opened.session);
  analyst->lines = lines;
  analyst->seed = seed;
  analysis.analyst_ = std::move(analyst);
  return analysis;
}

bool Analysis::open_position() const { return !analyst_->session->repeated() && analyst_->session->turn() >= 0; }

double Analysis::limit() const { return analyst_->grows ? 2 * stages[stage_] + 5 : longest_single; }

std::function<Result<Answer>(const std::stop_token&)> Analysis::next() const {
  return [analyst = analyst_, seconds = analyst_->grows ? stages[stage_] : 0](const std::stop_token& stop) -> Result<Answer> {
    const std::lock_guard lock(analyst->mutex);
    if (stop.stop_requested()) return fail(ErrorKind::stopped, "stopped");
    if (analyst->agent == nullptr) {
      auto made = make_agent(*analyst->table, analyst->engaged.name);
      if (!made) return fail(made.error());
      if (const auto ready = (*made)->new_game(); !ready) return fail(ready.error());
      analyst->agent = std::move(*made);
    }
    Ask ask;
    ask.seed = analyst->seed;
    ask.lines = analyst->lines;
    ask.seconds = seconds;
    ask.stop = stop;
    return analyst->agent->think(*analyst->session, ask);
  };
}

bool Analysis::take(const Answer& answer) {
  if (!analyst_->grows) return false;
  const double given = stages[stage_];
  if (++stage_ == stages.size()) return false;
  const bool proved = std::all_of(answer.lines.begin(), answer.lines.end(), [](const AnswerLine& line) { return line.exact; });
  // One that stops long before its time has seen all that it can see.
  return !proved && answer.seconds >= 0.5 * given;
}

Json Analysis::lines_message(const Answer& answer, bool done) const {
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

}  // namespace banmen::serve
