#include "serve/fields.hpp"

#include <fmt/format.h>

#include <charconv>

#include "core/text.hpp"
#include "play/documents.hpp"

namespace banmen::serve {

std::string unescaped(std::string_view text) {
  std::string out;
  for (std::size_t k = 0; k < text.size(); ++k) {
    unsigned value = 0;
    const char* const end = text.data() + std::min(k + 3, text.size());
    const bool escaped = text[k] == '%' && k + 2 < text.size() && std::from_chars(text.data() + k + 1, end, value, 16).ptr == end;
    out += escaped ? static_cast<char>(value) : text[k];
    if (escaped) k += 2;
  }
  return out;
}

Result<Json> read_object(std::string_view text, int deepest) {
  // Checks depth and width on the bytes before parsing: deep nesting builds nothing, and an object of n keys, kept in order, takes
  // n² comparisons.
  std::vector<int> keys{0};  // of each open bracket
  bool quoted = false;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char c = text[k];
    if (quoted) {
      if (c == '\\') ++k;
      if (c == '"') quoted = false;
    } else if (c == '"') {
      quoted = true;
    } else if (c == '{' || c == '[') {
      keys.push_back(0);
      if (std::ssize(keys) > deepest + 1)
        return fail(fmt::format("more than {} nested brackets", deepest), {}, static_cast<int>(k) + 1);
    } else if (c == '}' || c == ']') {
      if (keys.size() > 1) keys.pop_back();
    } else if (c == ':' && ++keys.back() > most_keys) {
      return fail(fmt::format("an object with more than {} names", most_keys), {}, static_cast<int>(k) + 1);
    }
  }
  try {
    Json read = Json::parse(text);
    if (!read.is_object()) return fail("expected a JSON object", "{\"type\": …}", 1);
    return read;
  } catch (const Json::parse_error& error) {
    return fail("invalid JSON", "expected an object: {\"name\": value, …}", static_cast<int>(error.byte));
  } catch (const Json::exception&) {  // number out of range
    return fail("a number is out of range", "numbers are at most 1.8e308");
  }
}

std::string write(const Json& document) { return document.dump(-1, ' ', false, Json::error_handler_t::replace); }

std::string write_exact(const Json& document) { return write(with_exact_texts(document)); }

const Json* Fields::find(std::string_view name) {
  known_.emplace_back(name);
  const auto found = object_.find(name);
  return found == object_.end() || found->is_null() ? nullptr : &*found;
}

void Fields::mismatch(std::string_view name, const std::string& what) {
  refuse({"'" + std::string(name) + "' must be " + what, {}, 0, 0, std::string(name)});
}

std::string Fields::text(std::string_view name) {
  const Json* value = find(name);
  if (value == nullptr) return {};
  if (value->is_string()) return value->get<std::string>();
  mismatch(name, "a text");
  return {};
}

std::string Fields::needed_text(std::string_view name) {
  std::string out = text(name);
  if (out.empty()) refuse({"'" + std::string(name) + "' is required, as a text", {}, 0, 0, std::string(name)});
  return out;
}

std::optional<std::uint64_t> Fields::number(std::string_view name, std::uint64_t least, std::uint64_t most) {
  const Json* value = find(name);
  if (value == nullptr) return std::nullopt;
  std::optional<std::uint64_t> out;
  if (value->is_number_unsigned()) out = value->get<std::uint64_t>();
  if (value->is_string()) {  // numbers that a double can't hold are sent as text
    const auto& digits = value->get_ref<const std::string&>();
    std::uint64_t read = 0;
    const auto [end, failed] = std::from_chars(digits.data(), digits.data() + digits.size(), read);
    if (failed == std::errc() && end == digits.data() + digits.size()) out = read;
  }
  if (out && *out >= least && *out <= most) return out;
  mismatch(name, fmt::format("a whole number, {}..{}", least, most));
  return std::nullopt;
}

std::optional<double> Fields::real(std::string_view name, double least, double most) {
  const Json* value = find(name);
  if (value == nullptr) return std::nullopt;
  if (value->is_number() && value->get<double>() >= least && value->get<double>() <= most) return value->get<double>();
  mismatch(name, fmt::format("a number, {:g}..{:g}", least, most));
  return std::nullopt;
}

bool Fields::flag(std::string_view name, bool otherwise) {
  const Json* value = find(name);
  if (value == nullptr) return otherwise;
  if (value->is_boolean()) return value->get<bool>();
  mismatch(name, "true or false");
  return otherwise;
}

std::vector<std::string> Fields::texts(std::string_view name) {
  std::vector<std::string> out;
  const Json* all = list(name);
  if (all == nullptr) return out;
  for (const Json& one : *all) {
    if (!one.is_string()) {
      mismatch(name, "a list of texts");
      return {};
    }
    out.push_back(one.get<std::string>());
  }
  return out;
}

const Json* Fields::list(std::string_view name) {
  const Json* value = find(name);
  if (value == nullptr || value->is_array()) return value;
  mismatch(name, "a list");
  return nullptr;
}

const Json* Fields::object(std::string_view name) {
  const Json* value = find(name);
  if (value == nullptr || value->is_object()) return value;
  mismatch(name, "an object");
  return nullptr;
}

Json Fields::label(std::string_view name) {
  const Json* value = find(name);
  if (value == nullptr) return nullptr;
  if (value->is_number() || (value->is_string() && value->get_ref<const std::string&>().size() <= 64)) return *value;
  mismatch(name, "a number or a short text");
  return nullptr;
}

Result<void> Fields::finish() {
  if (wrong_) return fail(*wrong_);
  for (const auto& [name, value] : object_.items())
    if (const std::string shown = name.substr(0, 64); std::find(known_.begin(), known_.end(), name) == known_.end())
      return fail_in(shown, {"unknown field '" + shown + "'", suggest(shown, known_)});
  return {};
}

tl::unexpected<Error> fail_in(std::string where, Error error) {
  error.where = std::move(where);
  return fail(std::move(error));
}

Response document(const Json& body, int status) { return {status, write_exact(body)}; }

Response refusal(int status, const Error& error, std::vector<std::pair<std::string, std::string>> headers) {
  Response response = document({{"error", error_document(error)}}, status);
  response.headers = std::move(headers);
  const auto says_when = [](const auto& header) { return header.first == "Retry-After"; };
  if ((status == 429 || status == 503) && std::none_of(response.headers.begin(), response.headers.end(), says_when))
    response.headers.emplace_back("Retry-After", "1");
  return response;
}

Response document_or_refusal(const Result<Json>& found) { return found ? document(*found) : refusal(found.error()); }

Response refusal(const Error& error) {
  switch (error.kind) {
    case ErrorKind::bad_input: return refusal(400, error);
    case ErrorKind::unknown_name: return refusal(404, error);
    case ErrorKind::no_answer:
    case ErrorKind::stopped: return refusal(503, error);
    case ErrorKind::failed: return refusal(500, error);
  }
  return refusal(500, error);
}

}  // namespace banmen::serve
