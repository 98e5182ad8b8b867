// Finished games as documents: what the server answers and `banmen tables` prints.
#pragma once

#include <map>
#include <string>

#include "catalog/json.hpp"
#include "serve/table_store.hpp"

namespace banmen::serve {

/// {"game","name","from","to","after"} as texts, all of them optional; days of `to` count to their end.
Result<FinishedQuery> finished_query(const std::map<std::string, std::string>& asked);

/// {"id","game","seats":[{"seat","who"}],"date","plies","result","ended"}
Json finished_summary(const FinishedGame& game);
/// {"games":[summary…],"more"}
Result<Json> finished_list(const TableStore& store, const FinishedQuery& query);
/// The record's document, with its text as "record", and "id".
Result<Json> finished_record(const TableStore& store, const std::string& id);

}  // namespace banmen::serve
