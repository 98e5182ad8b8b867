// A study: an analysis of one game, described as data. Parameters in, findings out, without formatting. The command (`banmen bao
// loops 4 --reachable`) with its help, completion and man page, its JSON and terminal output, `study = "bao-loops:holes=4"` in an
// experiment file, and the entry in `banmen games bao` are derived from the description.
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
  /// Usual duration with default parameters.
  enum class Takes : std::uint8_t { moments, seconds, minutes, hours };

  std::string id;
  std::string help;                   // one line, as a command's
  std::vector<std::string> examples;  // whole command lines
  std::vector<Parameter> parameters;
  std::function<Result<Findings>(const Values&, const Control&)> run;
  Takes takes = Takes::seconds;
  bool threads = false;  // whether --threads makes it faster
  bool resumes = false;  // whether it resumes from a file named by a parameter
  /// Defaults in experiment files.
  std::vector<std::pair<std::string, std::string>> in_experiments = {};

  /// Names of the parameters through which the server asks about a position; empty: none.
  struct OfPosition {
    std::string position = {};  // the whole text of the position
    std::string board = {};     // its first word
    std::string rules = {};     // the name of the game
    std::string move = {};      // each legal move in turn
    std::string depth = {};     // increased from its default while time allows
  };
  std::optional<OfPosition> of_position = {};
};

/// "moments", "seconds", "minutes" or "hours".
constexpr const char* words_of(Study::Takes takes) {
  constexpr const char* words[] = {"moments", "seconds", "minutes", "hours"};
  return words[static_cast<int>(takes)];
}

}  // namespace banmen
