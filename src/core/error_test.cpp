#include "core/error.hpp"

#include <gtest/gtest.h>

#include <cerrno>

namespace banmen {

TEST(Error, KindIsNoPartOfTheMessage) {
  const Error plain{"there is no game 'boa'", "did you mean 'bao'?", 3, 2, "games.txt"};
  EXPECT_EQ(plain.kind, ErrorKind::bad_input);
  EXPECT_EQ(plain.message(), "games.txt: line 2, column 3: there is no game 'boa' (did you mean 'bao'?)");
  const Result<void> unknown = fail(ErrorKind::unknown_name, "there is no game 'boa'", "did you mean 'bao'?");
  EXPECT_EQ(unknown.error().kind, ErrorKind::unknown_name);
  EXPECT_EQ(unknown.error().message(), "there is no game 'boa' (did you mean 'bao'?)");
}

TEST(Error, LimitsOfTheMachineAreNobodysBadInput) {
  for (const int code : {ENOSPC, EDQUOT, EFBIG, EIO, ENOMEM}) EXPECT_EQ(kind_of_errno(code), ErrorKind::failed) << code;
  for (const int code : {ENOENT, EACCES, ENOTDIR, EISDIR, EROFS}) EXPECT_EQ(kind_of_errno(code), ErrorKind::bad_input) << code;
}

}  // namespace banmen
