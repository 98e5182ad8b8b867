#include "host/mapping.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>

#include "host/files.hpp"

namespace banmen {
namespace {

TEST(Mapping, FilesAreReadWhereTheyLie) {
  const std::string path = testing::TempDir() + "banmen_mapped_" + std::to_string(::getpid());
  ASSERT_TRUE(write_file(path, "twelve bytes"));
  auto file = MappedFile::open(path);
  ASSERT_TRUE(file);
  EXPECT_EQ(std::string(file->data(), file->data() + file->size()), "twelve bytes");
  ASSERT_TRUE(write_file(path, ""));
  EXPECT_EQ(file->size(), 12u) << "the old file stays as long as it is mapped";
  *file = MappedFile::open(path).value();
  EXPECT_EQ(file->size(), 0u);
  EXPECT_FALSE(MappedFile::open(testing::TempDir()));
  EXPECT_FALSE(MappedFile::open(path + ".none"));
}

TEST(Mapping, MemoryIsZeroAndTakenAsItIsWrittenTo) {
  for (const std::string& folder : {std::string(), testing::TempDir()}) {
    const std::uint64_t bytes = std::uint64_t{1} << 28;
    auto memory = MappedMemory::make(bytes, folder);
    ASSERT_TRUE(memory);
    EXPECT_EQ(memory->data()[bytes / 2], std::byte{0});
    memory->data()[bytes / 2] = std::byte{7};
    EXPECT_EQ(memory->data()[bytes / 2], std::byte{7});
    EXPECT_GE(memory->resident(), 1u);
    EXPECT_LT(memory->resident(), bytes / 8);
    const MappedMemory other = std::move(*memory);
    EXPECT_EQ(memory->size(), 0u);
    EXPECT_EQ(other.data()[bytes / 2], std::byte{7});
  }
  EXPECT_FALSE(MappedMemory::make(std::uint64_t{1} << 62));
  EXPECT_FALSE(MappedMemory::make(std::uint64_t{1} << 62, testing::TempDir()));
  EXPECT_FALSE(MappedMemory::make(1, "/nowhere"));
}

}  // namespace
}  // namespace banmen
