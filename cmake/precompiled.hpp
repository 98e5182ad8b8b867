// Precompiled header with the external headers that nearly every source includes. It contains no header of the project: a change to
// one would recompile everything.
#include <fmt/format.h>

#include <Random123/philox.h>
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <ranges>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <tl/expected.hpp>
#include <unordered_map>
#include <variant>
#include <vector>
