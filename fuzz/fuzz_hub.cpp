// The server's hub: whatever clients send, it answers with JSON of a known type or closes the connection, and its game stays one
// that the rules allow. Agents need searches, which are not here; people and dice play.
#include "fuzz.hpp"
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

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Catalog catalog;
  static const serve::Offer offer(catalog, {});
  serve::Hub hub(offer, {});
  hub.connect(1, 0);
  fuzz::Input input(data, size);
  double now = 0;
  for (int count = 0; count < 8 && !input.done(); ++count) {
    const auto& messages = right_messages();
    const std::string& right = messages[input.byte() % messages.size()];
    hub.receive(1, count < 7 && input.byte() % 2 == 0 ? right : input.text_near(right), now += 1);
    for (const serve::Outgoing& out : hub.take_outbox()) {
      if (out.close != 0) continue;
      const Json said = Json::parse(out.text, nullptr, false);
      fuzz::check(said.is_object() && said.contains("type"), "what is said is an object with a type");
      if (said["type"] == "error") fuzz::check(!said["error"]["what"].get<std::string>().empty(), "a refusal has a message");
    }
    (void)hub.take_stops();
    for (const serve::Job& job : hub.take_jobs()) hub.finished(job.id, fail(ErrorKind::stopped, "there is no search here"));
    (void)hub.take_outbox();
  }
  for (const char* path : {"/api/show", "/api/analyse"}) (void)hub.request("POST", path, {}, input.rest());
  return 0;
}
