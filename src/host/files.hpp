// Reads and writes complete files. A file is written under a temporary name and then renamed, so that it is never incomplete. Links
// are followed; anything but a regular file, such as a device or a pipe, is written directly.
//
// Files that grow over many runs have their own writers, since they must survive a killed one: the tiers of a database
// (solve/container) and the levels of a census (engines/bao/census/logs).
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

/// "-" is standard input. Fails for directories and files over `most` bytes. Reading a pipe or device may block until an interrupt.
Result<std::string> read_file(const std::string& path, std::size_t most = std::size_t{64} << 20);
/// Reads a plain file of a folder for a file from a stranger: no pipe, and nothing behind a link inside the folder.
Result<std::string> read_file_inside(const std::string& folder, const std::string& name, std::size_t most);

Result<void> write_file(const std::string& path, std::string_view content);
/// The same in parts, for content too large to concatenate first.
Result<void> write_file(const std::string& path, std::span<const std::string_view> parts);
/// Records an input file of the program, as reading a file does, for can_write.
void note_input(const std::string& path);
/// Checks, before long work, that its result can be written there. Input files cannot be overwritten. An empty path means no
/// output.
Result<void> can_write(const std::string& path);
/// Completes a write: syncs the file `written` to disk and renames it to `path`.
Result<void> put_in_place(File file, const std::string& written, const std::string& path);
/// Refuses a regular file that other users of the machine may read or write, for secrets. A missing file is none.
Result<void> check_private(const std::string& path);
/// Refuses a folder in which every user of the machine may replace files. Those of a sticky folder, such as /tmp, belong to their
/// owners.
Result<void> check_folder(const std::string& path);
/// True for a regular file, which can be read without consuming it, unlike a pipe. Links are followed.
bool is_plain_file(const std::string& path);
/// The final target of a link, existing or not; any other path itself.
std::string file_behind(std::string path);
/// Removes a file and the temporary files of its killed writers.
void remove_file(const std::string& path);

/// A file written in pieces. Without `finish` nothing of it remains; the next writer of the same file removes the rest of a killed
/// one.
class FileWriter {
 public:
  static Result<FileWriter> open(const std::string& path);
  FileWriter(FileWriter&&) = default;
  FileWriter& operator=(FileWriter&&) = delete;
  ~FileWriter();

  Result<void> write(std::string_view piece);
  /// Renames the file to its final name.
  Result<void> finish();

 private:
  FileWriter(File file, std::string path, std::string temporary)
      : file_(std::move(file)), path_(std::move(path)), temporary_(std::move(temporary)) {}

  File file_;
  std::string path_, temporary_;  // no temporary: written directly
};

/// A lock file for a file that is written over time (a checkpoint, an unfinished database, a store, a folder of records), so that
/// no two processes write it at once; readers need none. Held until destruction, or until the process ends in any way. The lock is
/// on FILE.lock (FOLDER/.lock), next to the file because that may be replaced; it contains the process id of its holder.
class FileLock {
 public:
  FileLock() = default;  // of nothing
  /// Fails if another process holds it. Anything but a regular file or folder, such as a device, needs no lock.
  static Result<FileLock> take(const std::string& path);
  FileLock(FileLock&& other) noexcept;
  FileLock& operator=(FileLock&& other) noexcept;
  ~FileLock();

 private:
  int descriptor_ = -1;
  std::string name_;
};

}  // namespace banmen
