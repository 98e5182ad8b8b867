// The words of the language, by where they may stand.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace banmen::rules {

std::span<const std::string_view> section_words();
std::span<const std::string_view> statement_words();
std::span<const std::string_view> set_words();        // all empty mine …
std::span<const std::string_view> direction_words();  // N … NW on back orthogonal …
std::span<const std::string_view> function_words();   // near ray … count stones …

/// A word that can't be the name of something.
bool is_reserved(std::string_view word);

/// "did you mean 'theirs'?" where one of the words, or of the names in `more`, is near; else nothing.
std::string nearest_hint(std::string_view word, std::initializer_list<std::span<const std::string_view>> words,
                         const std::vector<std::string>& more = {});

}  // namespace banmen::rules
