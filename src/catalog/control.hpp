// Control lives in core, where searches and solvers can see it; this is the catalog's door to it.
#pragma once

#include "core/control.hpp"  // IWYU pragma: export
