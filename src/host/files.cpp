#include "host/files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "host/interrupt.hpp"

namespace banmen {
namespace {

constexpr const char* unfinished = ".new";  // followed by the writer's number, so that several may write the same file

/// "4711-2": the process id and a serial number.
std::string own_number() {
  static std::atomic<unsigned> count{0};
  return std::to_string(getpid()) + '-' + std::to_string(++count);
}

/// `doing` is "read" or "write".
tl::unexpected<Error> trouble(std::string_view doing, const std::string& path, int code) {
  return fail(kind_of_errno(code), "can't " + std::string(doing) + " '" + path + "': " + std::strerror(code));
}

tl::unexpected<Error> cant_write(const std::string& path) { return trouble("write", path, errno); }

std::filesystem::path folder_of(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::absolute(path, ignored).parent_path();
}

struct Temporary {
  std::string target;  // name of the final file, in the same folder
  std::filesystem::path name;
  pid_t process;
};

/// The temporary files of writers in a folder: names that end in ".new4711-2".
std::vector<Temporary> temporaries_in(const std::filesystem::path& folder) {
  namespace fs = std::filesystem;
  std::vector<Temporary> out;
  std::error_code error, ignored;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename().string();
    const std::size_t dot = name.rfind(unfinished);
    if (dot == std::string::npos) continue;
    const char* const last = name.data() + name.size();
    pid_t process = 0;
    unsigned count = 0;
    const auto first = std::from_chars(name.data() + dot + std::strlen(unfinished), last, process);
    if (first.ec != std::errc{} || process <= 0 || first.ptr == last || *first.ptr != '-') continue;
    const auto second = std::from_chars(first.ptr + 1, last, count);
    if (second.ec != std::errc{} || second.ptr != last || !fs::is_regular_file(at->symlink_status(ignored))) continue;
    out.push_back({name.substr(0, dot), at->path(), process});
  }
  return out;
}

/// True if the writer of a file is gone. A writer on another machine has no process here, but holds the lock.
bool is_abandoned(const Temporary& temporary) {
  if (kill(temporary.process, 0) == 0 || errno != ESRCH) return false;
  const File file(std::fopen(temporary.name.c_str(), "rb"));
  return file && flock(fileno(file.get()), LOCK_EX | LOCK_NB) == 0;
}

/// Removes temporary files of killed writers of a file. Scans a folder only once, since it may get thousands of files.
void remove_abandoned(const std::string& path) {
  static std::mutex mutex;
  static std::map<std::filesystem::path, std::vector<Temporary>> seen;
  const std::lock_guard lock(mutex);
  const std::filesystem::path folder = folder_of(path);
  auto found = seen.find(folder);
  if (found == seen.end()) found = seen.emplace(folder, temporaries_in(folder)).first;
  std::erase_if(found->second, [&](const Temporary& temporary) {
    std::error_code ignored;
    return temporary.target == std::filesystem::path(path).filename() && is_abandoned(temporary) &&
           std::filesystem::remove(temporary.name, ignored);
  });
}

/// If a path names the file behind standard output or error (/dev/stdout, say), returns that stream: opened again, each would
/// overwrite the other.
File standard_stream(const std::string& path) {
  struct stat named {};
  struct stat open {};
  if (stat(path.c_str(), &named) != 0) return nullptr;
  for (std::FILE* stream : {stdout, stderr})
    if (fstat(fileno(stream), &open) == 0 && open.st_dev == named.st_dev && open.st_ino == named.st_ino) {
      std::fflush(stream);
      return File(fdopen(dup(fileno(stream)), "wb"));
    }
  return nullptr;
}

/// Identity of regular files, independent of their names.
using Identity = std::pair<dev_t, ino_t>;
std::optional<Identity> identity(const std::string& path) {
  struct stat seen {};
  if (stat(path.c_str(), &seen) != 0 || !S_ISREG(seen.st_mode)) return std::nullopt;
  return Identity{seen.st_dev, seen.st_ino};
}
std::mutex inputs_mutex;
std::set<Identity> inputs;

}  // namespace

void note_input(const std::string& path) {
  if (const auto file = identity(path)) {
    const std::lock_guard lock(inputs_mutex);
    inputs.insert(*file);
  }
}

