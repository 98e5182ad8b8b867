// The store of results: one SQLite file. Every game is a row that knows its cell; a cell is the settings, the seed and the code
// that its games were made with, so that results of different settings or code never meet.
//
//   cell(key, id, settings, version, code)      id: 16 hexadecimal digits over settings and code
//   game(cell, number, outcome, record)         outcome: see Observation and write_figures in job.hpp
//   run(started, program, command, threads)     who added to the store, and when
//
// Rows are added in whole transactions with write-ahead logging: after a kill at any moment a game is there or is not.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "lab/job.hpp"

namespace banmen::lab {

/// A cell as it stands in a store: its settings are the lines that its job wrote.
struct StoredCell {
  std::int64_t key = 0;
  std::string id, settings, version, code;
  std::uint64_t games = 0;

  /// The values of a setting in their order: "agent" has several.
  [[nodiscard]] std::vector<std::string> values(std::string_view setting) const;
  /// "match", "playout", …: the first line.
  [[nodiscard]] std::string kind() const { return settings.substr(0, settings.find('\n')); }
};

class Store {
 public:
  /// Opens or makes the file, to be written. An empty path is a store in memory.
  static Result<Store> open(const std::string& path);
  /// Opens a store that is there, to be read. Nothing is written, so that another process may be filling it.
  static Result<Store> look_into(const std::string& path);
  Store(Store&&) noexcept;
  ~Store();

  /// The cell's key, made where it is new.
  Result<std::int64_t> cell(const Job& job);
  /// The cell's key, nothing where it is new.
  Result<std::optional<std::int64_t>> find(const Job& job) const;

  struct Batch {
    std::int64_t cell = 0;
    std::vector<Unit> units;
  };
  /// All or nothing. A game that is there already stays as it is, unless it was a forfeit.
  Result<void> add(const std::vector<Batch>& batches);

  /// Of a match that a program lost by failing.
  static bool is_forfeit(std::string_view outcome);
  /// All cells that hold anything, in the order in which they were made.
  Result<std::vector<StoredCell>> cells() const;
  /// The numbers of a cell's games below `most`, in order, forfeits apart.
  Result<std::vector<std::uint64_t>> numbers(std::int64_t cell, std::uint64_t most) const;
  /// A cell's games below `most`, in order; the visitor returns false to stop.
  Result<void> games(std::int64_t cell, std::uint64_t most,
                     const std::function<bool(std::uint64_t number, std::string_view outcome)>& visit) const;
  /// One game's moves; empty where none are kept.
  Result<std::string> record(std::int64_t cell, std::uint64_t number) const;
  /// Games of cells that were made by other code than this build's.
  Result<std::uint64_t> games_of_other_code() const;

  /// Before games are added. From then on nobody else can: two runs would play the same games.
  Result<void> note_run(const std::string& command, int threads);
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  struct Handle;
  explicit Store(std::unique_ptr<Handle> handle, std::string path);
  std::unique_ptr<Handle> handle_;
  std::string path_;
};

}  // namespace banmen::lab
