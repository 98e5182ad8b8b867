// Hand-written loops: the same games from the same random numbers as the concept's, without the concept.
#pragma once

#include <cstdint>

namespace banmen::baseline {}
