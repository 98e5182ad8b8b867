// Backgammon's databases as `banmen db` builds, describes, looks up and checks them: values are expectations.
#pragma once

#include "core/control.hpp"
#include "core/error.hpp"
#include "games/backgammon/backgammon.hpp"
#include "solve/reports.hpp"

namespace banmen {

Result<DatabaseReport> own_build_database(const Backgammon& g, const std::string& name, const std::string& path,
                                          const DatabaseOptions& options, const Control& control);
Result<DatabaseReport> own_describe_database(const Backgammon& g, const std::string& path);
Result<ProbeReport> own_probe_database(const Backgammon& g, const std::string& path, const Backgammon::Position& p);
Result<DatabaseCheck> own_verify_database(const Backgammon& g, const std::string& path, std::uint64_t stride,
                                          const Control& control);

}  // namespace banmen
