#include "play/documents.hpp"

#include <fmt/format.h>

#include "catalog/scene_json.hpp"
#include "catalog/text_games.hpp"
#include "core/text.hpp"
#include "core/try.hpp"
#include "host/terminal.hpp"

namespace banmen {

Json error_document(const Error& error) {
  // Messages may quote long input.
  constexpr std::size_t longest = 1000;
  const auto short_of = [](const std::string& text) { return text.size() > longest ? cut(text, longest) : text; };
  Json document{{"what", short_of(error.what)}};
  if (!error.hint.empty()) document["hint"] = short_of(error.hint);
  if (!error.where.empty()) document["where"] = short_of(error.where);
  if (error.line > 0) document["line"] = error.line;
  if (error.column > 0) document["column"] = error.column;
  return document;
}

Json study_document(const Study& study) {
  return {{"id", study.id},
          {"help", study.help},
          {"examples", study.examples},
          {"parameters", to_json(study.parameters)},
          {"takes", words_of(study.takes)},
          {"threads", study.threads},
          {"resumes", study.resumes}};
}

Result<Json> game_document(const GameEntry& entry) {
  Json studies = Json::array();
  for (const Study& study : entry.studies) studies.push_back(study_document(study));
  const auto values = check_values(entry.id, entry.parameters, {});
  if (!values) return fail(values.error());
  const auto game = entry.open(*values);
  if (!game) return fail(game.error());
  return Json{{"id", entry.id},
              {"title", entry.title},
              {"parameters", to_json(entry.parameters)},
              {"players", (*game)->players()},
              {"capabilities", (*game)->capabilities()},
              {"agents", (*game)->agents()},
              {"studies", studies},
              {"database_parameters", to_json(entry.database_parameters)}};
}

Result<Json> games_document(const Catalog& catalog, std::string_view id) {
  std::vector<const GameEntry*> chosen;
  if (id.empty()) {
    for (const GameEntry& entry : catalog.entries()) chosen.push_back(&entry);
  } else {
    // "bao:holes=4" selects bao.
    const auto name = read_name(id);
    if (!name) return fail(name.error());
    const auto entry = catalog.find(name->id);
    if (!entry) return fail(entry.error());
    chosen.push_back(*entry);
  }
  Json games = Json::array();
  for (const GameEntry* entry : chosen) {
    auto game = game_document(*entry);
    if (!game) return fail(game.error());
    games.push_back(std::move(*game));
  }
  Json library = Json::array();
  if (id.empty())
    for (const std::string& name : Catalog::library_ids())
      if (const auto entry = catalog.find(name + ".game"))
        library.push_back({{"id", name}, {"title", (*entry)->title}, {"parameters", to_json((*entry)->parameters)}});
  return Json{{"games", games}, {"library", library}};
}

Result<std::string> rules_in_words(const std::string& game) {
  const std::string id = TRY(read_name(game)).id;
  if (const std::string_view page = rules_page(id); !page.empty())
    return std::string(page.substr(0, page.find_last_not_of('\n') + 1));
  const auto lines = head_comment(id);
  if (!lines) return fail("there is no text on the rules of '" + id + "'");
  std::string out;
  for (const std::string& line : *lines) out += harmless(line) + "\n";
  // A native game may have the same name.
  const bool named = id.find('/') != std::string::npos || id.ends_with(".game");
  return out + "The rule file: banmen show " + id + (named ? "" : ".game") + " --rules";
}

Json agents_document(const std::vector<ListedAgent>& agents) {
  Json all = Json::array();
  for (const ListedAgent& agent : agents)
    all.push_back(
        {{"id", agent.kind.id}, {"help", agent.kind.help}, {"parameters", to_json(agent.kind.parameters)}, {"games", agent.games}});
  return {{"agents", all}};
}

Json layout_document(const OpenGame& game, const Session& session) {
  auto layout = session.layout();
  if (!layout) return nullptr;
  layout->game = game.name();
  return scene::to_json(*layout);
}

std::vector<std::string> picture_lines(const Picture& picture) {
  std::vector<std::string> lines;
  const std::string plain = picture.plain();
  for (const std::string_view line : split(plain, '\n'))
    if (!line.empty()) lines.emplace_back(line);
  return lines;
}

Json show_document(const OpenGame& game, const Session& session, const Picture& picture,
                   const std::optional<Record::Ending>& ending, bool scene) {
  const auto result = session.result();
  Json document = {{"game", game.name()},
                   {"position", session.position()},
                   {"turn", session.turn_name()},
                   {"moves", session.moves()},
                   {"score", session.score()},
                   {"result", result ? Json(*result) : Json(nullptr)},
                   {"last", to_json(session.last())},
                   {"history", session.history()},
                   {"picture", picture_lines(picture)}};
  if (ending) {
    document["ended"] = {{"how", ending->how}, {"seat", ending->seat}};
    if (!ending->why.empty()) document["ended"]["why"] = ending->why;
  }
  if (!scene) return document;
  document["layout"] = layout_document(game, session);
  document["scene"] = scene::to_json(session.scene());
  document["steps"] = scene::to_json(session.steps());
  document["choices"] = scene::to_json(session.ways_to_move());
  return document;
}

std::string answer_note(const Session& session, const AnyAnswer& answer, int asked) {
  const auto requested = std::min(static_cast<std::size_t>(asked), session.choices());
  if (!answer.note.empty() || answer.lines.size() >= requested) return answer.note;
  return answer.lines.size() == 1 ? "this agent returns only its own choice"
                                  : fmt::format("this agent returns only {} moves", answer.lines.size());
}

Json analyse_document(const OpenGame& game, const Session& session, const Agent& agent, const AnyAnswer& answer, int asked,
                      bool repeatable, bool complete) {
  Json document = {
      {"game", game.name()},         {"agent", agent.name()},     {"position", session.position()},  {"turn", session.turn_name()},
      {"view", session.turn_name()}, {"unit", answer.unit},       {"lines", lines_document(answer)}, {"nodes", answer.nodes},
      {"depth", answer.depth},       {"seconds", answer.seconds}, {"repeatable", repeatable},        {"complete", complete}};
  if (const std::string note = answer_note(session, answer, asked); !note.empty()) document["note"] = note;
  return document;
}

Json lines_document(const AnyAnswer& answer) {
  Json lines = Json::array();
  for (const AnyAnswerLine& line : answer.lines) {
    Json out = {{"move", line.move}, {"value", line.value}, {"exact", line.exact}, {"line", line.line}};
    if (line.visits > 0) out["visits"] = line.visits;
    if (!line.least.empty()) {
      out["least"] = line.least;
      out["most"] = line.most;
    }
    add_to(out, line.more);
    lines.push_back(std::move(out));
  }
  return lines;
}

}  // namespace banmen
