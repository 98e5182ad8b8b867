// The fields of a message or a request: each asked for by name and type, and what was not asked for is refused.
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

/// Of a name in an address: browsers write ':' and ',' as %3A and %2C. What is no such escape stays as it is.
std::string unescaped(std::string_view text);

/// One JSON object out of a text that anybody may have sent. Errors say the column.
Result<Json> read_object(std::string_view text, int deepest = deepest_json);

/// Never fails: what is no UTF-8 (a game from outside may write anything) is replaced.
std::string write(const Json& document);
/// The same for numbers that a reader in a browser could not hold: they get a text beside them.
std::string write_exact(const Json& document);

/// The first thing that is wrong is kept for `finish`; until then what is asked for reads as not given.
class Fields {
 public:
  explicit Fields(const Json& object) : object_(object) { known_.emplace_back("type"); }

  std::string text(std::string_view name);  // empty where it is left out
  std::string needed_text(std::string_view name);
  std::optional<std::uint64_t> number(std::string_view name, std::uint64_t least, std::uint64_t most);
  std::optional<double> real(std::string_view name, double least, double most);
  bool flag(std::string_view name, bool otherwise = false);
  std::vector<std::string> texts(std::string_view name);
  [[nodiscard]] bool has(std::string_view name) const { return object_.contains(name); }
  const Json* list(std::string_view name);
  const Json* object(std::string_view name);
  /// A number or a text, as it was sent: what the sender tells his questions apart by.
  Json label(std::string_view name);

  void refuse(Error error) {
    if (!wrong_) wrong_ = std::move(error);
  }
  /// Whether all was well and nothing else was sent.
  Result<void> finish();

 private:
  const Json* find(std::string_view name);
  void wanted(std::string_view name, const std::string& what);

  const Json& object_;
  std::vector<std::string> known_;
  std::optional<Error> wrong_;
};

/// An error in one part of what was sent.
tl::unexpected<Error> fail_in(std::string where, Error error);

/// Work of others, whatever it throws.
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

// A request and its answer, as everything behind the socket sees them, and the usual answers.

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
/// {"error": {…}} with a status.
Response refusal(int status, const Error& error, std::vector<std::pair<std::string, std::string>> headers = {});
/// The same with the status that fits the kind of error: 400, 404, 503 or 500.
Response refusal(const Error& error);
Response document_or_refusal(const Result<Json>& found);

}  // namespace banmen::serve
