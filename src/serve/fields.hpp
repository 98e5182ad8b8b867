// Typed access to the fields of a message or a request. Unknown fields are errors.
#pragma once

#include <cstdint>
#include <exception>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "catalog/json.hpp"
#include "core/error.hpp"

namespace banmen::serve {

inline constexpr int deepest_json = 8;
inline constexpr int most_keys = 256;  // of one JSON object

/// Percent-decodes a part of a URL: browsers write ':' and ',' as %3A and %2C. Malformed escapes stay as they are.
std::string unescaped(std::string_view text);

/// Parses one JSON object from untrusted text. Errors give the column.
Result<Json> read_object(std::string_view text, int deepest = deepest_json);

/// Serialises. Never fails: invalid UTF-8 (a plug-in may write anything) is replaced.
std::string write(const Json& document);
/// The same, with a text next to every number that a double can't hold exactly.
std::string write_exact(const Json& document);

/// Reads the fields of one object. Keeps the first error for `finish`; a wrong field reads as absent.
class Fields {
 public:
  explicit Fields(const Json& object) : object_(object) { known_.emplace_back("type"); }

  std::string text(std::string_view name);  // empty if absent
  std::string needed_text(std::string_view name);
  std::optional<std::uint64_t> number(std::string_view name, std::uint64_t least, std::uint64_t most);
  std::optional<double> real(std::string_view name, double least, double most);
  bool flag(std::string_view name, bool otherwise = false);
  std::vector<std::string> texts(std::string_view name);
  [[nodiscard]] bool has(std::string_view name) const { return object_.contains(name); }
  const Json* list(std::string_view name);
  const Json* object(std::string_view name);
  /// A number or a text, as sent: the client's own identifier of a request.
  Json label(std::string_view name);

  void refuse(Error error) {
    if (!wrong_) wrong_ = std::move(error);
  }
  /// The first error, or an unknown field.
  Result<void> finish();

 private:
  const Json* find(std::string_view name);
  void mismatch(std::string_view name, const std::string& what);

  const Json& object_;
  std::vector<std::string> known_;
  std::optional<Error> wrong_;
};

/// An error with the name of the field or part that it is about.
tl::unexpected<Error> fail_in(std::string where, Error error);

/// Runs `work` and turns its exceptions into errors.
template <class Value, class Work>
Result<Value> guarded(const Work& work) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return fail(ErrorKind::failed, "out of memory");
  } catch (const std::exception& thrown) {
    return fail(ErrorKind::failed, thrown.what());
  }
}

// A request and its response without HTTP, and the usual responses.

struct Request {
  std::string method, path;
  Json body;
};

struct Response {
  int status = 200;
  std::string body;
  std::string type = "application/json";
  std::vector<std::pair<std::string, std::string>> headers = {};
};

Response document(const Json& body, int status = 200);
/// {"error": {…}} with this status.
Response refusal(int status, const Error& error, std::vector<std::pair<std::string, std::string>> headers = {});
/// The same with the status for the kind of error: 400, 404, 503 or 500.
Response refusal(const Error& error);
Response document_or_refusal(const Result<Json>& found);

}  // namespace banmen::serve
