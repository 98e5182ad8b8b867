// expect: banmen: the rules object must be trivially copyable
#define WITHOUT_TRIVIAL_COPY
#include "whole_game.hpp"
