// Whole files in and out. A file is written beside its place and then given its name, so that it is never half there. Links are
// followed to the file behind them; what is no plain file, such as a device or a pipe, is written straight.
//
// What grows over many runs is written by its owner, since it must outlive a killed one: the tiers of a database (solve/container)
// and the levels of a census (solve/indexed/census_logs).
#pragma once

#include <cstdio>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "core/error.hpp"

namespace banmen {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

inline constexpr std::size_t any_size = ~std::size_t{0};

/// "-" is standard input. Refuses directories and files over `most` bytes. What is no plain file may keep its reader waiting: an
/// interruption ends that.
Result<std::string> read_file(const std::string& path, std::size_t most = std::size_t{64} << 20);

Result<void> write_file(const std::string& path, std::string_view content);
/// The same in parts, for what would be too large to put together first.
Result<void> write_file(const std::string& path, std::span<const std::string_view> parts);
/// Keeps in mind that the program works on this file, as it does of every file that it reads.
void note_input(const std::string& path);
/// Whether a file could be written there: asked before long work whose result would be lost. What is read meanwhile can't be. No
/// path: nothing is to be written.
Result<void> can_write(const std::string& path);
/// The end of all such writing: waits until the disk has what was written under the name `written`, and names it `path`.
Result<void> put_in_place(File file, const std::string& written, const std::string& path);
/// Whether it is one whose beginning can be looked at without taking that away, as from a pipe. Links are followed.
bool is_plain_file(const std::string& path);
/// The file that a link leads to at last, there already or not; anything else itself.
std::string file_behind(std::string path);
/// Removes a file and what writers of it left that were killed.
void remove_file(const std::string& path);

/// A file written piece by piece. Without `finish` nothing of it remains; what a killed writer left, the next one of the same file
/// removes.
class FileWriter {
 public:
  static Result<FileWriter> open(const std::string& path);
  FileWriter(FileWriter&&) = default;
  FileWriter& operator=(FileWriter&&) = delete;
  ~FileWriter();

  Result<void> write(std::string_view piece);
  /// Puts the file in its place.
  Result<void> finish();

 private:
  FileWriter(File file, std::string path, std::string temporary)
      : file_(std::move(file)), path_(std::move(path)), temporary_(std::move(temporary)) {}

  File file_;
  std::string path_, temporary_;  // no temporary: written to as it is
};

/// A lock on a file that is written over time (a checkpoint, a database in work, a store, a folder of records), so that no two
/// processes write it at once; readers need none. Held until it goes, or until the process ends, however it ends. The lock itself
/// is on FILE.lock (FOLDER/.lock), beside the file because that may be replaced; it names the process that holds it.
class FileLock {
 public:
  FileLock() = default;  // of nothing
  /// Refused where another process has it. What is no plain file, such as a device, needs no lock.
  static Result<FileLock> take(const std::string& path);
  FileLock(FileLock&& other) noexcept;
  FileLock& operator=(FileLock&& other) noexcept;
  ~FileLock();

 private:
  int descriptor_ = -1;
  std::string name_;
};

}  // namespace banmen
