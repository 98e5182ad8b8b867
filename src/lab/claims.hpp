// The ledger of claims: every checkable statement of the papers, with the command that tests it and what came out.
//
// papers/NAME.claims.toml is the source; the build puts the files into the program, so that an installed one has them.
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
// An expectation points into the command's --json output (RFC 6901) and names the value there (within `tolerance`), or the size of
// the array there; `printed` is the paper's figure for the same thing.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"

namespace banmen::lab {

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
  std::vector<std::string> readings;
  std::vector<Expectation> expect;
};

struct PaperClaims {
  std::string paper, title, source;
  std::vector<Claim> claims;
};

/// In the order in which they are counted and coloured.
const std::vector<std::string>& claim_statuses();

/// Reads one file; a mistake is named with file, line, key and the nearest valid one.
Result<PaperClaims> read_claims(std::string_view text, const std::string& file);

/// The files that the build put into the program, in the order of the table in cmake/papers.cmake.
struct ClaimsFile {
  const char* name;
  const char* text;
};
const std::vector<ClaimsFile>& embedded_claims();

/// All of them, or those of one paper; ids must be unique over all.
Result<std::vector<PaperClaims>> the_ledger(std::string_view paper = {});

/// docs/claims.md.
std::string claims_page(const std::vector<PaperClaims>& ledger);

/// What an expectation met in a command's output.
struct Meeting {
  bool agrees = false;
  std::string got;  // as JSON, or why there is nothing
};
Meeting meet(const Expectation& expectation, std::string_view output);

/// "confirmed" wants every printed figure to agree with ours, and "refuted" at least one that does not, where there are printed
/// ones; what is wrong, or nothing.
std::optional<std::string> status_conflict(const Claim& claim);

}  // namespace banmen::lab
