// The searches of small games from outside.
#include "catalog/any_game.hpp"
#include "catalog/search_jobs_of.hpp"

namespace banmen {

template std::unique_ptr<SearchJobs> make_search_jobs<SmallGame>(const SmallGame&, const std::string&);

}  // namespace banmen
