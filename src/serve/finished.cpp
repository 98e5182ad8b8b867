#include "serve/finished.hpp"

#include <algorithm>

#include "core/text.hpp"
#include "play/date.hpp"
#include "play/record_json.hpp"

namespace banmen::serve {

Result<FinishedQuery> finished_query(const std::map<std::string, std::string>& asked) {
  static const std::vector<std::string> known{"game", "name", "from", "to", "after"};
  FinishedQuery query;
  for (const auto& [key, value] : asked) {
    if (std::find(known.begin(), known.end(), key) == known.end())
      return fail("finished games are not looked for by '" + key.substr(0, 40) + "'", suggest(key.substr(0, 40), known));
    if (key == "game") query.game = value;
    if (key == "name") query.name = value;
    if (key == "after") query.after = value;
    if ((key != "from" && key != "to") || value.empty()) continue;
    const auto date = read_date(value);
    if (!date) {
      Error error{"'" + value.substr(0, 40) + "' is no date", "such as 2026-11-16 or 2026-11-16T09:30:00Z"};
      error.where = key;
      return fail(std::move(error));
    }
    const bool day = value.find('T') == std::string::npos;
    (key == "from" ? query.from : query.to) = *date + (key == "from" ? 0 : day ? seconds_of_a_day : 1);
  }
  return query;
}

Json finished_summary(const FinishedGame& game) {
  Json out{{"id", game.id}, {"game", game.game}, {"seats", Json::array()}, {"date", write_date(game.date)}, {"plies", game.plies}};
  out["result"] = out["ended"] = nullptr;
  if (const auto record = read_record(game.record)) {
    const Json document = record_document(*record);
    for (const char* key : {"seats", "result", "ended"}) out[key] = document[key];
  }
  return out;
}

Result<Json> finished_list(const TableStore& store, const FinishedQuery& query) {
  const auto games = store.finished(query);
  if (!games) return fail(games.error());
  Json list = Json::array();
  for (std::size_t k = 0; k < std::min(games->size(), query.most); ++k) list.push_back(finished_summary((*games)[k]));
  return Json{{"games", std::move(list)}, {"more", games->size() > query.most}};
}

Result<Json> finished_record(const TableStore& store, const std::string& id) {
  const auto game = store.find(id);
  if (!game) return fail(game.error());
  const auto record = read_record(game->record);
  if (!record) return fail(record.error());
  Json out = record_document(*record);
  out["id"] = game->id;
  out["record"] = game->record;
  return out;
}

}  // namespace banmen::serve
