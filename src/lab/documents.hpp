// What the laboratory's commands answer with --json and the server to requests: the same documents, made here once.
#pragma once

#include <vector>

#include "catalog/catalog.hpp"
#include "catalog/json.hpp"
#include "lab/claims.hpp"
#include "lab/run.hpp"

namespace banmen::lab {

/// `banmen GAME STUDY --json`. `complete`: nothing stopped it and all was looked at.
Json findings_document(const Findings& findings, bool complete, double seconds);

/// All studies with their games; of a parameter also whether it must be given and whether it names a file.
Json studies_document(const Catalog& catalog);

Json expectation_document(const Expectation& expectation);
/// `banmen claims --json`.
Json claims_document(const std::vector<PaperClaims>& ledger);

/// `banmen run --json`. Defined beside the other forms of a report.
Json report_document(const ReportHead& head, const std::vector<Evaluation>& all, const std::string& path);

/// How far the experiments of a campaign are.
Json standings_document(const Campaign& campaign, const std::vector<Standing>& rows);

}  // namespace banmen::lab
