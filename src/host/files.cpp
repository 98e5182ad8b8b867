#include "host/files.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

namespace banmen {
namespace {

constexpr const char* unfinished = ".new";  // and the number of the process, so that two may write the same file

/// `doing` is "read" or "write".
tl::unexpected<Error> trouble(std::string_view doing, const std::string& path, int code) {
  return fail(kind_of_errno(code), "can't " + std::string(doing) + " '" + path + "': " + std::strerror(code));
}

tl::unexpected<Error> cant_write(const std::string& path) { return trouble("write", path, errno); }

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
    if (content.size() > most) return fail("'" + path + "' is larger than " + std::to_string(most >> 20) + " MiB");
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
  std::error_code ignored;
  const auto there = std::filesystem::status(path, ignored);
  // Opening a pipe would wait for its reader, and closing it would tell him that all is over.
  if (std::filesystem::exists(there) && !std::filesystem::is_regular_file(there) && !std::filesystem::is_directory(there))
    return access(path.c_str(), W_OK) == 0 ? Result<void>() : cant_write(path);
  return FileWriter::open(path).map([](const FileWriter&) {});
}

Result<FileWriter> FileWriter::open(const std::string& path) {
  std::error_code ignored;
  const auto there = std::filesystem::status(path, ignored);
  if (std::filesystem::is_directory(there)) return trouble("write", path, EISDIR);
  // No file must be put in the place of a device or a pipe.
  const bool place = !std::filesystem::exists(there) || std::filesystem::is_regular_file(there);
  std::string temporary = place ? path + unfinished + std::to_string(getpid()) : "";
  File file(std::fopen(place ? temporary.c_str() : path.c_str(), "wb"));
  if (!file) return cant_write(path);
  return FileWriter(std::move(file), path, std::move(temporary));
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
        name.starts_with(left) && name.find_first_not_of("0123456789", left.size()) == std::string::npos)
      fs::remove(entry.path(), ignored);
}

}  // namespace banmen
