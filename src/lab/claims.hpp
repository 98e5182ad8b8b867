// The ledger of claims: every checkable statement of the papers, with the command that tests it and the result.
//
// The source is papers/NAME.claims.toml; the build embeds the files in the program.
//
//   paper = "bao"                 # the paper's short name, the same as the file's
//   title = "…"                   # with authors and year, for the page
//   source = "…"
//
//   [[claim]]
//   id = "bao-first-loop"         # unique, begins with the paper
//   section = "4.1"
//   text = "…"                    # what the paper says, in our words
//   command = "banmen …"          # tests it
//   cost = "minutes"              # seconds (default), minutes or hours
//   status = "refuted"            # confirmed, refuted, refined, undecidable, open
//   found = "…"                   # what came out
//   readings = ["…", "…"]         # where the words allow several
//   expect = [{ at = "/types/0/reached", size = 3, printed = 8 }]
//
// papers/NAME.ja.toml has the Japanese texts of the same claims and of the experiments in papers/NAME.toml:
//
//   title = "…"                   # of the experiment file, and note
//
//   [claim.bao-first-loop]
//   text = "…"                    # and found, readings
//
//   [experiment.four]
//   title = "…"                   # and note
//
// An expectation points into the command's --json output (RFC 6901) and names the value there (within `tolerance`), or the size of
// the array there; `printed` is the paper's figure for the same thing.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"

namespace banmen::lab {

struct ExperimentFile;

struct Expectation {
  std::string at;     // JSON pointer
  bool size = false;  // of the array there, not its value
  std::string where;  // as JSON: count only members with these fields; empty: all
  std::string value;  // as JSON
  double tolerance = 0;
  std::optional<std::string> printed;  // as JSON
};

struct Claim {
  std::string id, paper, section, text, command, cost, status, found;
  std::string text_ja, found_ja;  // empty if the claim is not one of the papers'
  std::vector<std::string> readings, readings_ja;
  std::vector<Expectation> expect;
};

struct PaperClaims {
  std::string paper, title, source;
  std::vector<Claim> claims;
};

/// In the order of tables and colours.
const std::vector<std::string>& claim_statuses();

/// Reads one file. Errors name the file, line and key, and the nearest valid one.
Result<PaperClaims> read_claims(std::string_view text, const std::string& file);

/// Adds the Japanese texts of a file. Each claim must have its texts there; texts of unknown claims are an error.
Result<void> add_japanese(PaperClaims& claims, std::string_view text, const std::string& file);

/// The embedded files, in the order of cmake/papers.cmake.
struct ClaimsFile {
  const char* paper;
  const char* text;
  const char* japanese;
};
const std::vector<ClaimsFile>& embedded_claims();
/// The same for the experiments of an embedded paper.
Result<void> add_japanese(ExperimentFile& experiments);

/// The claims of all papers, or of one. Ids must be unique over all papers.
Result<std::vector<PaperClaims>> the_ledger(std::string_view paper = {});

/// docs/claims.md.
std::string claims_page(const std::vector<PaperClaims>& ledger);

/// Result of an expectation in a command's output.
struct Meeting {
  bool agrees = false;
  std::string got;  // as JSON, or the reason that there is none
};
Meeting meet(const Expectation& expectation, std::string_view output);

}  // namespace banmen::lab
