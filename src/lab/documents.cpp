#include "lab/documents.hpp"

#include "play/documents.hpp"

namespace banmen::lab {

Json findings_document(const Findings& findings, bool complete, double seconds) {
  Json document = to_json(findings);
  document["complete"] = complete;
  document["seconds"] = seconds;
  return document;
}

Json studies_document(const Catalog& catalog) {
  Json studies = Json::array();
  for (const GameEntry& entry : catalog.entries())
    for (const Study& study : entry.studies) {
      Json one{{"game", entry.id}};
      one.update(study_document(study));
      for (std::size_t k = 0; k < study.parameters.size(); ++k) {
        one["parameters"][k]["required"] = study.parameters[k].required;
        one["parameters"][k]["file"] = study.parameters[k].file;
      }
      studies.push_back(std::move(one));
    }
  return {{"studies", std::move(studies)}};
}

Json expectation_document(const Expectation& e) {
  Json out = {{"at", e.at}, {e.size ? "size" : "value", Json::parse(e.value)}};
  if (!e.where.empty()) out["where"] = Json::parse(e.where);
  if (e.tolerance > 0) out["tolerance"] = e.tolerance;
  if (e.printed) out["printed"] = Json::parse(*e.printed);
  return out;
}

Json claims_document(const std::vector<PaperClaims>& ledger) {
  Json claims = Json::array();
  for (const PaperClaims& paper : ledger)
    for (const Claim& c : paper.claims) {
      Json expect = Json::array();
      for (const Expectation& e : c.expect) expect.push_back(expectation_document(e));
      claims.push_back({{"id", c.id},
                        {"paper", c.paper},
                        {"section", c.section},
                        {"text", c.text},
                        {"status", c.status},
                        {"command", c.command},
                        {"found", c.found},
                        {"readings", c.readings},
                        {"cost", c.cost},
                        {"expect", expect}});
    }
  return {{"claims", claims}};
}

Json standings_document(const Campaign& campaign, const std::vector<Standing>& rows) {
  Json standings = Json::array();
  for (const Standing& row : rows)
    standings.push_back({{"paper", campaign.file.name},
                         {"id", row.id},
                         {"done", row.done},
                         {"wanted", row.wanted},
                         {"seconds_left", row.seconds_left < 0 ? Json(nullptr) : Json(row.seconds_left)}});
  return standings;
}

}  // namespace banmen::lab
