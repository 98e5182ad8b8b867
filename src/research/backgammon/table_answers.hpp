// Where the answers to questions (decisions.hpp) come from: a file of answers, or a database of `banmen db build`.
#pragma once

#include "research/backgammon/decisions.hpp"

namespace banmen::backgammon {

Result<std::vector<Answer>> answers_from(const std::string& path, const Questions& questions);

}  // namespace banmen::backgammon
