// Studies as commands: `banmen study bao loops 4 --reachable`, or `banmen bao loops …` for short, made from their descriptions.
#include <algorithm>
#include <chrono>

#include "app/command.hpp"
#include "core/control.hpp"
#include "core/text.hpp"
#include "host/interrupt.hpp"
#include "lab/run.hpp"

namespace banmen::app {
namespace {

Result<int> run(Context& context, const Study& study, const Values& values) {
  const Control control = context.control();
  if (study.resumes) lift_grace();
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
  if (!complete) end = context.stopped() ? "; interrupted, so the result is incomplete" : "; the result is incomplete";
  if (context.stopped() && study.resumes) end += "; repeat the command to resume";
  context.say("{:.2f} s{}", seconds, end);
  return status;
}

/// All studies, or those of one game.
Result<int> list(Context& context, const std::string& only) {
  Json document = lab::studies_document(context.catalog), &studies = document["studies"];
  if (!only.empty())
    studies.erase(std::remove_if(studies.begin(), studies.end(), [&](const Json& study) { return study["game"] != only; }),
                  studies.end());
  if (context.json) {
    context.print(document);
    return done;
  }
  for (const Json& study : studies)
    context.say("{:<11} {:<11} {}", study["game"].get<std::string>(), study["id"].get<std::string>(),
                study["help"].get<std::string>());
  context.say("\nRun one with: banmen study {} ID … ('--help' after it lists its parameters)", only.empty() ? "GAME" : only);
  return done;
}

/// The footer of a study's --help.
std::string description_of(const Study& study) {
  return fmt::format("{}\n(takes {}{}{})", study.help, words_of(study.takes), study.threads ? ", less with more --threads" : "",
                     study.resumes ? "; resumable" : "");
}

void add_studies_of(const GameEntry& entry, Command& group, Context& context) {
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

}  // namespace

void add_studies(Command& app, Context& context) {
  Command all =
      add_command(app, context, "study", "Run a study of a game, or list the studies",
                  "banmen study\nbanmen study bao\nbanmen study bao loops 4 --reachable", [](Context& c) { return list(c, ""); });
  all.takes_command();
  for (const GameEntry& entry : context.catalog.entries()) {
    if (entry.studies.empty()) continue;
    std::string examples;
    for (const Study& study : entry.studies) examples += (examples.empty() ? "" : "\n") + study.examples.front();
    const std::string title = "Studies of " + entry.title;
    Command group = add_command(all, context, entry.id, title, examples, [id = entry.id](Context& c) { return list(c, id); });
    group.takes_command();
    add_studies_of(entry, group, context);
    Command short_form = add_command(app, context, entry.id, title, examples, {});
    short_form.needs_command();
    short_form.hide();
    add_studies_of(entry, short_form, context);
  }
}

}  // namespace banmen::app
