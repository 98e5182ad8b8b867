// What can be known about a game, at run time: one call per job, positions and moves as text.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/control.hpp"
#include "core/error.hpp"
#include "solve/property.hpp"
#include "solve/reports.hpp"

namespace banmen {

class SolveJobs {
 public:
  /// Values of parameters as a user wrote them.
  using Given = std::vector<std::pair<std::string, std::string>>;

  virtual ~SolveJobs() = default;

  // An empty position text means the game's own start.
  /// Bytes that a census sets aside beforehand, and a word on what comes on top.
  [[nodiscard]] virtual std::string census_memory(std::string_view position) const = 0;
  [[nodiscard]] virtual Result<CensusReport> census(std::string_view position, const CensusOptions& options,
                                                    const Control& control) const = 0;
  /// What of a question can be refused before any work.
  [[nodiscard]] virtual Result<void> can_solve(std::string_view position, const SolveOptions& options) const = 0;
  [[nodiscard]] virtual Result<SolveReport> solve(std::string_view position, const SolveOptions& options,
                                                  const Control& control) const = 0;
  [[nodiscard]] virtual Result<VerifyReport> verify(std::string_view position, const VerifyOptions& options,
                                                    const Control& control) const = 0;
  [[nodiscard]] virtual Result<std::string> promela(std::string_view style, const Control& control) const = 0;
  /// The graph of a small game, or of what can come after a position, for Graphviz.
  [[nodiscard]] virtual Result<std::string> dot(std::string_view position, const Control& control) const = 0;
  /// Of the certificate's bytes.
  [[nodiscard]] virtual Result<CertificateCheck> check_certificate(std::string_view bytes, const Control& control) const = 0;

  [[nodiscard]] virtual Result<DatabaseReport> build_database(const std::string& path, const Given& given, std::uint64_t memory,
                                                              const Control& control) const = 0;
  [[nodiscard]] virtual Result<DatabaseReport> describe_database(const std::string& path, const Control& control) const = 0;
  [[nodiscard]] virtual Result<ProbeReport> probe_database(const std::string& path, std::string_view position,
                                                           const Control& control) const = 0;
  /// Positions against their successors.
  [[nodiscard]] virtual Result<DatabaseCheck> verify_database(const std::string& path, const DatabaseCheckOptions& options,
                                                              const Control& control) const = 0;
};

/// Defined in solve_jobs_of.hpp and instantiated once per class, in the generated source solve_ID.cpp.
template <class G>
std::unique_ptr<SolveJobs> make_solve_jobs(const G& g, const std::string& name);

}  // namespace banmen
