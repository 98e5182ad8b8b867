// The studies of the games as commands: `banmen bao loops 4 --reachable`. Each is made from its description alone.
#include "app/findings_text.hpp"
#include "app/parameters.hpp"
#include "core/seconds_since.hpp"
#include "core/text.hpp"
#include "lab/documents.hpp"

namespace banmen::app {
namespace {

Result<int> run(Context& context, const Study& study, const Values& values) {
  const Control control = context.control();
  const auto began = std::chrono::steady_clock::now();
  const auto found = study.run(values, control);
  const double seconds = seconds_since(began);
  const int status = context.finish();
  if (!found) return fail(found.error());
  const bool complete = found->complete && !context.stopped();
  if (context.json) {
    context.print(lab::findings_document(*found, complete, seconds));
    return status;
  }
  show(context, *found);
  std::string end;
  if (!complete) end = context.stopped() ? "; interrupted, so this is not all" : "; not all was looked at";
  if (context.stopped() && study.resumes) end += ": the same command goes on from there";
  context.say("{:.2f} s{}", seconds, end);
  return status;
}

/// What --help says of a study beyond its parameters.
std::string description_of(const Study& study) {
  return fmt::format("{}\n(takes {}{}{})", study.help, words_of(study.takes), study.threads ? ", less with more --threads" : "",
                     study.resumes ? "; goes on where it was stopped" : "");
}

}  // namespace

void add_studies(Command& app, Context& context) {
  for (const GameEntry& entry : context.catalog.entries()) {
    if (entry.studies.empty()) continue;
    std::string examples;
    for (const Study& study : entry.studies) examples += (examples.empty() ? "" : "\n") + study.examples.front();
    Command group = add_command(app, context, entry.id, "Studies of " + entry.title, examples, {});
    group.needs_command();
    for (const Study& study : entry.studies) {
      auto given = std::make_shared<GivenValues>(entry.id + " " + study.id, study.parameters);
      auto values = std::make_shared<Values>();
      Command command = add_checked_command(
          group, context, study.id, description_of(study), join(study.examples, "\n"),
          [given, values](Context&) { return given->check().map([&](const Values& checked) { *values = checked; }); },
          [values, study](Context& c) { return run(c, study, *values); });
      given->add_options(command);
    }
  }
}

}  // namespace banmen::app
