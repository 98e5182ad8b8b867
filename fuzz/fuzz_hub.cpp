// The server's hub: for any input it answers with JSON of a known type or closes the connection, and the records of its games stay
// valid, at shared tables too. Without searches there are no agents: people and dice play.
#include <array>

#include "core/hash.hpp"
#include "fuzz.hpp"
#include "play/record.hpp"
#include "serve/hub.hpp"

using namespace banmen;

namespace {

const std::vector<std::string>& right_messages() {
  static const std::vector<std::string> messages = {
      R"({"type":"join","game":"tictactoe","seats":[{"who":"human","name":"A"},{"who":"human"}],"seed":3})",
      R"({"type":"join","game":"backgammon","position":"","moves":["3-1"],"seats":[{"who":"human"},{"who":"human"}],"paused":true})",
      R"({"type":"join","game":"bao:holes=4","seats":[{"who":"human"},{"who":"agent","agent":"random"}]})",
      R"({"type":"move","ply":0,"move":"a1"})",
      R"({"type":"move","ply":1,"move":"b2"})",
      R"({"type":"undo"})",
      R"({"type":"seats","seats":[{"who":"human"},{"who":"human"}]})",
      R"({"type":"end","how":"resigned","seat":1})",
      R"({"type":"pause"})",
      R"({"type":"go"})",
      R"({"type":"step"})",
      R"({"type":"choices","begins":"a"})",
      R"({"type":"analyse","id":1,"game":"tictactoe","moves":["a1"],"lines":2})",
      R"({"type":"stop"})"};
  return messages;
}

/// Valid messages to a shared table.
std::vector<Json> table_messages(const Json& opened) {
  const Json& id = opened["id"];
  std::vector<Json> all = {{{"type", "join"}, {"table", id}},
                           {{"type", "join"}, {"table", id}, {"host", opened["host"]}, {"ply", 0}},
                           {{"type", "join"}, {"table", id}, {"token", opened["seats"][0]["token"]}, {"name", "A"}},
                           {{"type", "join"}, {"table", id}, {"token", opened["seats"][1]["token"]}, {"ply", 1}},
                           {{"type", "sit"}, {"seat", 1}, {"name", "B"}, {"join", opened["join"]}},
                           {{"type", "stand"}},
                           {{"type", "go"}},
                           {{"type", "resign"}},
                           {{"type", "free"}, {"seat", 0}},
                           {{"type", "close"}},
                           {{"type", "claim"}, {"seat", 1}, {"how", "win"}},
                           {{"type", "choices"}, {"ply", 0}, {"begins", ""}}};
  for (const char* what : {"draw", "takeback", "pause", "rematch"}) {
    all.push_back({{"type", "offer"}, {"what", what}});
    all.push_back({{"type", "answer"}, {"what", what}, {"yes", true}});
  }
  for (int ply = 0; ply < 5; ++ply)
    all.push_back(
        {{"type", "move"}, {"ply", ply}, {"move", std::array{"a1", "a2", "b1", "b2", "c1"}[static_cast<std::size_t>(ply)]}});
  return all;
}

serve::HubOptions hub_options(bool keeps) {
  serve::HubOptions options;
  options.random = [drawn = std::uint64_t{0}](std::size_t count) mutable {
    std::string bytes;
    while (bytes.size() < count) bytes += static_cast<char>(mix(1, ++drawn));
    return bytes;
  };
  options.wall = [] { return 1.0; };
  options.keeps = keeps;
  return options;
}

Json answered(serve::Reply reply) {
  const auto* response = std::get_if<serve::Response>(&reply);
  return response == nullptr ? Json() : Json::parse(response->body);
}

void check_said(serve::Hub& hub) {
  for (const serve::Outgoing& out : hub.take_outbox()) {
    if (out.close != 0) continue;
    const Json said = Json::parse(out.text, nullptr, false);
    fuzz::check(said.is_object() && said.contains("type"), "what is said is an object with a type");
    if (said["type"] == "error") fuzz::check(!said["error"]["what"].get<std::string>().empty(), "a refusal has a message");
  }
}

/// Several clients at one table, with disk errors and timeouts.
void at_a_table(const serve::Whitelist& offer, fuzz::Input& input) {
  const bool keeps = input.byte() % 2 == 0;
  serve::Hub hub(offer, hub_options(keeps));
  const char* game = std::array{"tictactoe", "backgammon:checkers=1"}[input.byte() % 2];
  serve::Reply reply =
      hub.request("POST", "/api/tables", {}, Json({{"game", game}, {"seats", {{{"who", "open"}}, {{"who", "open"}}}}}).dump());
  if (auto* prepared = std::get_if<serve::Prepared>(&reply)) {
    const serve::Settled settled = prepared->work({})(0);
    std::visit([&](const auto& one) { reply = one; }, settled);
  }
  for (const serve::Commit& commit : hub.take_commits()) hub.committed(commit.id, {}, 0);
  const auto* awaited = std::get_if<serve::Awaited>(&reply);
  const Json opened = awaited != nullptr ? Json::parse(awaited->answer->response->body) : answered(std::move(reply));
  const std::vector<Json> right = table_messages(opened);
  double now = 0;
  for (serve::Client client = 1; client <= 3; ++client) hub.connect(client, now);
  for (int count = 0; count < 40 && !input.done(); ++count) {
    const serve::Client client = input.byte() % 3 + 1;
    const std::uint8_t what = input.byte();
    const std::string text = right[what % right.size()].dump();
    if (what >= 250)
      hub.disconnect(client), hub.connect(client, now);
    else if (what >= 240)
      hub.tick(now += what == 245 ? 200 : 1);
    else
      hub.receive(client, count < 39 && what < 200 ? text : input.text_near(text), now += 1);
    check_said(hub);
    for (const serve::Commit& commit : hub.take_commits())
      hub.committed(commit.id, what % 5 == 0 ? Result<void>(fail("the disk is full")) : Result<void>(), now);
    check_said(hub);
    (void)hub.take_stops();
    for (const serve::Job& job : hub.take_jobs()) hub.finished(job.id, fail(ErrorKind::stopped, "there is no search here"), now);
  }
  const Json record = answered(hub.request("GET", "/api/tables/" + opened["id"].get<std::string>() + "/record", {}, {}));
  if (!record.contains("record")) return;
  const auto read = read_record(record["record"].get<std::string>());
  fuzz::check(read && offer.replay(*read).has_value(), "a table's record is played again");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Catalog catalog;
  static const serve::Whitelist offer(catalog, {});
  fuzz::Input input(data, size);
  if (input.byte() % 2 == 0) {
    at_a_table(offer, input);
    return 0;
  }
  serve::Hub hub(offer, hub_options(false));
  hub.connect(1, 0);
  double now = 0;
  for (int count = 0; count < 8 && !input.done(); ++count) {
    const auto& messages = right_messages();
    const std::string& right = messages[input.byte() % messages.size()];
    hub.receive(1, count < 7 && input.byte() % 2 == 0 ? right : input.text_near(right), now += 1);
    check_said(hub);
    (void)hub.take_stops();
    for (const serve::Job& job : hub.take_jobs()) hub.finished(job.id, fail(ErrorKind::stopped, "there is no search here"));
    (void)hub.take_outbox();
  }
  const std::string rest = input.rest();
  for (const char* path : {"/api/show", "/api/analyse", "/api/tables"}) (void)hub.request("POST", path, {}, rest);
  return 0;
}
