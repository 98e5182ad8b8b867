// A lock on a file that is written over time (a checkpoint, a database in work, a store, a folder of records), so that no two
// processes write it at once. Who only reads needs none.
#pragma once

#include <string>

#include "core/error.hpp"

namespace banmen {

/// Held until it goes, or until the process ends, however it ends. The lock itself is on FILE.lock (FOLDER/.lock), beside the file
/// because that may be replaced; it names the process that holds it.
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