Result<std::string> read_file(const std::string& path, std::size_t most) {
  std::error_code ignored;
  if (path != "-" && std::filesystem::is_directory(path, ignored)) return fail("'" + path + "' is a directory, expected a file");
  File owned;
  int from = STDIN_FILENO;
  if (path != "-") {
    from = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);  // otherwise open() would wait for the writer of a pipe
    if (from < 0) return trouble("read", path, errno);
    owned.reset(fdopen(from, "rb"));
    note_input(path);
  }
  std::string content;
  char buffer[1 << 16];
  for (;;) {
    pollfd wait{from, POLLIN, 0};
    constexpr int slice = 100;  // milliseconds
    const int ready = poll(&wait, 1, slice);
    if (interrupt_seen()) return fail(ErrorKind::stopped, "stopped while reading '" + path + "'");
    if (ready == 0) continue;
    const ssize_t n = read(from, buffer, sizeof buffer);
    if (n < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (n < 0) return trouble("read", path, errno);
    if (n == 0) return content;
    content.append(buffer, static_cast<std::size_t>(n));
    if (content.size() > most)
      return fail("'" + path + "' is larger than " +
                  (most >> 20 > 0 ? std::to_string(most >> 20) + " MiB" : std::to_string(most >> 10) + " KiB"));
  }
}

Result<std::string> read_file_inside(const std::string& folder, const std::string& name, std::size_t most) {
  namespace fs = std::filesystem;
  std::error_code failed;
  fs::path reached = folder;
  for (const fs::path& part : fs::path(name)) {
    reached /= part;
    if (fs::is_symlink(fs::symlink_status(reached, failed))) return fail("'" + reached.string() + "' is a link");
  }
  if (!is_plain_file(reached)) return fail("'" + reached.string() + "' is not a plain file");
  return read_file(reached, most);
}

Result<void> check_private(const std::string& path) {
  struct stat seen {};
  if (stat(path.c_str(), &seen) != 0 || !S_ISREG(seen.st_mode)) return {};
  // The system may own a file and pass it to this user alone through the group or an access list.
  const mode_t others = seen.st_uid == geteuid() ? S_IRWXG | S_IRWXO : S_IRWXO;
  if ((seen.st_mode & others) == 0) return {};
  return fail(
      fmt::format("other users of this machine have access to '{}', whose mode is {:o}, not 600", path, seen.st_mode & 0777),
      "chmod 600 '" + path + "'");
}

Result<void> check_folder(const std::string& path) {
  struct stat seen {};
  if (stat(path.c_str(), &seen) != 0 || (seen.st_mode & S_IWOTH) == 0 || (seen.st_mode & S_ISVTX) != 0) return {};
  return fail(
      fmt::format("other users of this machine may replace the files in '{}', whose mode is {:o}", path, seen.st_mode & 0777),
      "chmod o-w '" + path + "'");
}

bool is_plain_file(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored);
}

Result<void> write_file(const std::string& path, std::string_view content) { return write_file(path, std::span(&content, 1)); }

Result<void> write_file(const std::string& path, std::span<const std::string_view> parts) {
  auto writer = FileWriter::open(path);
  if (!writer) return fail(writer.error());
  for (const std::string_view part : parts)
    if (auto written = writer->write(part); !written) return written;
  return writer->finish();
}

Result<void> can_write(const std::string& path) {
  if (path.empty()) return {};
  if (const auto file = identity(path)) {
    const std::lock_guard lock(inputs_mutex);
    if (inputs.contains(*file))
      return fail("'" + path + "' is an input of this command, so it can't be written", "choose another name");
  }
  std::error_code ignored;
  const auto there = std::filesystem::status(path, ignored);
  // Opening a pipe would wait for its reader, and closing it would signal the end of file.
  if (std::filesystem::exists(there) && !std::filesystem::is_regular_file(there) && !std::filesystem::is_directory(there))
    return access(path.c_str(), W_OK) == 0 ? Result<void>() : cant_write(path);
  return FileWriter::open(path).map([](const FileWriter&) {});
}

std::string file_behind(std::string path) {
  namespace fs = std::filesystem;
  std::error_code error;
  for (int links = 0; links < 40; ++links) {
    const fs::path to = fs::read_symlink(path, error);
    if (error) break;
    path = (fs::path(path).parent_path() / to).string();
  }
  return path;
}

