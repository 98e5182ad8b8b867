// A study: an analysis of one game, described as data. Parameters go in, findings come out; no text is formatted and no JSON made
// here. From the description alone are made the command (`banmen bao loops 4 --reachable`) with its help, completion and man page,
// its JSON and the terminal's table, `study = "bao-loops:holes=4"` in an experiment file, and the entry in `banmen games bao`.
//
// A study is a function in src/research/<game> that returns its description, listed in src/research/studies.cpp.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/control.hpp"
#include "core/error.hpp"
#include "core/findings.hpp"
#include "core/parameter.hpp"

namespace banmen {

struct Study {
  /// How long it usually takes with its defaults.
  enum class Takes : std::uint8_t { moments, seconds, minutes, hours };

  std::string id;
  std::string help;                   // one line, as a command's
  std::vector<std::string> examples;  // whole command lines
  std::vector<Parameter> parameters;
  std::function<Result<Findings>(const Values&, const Control&)> run;
  Takes takes = Takes::seconds;
  bool threads = false;  // whether --threads makes it faster
  bool resumes = false;  // whether a stopped one goes on from a file that a parameter names
  /// Values that an experiment file starts from instead of the defaults.
  std::vector<std::pair<std::string, std::string>> in_experiments = {};

  /// The names of the parameters by which the server asks it about a position; empty: it has no such parameter.
  struct OfPosition {
    std::string position = {};  // the whole text of the position
    std::string board = {};     // its first word
    std::string rules = {};     // the name of the game
    std::string move = {};      // a legal move, one after the other
    std::string depth = {};     // rising from its default as long as time allows
  };
  std::optional<OfPosition> of_position = {};
};

/// "moments", "seconds", "minutes" or "hours".
constexpr const char* words_of(Study::Takes takes) {
  constexpr const char* words[] = {"moments", "seconds", "minutes", "hours"};
  return words[static_cast<int>(takes)];
}

}  // namespace banmen
