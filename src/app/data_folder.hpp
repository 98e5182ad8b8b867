// Where what is kept of people's games lies, unless another folder is named.
#pragma once

#include <string>

namespace banmen::app {

/// banmen in the user's data folder: $XDG_DATA_HOME, or .local/share at home. Empty where neither is known.
std::string data_folder();

}  // namespace banmen::app
