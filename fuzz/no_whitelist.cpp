// Stub for src/serve/whitelist.cpp and the embedded OpenAPI document in the fuzz targets: games can be opened, agents can't.
#include "play/agents.hpp"
#include "serve/page.hpp"
#include "serve/whitelist.hpp"

namespace banmen::serve {

Whitelist::Whitelist(const Catalog& catalog, WhitelistOptions options) : catalog_(catalog), options_(std::move(options)) {}

Result<void> Whitelist::may_open(std::string_view name) const {
  if (name.substr(0, name.find(':')).find('/') == std::string_view::npos) return {};
  return fail("clients may not name files");
}

Result<std::unique_ptr<OpenGame>> Whitelist::open(std::string_view name) const {
  if (const auto allowed = may_open(name); !allowed) return fail(allowed.error());
  return catalog_.open(name);
}

Result<std::shared_ptr<const OpenGame>> Whitelist::share(std::string_view name) const {
  auto opened = open(name);
  if (!opened) return fail(opened.error());
  return std::shared_ptr<const OpenGame>(std::move(*opened));
}

Result<Replay> Whitelist::replay(const Record& record) const {
  if (const auto allowed = may_open(record.game); !allowed) return fail(allowed.error());
  return banmen::replay(catalog_, record);
}

Result<Engaged> Whitelist::look_up(const OpenGame&, std::string_view name, std::uint64_t) const {
  if (name == "random") return Engaged{"random", "random", {1, 1}};  // plays for absent people
  return fail("there are no agents here");
}
std::string Whitelist::analyst(const OpenGame&) { return "random"; }
Json Whitelist::games() const { return Json::object(); }
Result<Json> Whitelist::game(std::string_view, const std::stop_token&) const { return fail("there is no list here"); }
Result<Json> Whitelist::agents() const { return fail("there are no agents here"); }

std::string_view openapi_document() { return "{}"; }

}  // namespace banmen::serve
