#include "lab/studies.hpp"

#include <algorithm>

#include "core/text.hpp"

namespace banmen::lab {
namespace {

/// The figures that are numbers; where there is none, the texts say why.
Result<Figures> measures(const Findings& found) {
  Figures numbers;
  std::string texts;
  for (Figure& figure : found.figures())
    if (const auto* text = std::get_if<std::string>(&figure.value.value))
      texts += (texts.empty() ? "" : "; ") + *text;
    else if (figure.value.number())
      numbers.push_back(std::move(figure));
  if (numbers.empty()) return fail("the study found no figure" + (texts.empty() ? "" : ": " + texts));
  // Given up at a limit of its own: what it found holds, but whoever reads it must see that there may be more.
  if (!found.complete)
    for (Figure& figure : numbers) figure.words += std::string(figure.words.empty() ? "" : "; ") + "not all was looked at";
  return numbers;
}

}  // namespace

Result<NamedStudy> find_study(const Catalog& catalog, std::string_view text) {
  const auto name = read_name(text);
  if (!name) return fail(name.error());
  std::vector<std::string> ids;
  for (const GameEntry& entry : catalog.entries())
    for (const Study& study : entry.studies) {
      ids.push_back(entry.id + "-" + study.id);
      if (ids.back() != name->id) continue;
      auto parameters = study.parameters;
      for (Parameter& parameter : parameters)
        for (const auto& [key, preset] : study.in_experiments)
          if (parameter.name == key) parameter.fallback = preset;
      const auto values = check_values(name->id, parameters, name->given);
      if (!values) return fail(values.error());
      return NamedStudy{canonical_name(name->id, parameters, *values),
                        [run = study.run, values = *values](Control control) -> Result<Figures> {
                          if (!values.text("seed").empty()) control.seed = static_cast<std::uint64_t>(values.integer("seed"));
                          const auto found = run(values, control);
                          if (!found) return fail(found.error());
                          if (!found->complete && control.stop.stop_requested())
                            return fail(ErrorKind::stopped, "stopped before all was looked at");
                          return measures(*found);
                        }};
    }
  return fail("there is no study '" + name->id + "'", suggest(name->id, ids));
}

}  // namespace banmen::lab
