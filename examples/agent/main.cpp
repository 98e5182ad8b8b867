// The flat agent as an engine that plays Reversi for `banmen`: engine:cmd=build/release/examples/flat
#include <unistd.h>

#include <cstdio>

#include "agent/flat.hpp"
#include "catalog/catalog.hpp"
#include "catalog/search_jobs_of.hpp"
#include "games/reversi/reversi.hpp"
#include "play/engine_server.hpp"

using namespace banmen;

int main(int argc, char** argv) {
  const auto name = read_name(argc > 1 ? argv[1] : "flat");
  const auto values = name.and_then([](const Name& n) { return check_values("flat", flat_kind().parameters, n.given); });
  const Reversi rules = *Reversi::make(*check_values("reversi", Reversi::parameters(), {}));
  auto search = values.and_then([&](const Values& v) { return make_flat(rules, v); });
  if (!search) {
    std::fprintf(stderr, "flat: %s\n", search.error().message().c_str());
    return 2;
  }
  const Catalog catalog;
  const auto game = catalog.open("reversi");
  AgentOf<Reversi> agent(rules, "flat", std::move(*search), 0, true);
  return serve_lines(**game, agent, 1, STDIN_FILENO, STDOUT_FILENO, {}) ? 0 : 1;
}