Result<FileWriter> FileWriter::open(const std::string& path) {
  std::error_code error;
  const auto there = std::filesystem::status(path, error);
  if (!std::filesystem::status_known(there)) return trouble("write", path, error.value());
  if (std::filesystem::is_directory(there)) return trouble("write", path, EISDIR);
  if (File stream = standard_stream(path)) return FileWriter(std::move(stream), path, "");
  // Never replace a device, a pipe or a link by a file.
  const bool place = !std::filesystem::exists(there) || std::filesystem::is_regular_file(there);
  std::string to = place ? file_behind(path) : path;
  if (place) remove_abandoned(to);
  std::string temporary = place ? to + unfinished + own_number() : "";
  File file(std::fopen(place ? temporary.c_str() : path.c_str(), "wb"));
  if (!file) return cant_write(path);
  if (place) flock(fileno(file.get()), LOCK_EX | LOCK_NB);  // while it is written
  return FileWriter(std::move(file), std::move(to), std::move(temporary));
}

FileWriter::~FileWriter() {
  if (file_ && !temporary_.empty()) std::remove(temporary_.c_str());
}

Result<void> FileWriter::write(std::string_view piece) {
  if (std::fwrite(piece.data(), 1, piece.size(), file_.get()) != piece.size()) return cant_write(path_);
  return {};
}

Result<void> FileWriter::finish() {
  if (temporary_.empty()) return std::fclose(file_.release()) == 0 ? Result<void>() : cant_write(path_);
  auto placed = put_in_place(std::move(file_), temporary_, path_);
  if (!placed) std::remove(temporary_.c_str());
  return placed;
}

Result<void> put_in_place(File file, const std::string& written, const std::string& path) {
  if (std::fflush(file.get()) != 0 || fsync(fileno(file.get())) != 0 || std::fclose(file.release()) != 0 ||
      std::rename(written.c_str(), path.c_str()) != 0)
    return cant_write(path);
  return {};
}

void remove_file(const std::string& path) {
  std::error_code ignored;
  std::filesystem::remove(path, ignored);
  for (const auto& [target, name, process] : temporaries_in(folder_of(path)))
    if (target == std::filesystem::path(path).filename()) std::filesystem::remove(name, ignored);
}

namespace {

constexpr const char* holder = "process ";  // text of a lock file, followed by the process id

/// True if a name still refers to an open file: the previous holder of the lock may have removed it in between.
bool names(const std::string& name, int descriptor) {
  struct stat one {};
  struct stat other {};
  return fstat(descriptor, &one) == 0 && stat(name.c_str(), &other) == 0 && one.st_dev == other.st_dev &&
         one.st_ino == other.st_ino;
}

}  // namespace

FileLock::FileLock(FileLock&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), name_(std::exchange(other.name_, {})) {}

FileLock& FileLock::operator=(FileLock&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  std::swap(name_, other.name_);
  return *this;
}

FileLock::~FileLock() {
  if (!name_.empty()) unlink(name_.c_str());  // while it is held, so that no other holder's file is removed
  if (descriptor_ >= 0) close(descriptor_);
}

Result<FileLock> FileLock::take(const std::string& path) {
  std::error_code ignored;
  const auto there = std::filesystem::status(path, ignored);
  const bool folder = std::filesystem::is_directory(there);
  if (std::filesystem::exists(there) && !folder && !std::filesystem::is_regular_file(there)) return FileLock();
  const std::string name = folder ? path + "/.lock" : file_behind(path) + ".lock";
  for (;;) {
    FileLock lock;
    lock.descriptor_ = ::open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (lock.descriptor_ < 0) return fail(kind_of_errno(errno), "can't write '" + path + "': " + std::strerror(errno));
    // A file system without locks must not block all work.
    const bool taken = flock(lock.descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    char said[32] = {};
    const bool holder_known = pread(lock.descriptor_, said, sizeof said - 1, 0) > 0;
    if (taken)
      return fail(ErrorKind::failed, "'" + path + "' is being written by " + (holder_known ? said : "another process"),
                  "wait until it has ended, or choose another name");
    if (!names(name, lock.descriptor_)) continue;
    if (holder_known && !std::string_view(said).starts_with(holder))
      return fail("'" + name + "' exists and is not the lock file of '" + path + "'", "choose another name");
    lock.name_ = name;
    const std::string text = holder + std::to_string(getpid());
    if (ftruncate(lock.descriptor_, 0) == 0) (void)!pwrite(lock.descriptor_, text.data(), text.size(), 0);
    return lock;
  }
}

}  // namespace banmen
