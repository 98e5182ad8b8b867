// The studies of the games as commands: `banmen bao loops 4 --reachable`. Each is made from its description alone.
#include "app/findings_text.hpp"
#include "app/parameters.hpp"
#include "catalog/json.hpp"
#include "core/text.hpp"
#include "lab/studies.hpp"

namespace banmen::app {
namespace {

Result<int> run(Context& context, const Study& study, const Values& values) {
  const Control control = context.control();
  const auto began = std::chrono::steady_clock::now();
  const auto found = study.run({values, control, lab::services(context.catalog)});
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  const int status = context.finish();
  if (!found) return context.stopped() ? Result<int>(status) : fail(found.error());
  const bool complete = found->complete && !context.stopped();
  if (context.json) {
    Json document = to_json(*found);
    document["complete"] = complete;
    document["seconds"] = seconds;
    context.print(document);
    return status;
  }
  show(context, *found);
  context.say("{:.2f} s{}", seconds,
              complete            ? ""
              : context.stopped() ? "; interrupted, so this is not all"
                                  : "; not all was looked at");
  return status;
}

}  // namespace

void add_studies(Command& app, Context& context) {
  for (const GameEntry& entry : context.catalog.entries()) {
    if (entry.studies.empty()) continue;
    Command group = app.add_group(entry.id, "Studies of " + entry.title);
    for (const Study& study : entry.studies) {
      const std::string owner = entry.id + " " + study.id;
      auto given = std::make_shared<GivenValues>(owner, study.parameters);
      Command command = add_checked_command(
          group, context, study.id, study.help, join(study.examples, "\n"),
          [given](Context&) { return given->check().map([](const Values&) {}); },
          [given, study](Context& c) -> Result<int> { return run(c, study, *given->check()); });
      given->add_options(command);
    }
  }
}

}  // namespace banmen::app
