// The store of results: one SQLite file. Every game is a row of a cell; a cell is a hash of settings, seed and code, so results of
// different settings or code never mix.
//
//   cell(key, id, settings, version, code)      id: 16 hexadecimal digits over settings and code
//   game(cell, number, outcome, record)         outcome: see Observation and write_figures in job.hpp
//   run(started, version, code, command, threads)   a program that added rows
//
// Rows are added in transactions with write-ahead logging: a kill at any moment loses no committed game and leaves no partial one.
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

/// A cell of a store, with the settings of its job.
struct StoredCell {
  std::int64_t key = 0;
  std::string id, settings, version, code;
  std::uint64_t games = 0;

  /// The values of a setting, in order; "agent" has several.
  [[nodiscard]] std::vector<std::string> values(std::string_view setting) const;
  /// "match", "playout", …: the first line.
  [[nodiscard]] std::string kind() const { return settings.substr(0, settings.find('\n')); }
};

class Store {
 public:
  /// Opens or creates the file for writing. An empty path is a store in memory.
  static Result<Store> open(const std::string& path);
  /// Opens an existing store for reading only; another process may be filling it.
  static Result<Store> look_into(const std::string& path);
  Store(Store&&) noexcept;
  ~Store();

  /// The cell's key; adds the cell if it is new.
  Result<std::int64_t> cell(const Job& job);
  /// The cell's key; nothing if it is new.
  Result<std::optional<std::int64_t>> find(const Job& job) const;

  struct Batch {
    std::int64_t cell = 0;
    std::vector<Unit> units;
  };
  /// Adds all or nothing. Existing games stay unless they are forfeits.
  Result<void> add(const std::vector<Batch>& batches);

  /// True if a program lost the game by failing.
  static bool is_forfeit(std::string_view outcome);
  /// All cells with games, in the order of creation.
  Result<std::vector<StoredCell>> cells() const;
  /// The numbers of a cell's games below `most`, in order, without forfeits.
  Result<std::vector<std::uint64_t>> numbers(std::int64_t cell, std::uint64_t most) const;
  /// A cell's games below `most`, in order; the visitor returns false to stop, or an error.
  Result<void> games(std::int64_t cell, std::uint64_t most,
                     const std::function<Result<bool>(std::uint64_t number, std::string_view outcome)>& visit) const;
  /// The moves of a game; empty if none are stored.
  Result<std::string> record(std::int64_t cell, std::uint64_t number) const;
  /// The number of games played by other code than this build's.
  Result<std::uint64_t> games_of_other_code() const;

  /// Must precede adding games. The caller has locked the store: two runs would play the same games.
  Result<void> note_run(const std::string& command, int threads);
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  struct Handle;
  explicit Store(std::unique_ptr<Handle> handle, std::string path);
  std::unique_ptr<Handle> handle_;
  std::string path_;
};

}  // namespace banmen::lab
