// expect: banmen: std::uint64_t g.hash(position) const is missing
#define WITHOUT_HASH
#include "whole_game.hpp"
