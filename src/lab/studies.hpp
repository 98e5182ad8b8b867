// Analyses of single games as jobs of an experiment: `study = "bao-loops:holes=4"`. Each is one line of the list in studies.cpp.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/control.hpp"
#include "core/parameter.hpp"
#include "lab/job.hpp"

namespace banmen::lab {

struct StudyKind {
  std::string id, help;
  std::vector<Parameter> parameters;
  std::function<Result<std::vector<Fact>>(const Values&, const Control&)> run;
};
const std::vector<StudyKind>& study_kinds();

struct Study {
  std::string name;  // canonical
  std::function<Result<std::vector<Fact>>(const Control&)> run;
};
Result<Study> find_study(std::string_view name);

}  // namespace banmen::lab
