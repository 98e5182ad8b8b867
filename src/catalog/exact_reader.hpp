// Where a solver made for one game joins the catalog: a specialisation in catalog/readers/GAME.hpp.
#pragma once

#include "catalog/search_jobs.hpp"
#include "core/control.hpp"
#include "core/game.hpp"

namespace banmen {

template <class G>
struct ExactReader {
  static bool can_read(const G&) { return false; }
  static Result<Reading> read(const G&, const typename G::Position&, bool, const Control&) {
    return fail("there is no solver made for this game alone");
  }
};

}  // namespace banmen
