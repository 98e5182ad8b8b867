// One layout for every rule file.
#pragma once

#include <string>
#include <string_view>

namespace banmen::rules {

/// The text as everybody's text looks: two blanks for each block, one between words, comments kept. It means what it meant,
/// and laying it out once more changes nothing. Lines stay broken where their author broke them. The text need not be right.
std::string formatted(std::string_view given);

}  // namespace banmen::rules
