#include "host/files.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>

namespace banmen {
namespace {

constexpr const char* unfinished = ".new";  // and whose it is, so that several may write the same file

/// "4711-2": the process, and which of its files.
std::string own_number() {
  static std::atomic<unsigned> count{0};
  return std::to_string(getpid()) + '-' + std::to_string(++count);
}

/// `doing` is "read" or "write".
tl::unexpected<Error> trouble(std::string_view doing, const std::string& path, int code) {
  return fail(kind_of_errno(code), "can't " + std::string(doing) + " '" + path + "': " + std::strerror(code));
}

tl::unexpected<Error> cant_write(const std::string& path) { return trouble("write", path, errno); }

/// A path that leads to where standard output or error go already (/dev/stdout, say) is written on from where these are: opened
/// anew, each would overwrite the other.
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

}  // namespace

Result<std::string> read_file(const std::string& path, std::size_t most) {
  std::error_code ignored;
  if (path != "-" && std::filesystem::is_directory(path, ignored)) return fail("'" + path + "' is a directory, a file is wanted");
  File owned;
  std::FILE* file = stdin;
  if (path != "-") {
    owned.reset(std::fopen(path.c_str(), "rb"));
    if (!owned) return trouble("read", path, errno);
    file = owned.get();
  }
  std::string content;
  char buffer[1 << 16];
  while (const std::size_t n = std::fread(buffer, 1, sizeof buffer, file)) {
    content.append(buffer, n);
    if (content.size() > most)
      return fail("'" + path + "' is larger than " +
                  (most >> 20 > 0 ? std::to_string(most >> 20) + " MiB" : std::to_string(most >> 10) + " KiB"));
  }
  if (std::ferror(file)) return trouble("read", path, errno);
  return content;
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
  std::error_code ignored;
  const auto there = std::filesystem::status(path, ignored);
  // Opening a pipe would wait for its reader, and closing it would tell him that all is over.
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
  // No file must be put in the place of a device, a pipe or a link.
  const bool place = !std::filesystem::exists(there) || std::filesystem::is_regular_file(there);
  std::string to = place ? file_behind(path) : path;
  std::string temporary = place ? to + unfinished + own_number() : "";
  File file(std::fopen(place ? temporary.c_str() : path.c_str(), "wb"));
  if (!file) return cant_write(path);
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
  namespace fs = std::filesystem;
  std::error_code ignored;
  fs::remove(path, ignored);
  const std::string left = fs::path(path).filename().string() + unfinished;
  for (const auto& entry : fs::directory_iterator(fs::absolute(path, ignored).parent_path(), ignored))
    if (const std::string name = entry.path().filename().string();
        name.starts_with(left) && name.find_first_not_of("0123456789-", left.size()) == std::string::npos)
      fs::remove(entry.path(), ignored);
}

}  // namespace banmen
