#include "baseline/baseline.hpp"
