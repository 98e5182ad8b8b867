// The games' studies in experiment files, `study = "bao-loops:holes=4"`.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "catalog/catalog.hpp"
#include "core/control.hpp"

namespace banmen::lab {

struct NamedStudy {
  std::string name;  // canonical
  std::function<Result<Figures>(const Control&)> run;
};
/// The game's id, a hyphen, the study's id, and values of its parameters.
Result<NamedStudy> find_study(const Catalog& catalog, std::string_view name);

}  // namespace banmen::lab
