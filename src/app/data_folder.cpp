#include "app/data_folder.hpp"

#include <cstdlib>

namespace banmen::app {

std::string data_folder() {
  const auto set = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value != nullptr && value[0] == '/' ? value : "");  // others than whole paths don't count
  };
  if (const std::string data = set("XDG_DATA_HOME"); !data.empty()) return data + "/banmen";
  const std::string home = set("HOME");
  return home.empty() ? "" : home + "/.local/share/banmen";
}

}  // namespace banmen::app
