// What may stand next on a command line that is being typed: the same for every shell, made from the definitions that the parser
// itself uses.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/command.hpp"

namespace CLI {
class App;
}

namespace banmen::app {

struct Completions {
  struct Word {
    std::string text;  // the whole word, with what has been typed of it
    std::string help;
  };
  std::vector<Word> words;
  bool files = false;  // any file may stand there
};

/// Of the last word of the line, which is empty after a blank. The line begins with the program's name.
Result<Completions> complete(const CLI::App& program, const Catalog& catalog, std::string_view line);

}  // namespace banmen::app
