// The paper's claims about Bao's endless play, each tested over all boards up to a number of stones or over all positions.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/control.hpp"

namespace banmen::bao {

struct Claim {
  std::string id;
  std::string section;
  std::string text;     // what the paper says
  std::string verdict;  // "holds", "fails", "partly"
  std::string found;    // what we see
  std::vector<std::string> counterexamples;
  std::string command;  // that shows it
};

struct ClaimLimits {
  std::uint32_t stones = 16;             // boards of 4×2 with up to so many stones; other rings as far as the same work goes
  std::uint64_t random_games = 20'000;   // for the frequency of endless moves
  std::uint64_t positions = 20'000'000;  // for the first repetition on 8×2
};

/// Those that were tested before it was stopped.
std::vector<Claim> test_claims(const ClaimLimits& limits, const Control& control);

}  // namespace banmen::bao
