// Invariants of a table under random sequences of client, disk and clock events: a seat has at most one owner, every game is legal,
// clocks are never negative and fall only on their seat's turn, and a restart loses no move that a client knows of.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <set>

#include "play/record.hpp"
#include "room.hpp"

namespace banmen::serve {
namespace {

constexpr Client people = 6;

class Evening {
 public:
  Evening(const std::string& game, std::size_t seats, const Json& clock, bool drawn, bool everybody) : room_(true) {
    Json all = Json::array();
    for (std::size_t k = 0; k < seats; ++k) all.push_back({{"who", "open"}});
    if (seats == 4) all[3] = {{"who", "agent"}, {"agent", "random"}};
    const Json opened = room_.open(
        {{"game", game}, {"seats", all}, {"clock", clock}, {"claim_after", 10}, {"seating", drawn ? "drawn" : "chosen"}});
    id_ = opened["id"];
    host_ = opened["host"];
    for (const Json& one : opened["seats"]) tokens_.push_back(one["token"]);
    // Usually everyone is connected.
    for (unsigned k = 0; k < tokens_.size() && everybody; ++k) {
      join(k + 1, k);
      room_.keep_all();
    }
    hear();
    last_ = look();
  }

  void step(unsigned what, unsigned which) {
    const Client client = which % people + 1;
    const Json before = last_;
    const double began = room_.now;
    bool restarted = false;
    switch (what % 24) {
      case 0:
      case 1:
      case 2: join(client, which / people); break;
      case 3: say(client, {{"type", "join"}, {"table", id_}, {"host", host_}}); break;
      case 4: say(client, {{"type", "sit"}}); break;
      case 5: say(client, {{"type", "stand"}}); break;
      case 6: cut(client); break;
      case 7: move(client, which); break;
      case 8:
      case 9:
      case 10:
      case 11: right_move(which); break;
      case 12: say(client, {{"type", "offer"}, {"what", offers[which / people % 4]}}); break;
      case 13: say(client, {{"type", "answer"}, {"what", offers[which / people % 4]}, {"yes", which % 3 != 0}}); break;
      case 14: say(client, {{"type", which % 7 == 0 ? "resign" : "go"}}); break;
      case 15:
        say(client, {{"type", "claim"}, {"seat", which / people % 4}, {"how", std::array{"win", "draw", "agent"}[which / 24 % 3]}});
        break;
      case 16:
        if (which % 5 == 0) say(client, {{"type", "free"}, {"seat", which / people % 4}});
        break;
      case 17:
      case 18: room_.pass(std::array{0.1, 1.0, 4.0, 11.0}[which % 4]); break;
      case 19:
      case 20:
      case 21:
        if (!room_.commits.empty()) room_.keep(which % 5 != 0);
        break;
      case 22:
        if (!room_.jobs.empty()) room_.work();
        break;
      case 23:
        if (which % 4 == 0) {
          // A kill: pending changes may be stored or not.
          if (which % 8 == 0 && !room_.commits.empty()) room_.shelf.put(room_.commits.front().what);
          owner_.clear();
          there_.clear();
          room_.start();
          restarted = true;
        }
        break;
    }
    if (which / 7 % 4 != 0) room_.keep_all();
    hear();
    last_ = look();
    check(before, room_.now - began, restarted);
  }

  void check_record() {
    while (!room_.commits.empty()) room_.keep();
    const Json answer = room_.ask("GET", "/api/tables/" + id_ + "/record");
    if (room_.status != 200) return;
    const auto record = read_record(answer["record"].get<std::string>());
    RC_ASSERT(record.has_value());
    const auto replayed = replay(all_games(), *record);
    if (!replayed) RC_FAIL(replayed.error().message() + "\n" + answer["record"].get<std::string>());
  }

 private:
  static constexpr std::array offers = {"draw", "takeback", "pause", "rematch"};

  Json look() {
    Json there = room_.ask("GET", "/api/tables/" + id_);
    return room_.status == 200 ? there : Json();
  }
  void say(Client client, const Json& message) {
    if (!there_.contains(client)) room_.connect(client);
    there_.insert(client);
    room_.now += 0.05;  // stays below the rate limit
    room_.say(client, message);
  }
  void join(Client client, unsigned which) {
    say(client,
        {{"type", "join"}, {"table", id_}, {"token", tokens_[which % tokens_.size()]}, {"name", "P" + std::to_string(client)}});
  }
  void cut(Client client) {
    room_.cut(client);
    there_.erase(client);
    owner_.erase(client);
  }
  void move(Client client, unsigned which) {
    if (last_.is_null()) return;
    const auto ply = last_["ply"].get<std::size_t>() + (which % 11 == 0) - (which % 13 == 0 && last_["ply"] != 0);
    say(client, {{"type", "move"}, {"ply", ply}, {"move", any_move(which)}});
  }
  /// The connected owner of the seat on turn.
  void right_move(unsigned which) {
    for (const auto& [client, seat] : owner_)
      if (!last_.is_null() && last_["turn"] == static_cast<int>(seat)) return move(client, 1 + which - which % 11);
  }
  std::string any_move(unsigned which) {
    const auto game = room_.offer.share(last_["game"].get<std::string>());
    const auto session = (*game)->session();
    RC_ASSERT(session->restart(last_["position"].get<std::string>()).has_value());
    const auto moves = session->moves();
    return moves.empty() ? "none" : moves[which % moves.size()];
  }

  void hear() {
    for (auto& [client, box] : room_.said)
      for (const Json& message : box) {
        const std::string type = message["type"];
        if (type == "table" && message["table"] == id_) {
          owner_.erase(client);
          if (!message["seat"].is_null()) owner_[client] = static_cast<Seat>(message["seat"].get<int>());
          if (message.contains("token")) tokens_.push_back(message["token"]);
        }
        if (type == "unseated") owner_.erase(client);
        if (type == "rematch") {
          if (id_ != message["table"].get<std::string>()) owner_.clear();
          id_ = message["table"];
          if (message.contains("token")) tokens_.push_back(message["token"]);
        }
        if (type == "moved") {
          const bool chooses = !message["choices"].is_null();
          const bool may = owner_.contains(client) && message["turn"] == static_cast<int>(owner_[client]);
          RC_ASSERT(!chooses || may);
        }
      }
    room_.said.clear();
  }

  void check(const Json& before, double passed, bool restarted) {
    std::set<Seat> owned;
    for (const auto& [client, seat] : owner_) RC_ASSERT(owned.insert(seat).second);
    if (last_.is_null()) return;
    for (const auto& [client, seat] : owner_) RC_ASSERT(last_["seats"][static_cast<std::size_t>(seat)]["present"].get<bool>());
    if (before.is_null() || before["id"] != last_["id"]) return;
    if (restarted)
      for (std::size_t k = 0; k < std::min(before["moves"].size(), last_["moves"].size()); ++k)
        RC_ASSERT(before["moves"][k].get<std::string>() == last_["moves"][k].get<std::string>());
    if (last_["clock"]["kind"] == "none") return;
    const Json& then = before["clock"];
    const Json& now = last_["clock"];
    for (std::size_t k = 0; k < now["left"].size(); ++k) {
      const double left = now["left"][k], fell = then["left"][k].get<double>() - left;
      RC_ASSERT(left >= 0);
      constexpr double rounding = 0.002;
      if (before["phase"] == "waiting" || fell <= rounding) continue;
      const bool on_turn = then["running"] == k || now["running"] == k;
      RC_ASSERT(on_turn);
      RC_ASSERT(fell <= passed + rounding);
    }
  }

  Room room_;
  std::string id_, host_;
  std::vector<std::string> tokens_;
  std::set<Client> there_;
  std::map<Client, Seat> owner_;
  Json last_;
};

RC_GTEST_PROP(Tables, KeepTheirInvariants, ()) {
  const auto game = *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(0, 3));
  const std::array<Json, 3> clocks = {Json::parse(R"({"kind":"none"})"), Json::parse(R"({"kind":"move","seconds":8})"),
                                      Json::parse(R"({"kind":"fischer","seconds":12,"increment":3})")};
  const Json& clock = clocks[*rc::gen::resize(rc::kNominalSize, rc::gen::inRange<std::size_t>(0, 3))];
  Evening evening(std::array{"tictactoe", "backgammon:checkers=3", "yonin:size=4"}[static_cast<std::size_t>(game)],
                  game == 2 ? 4 : 2, clock, *rc::gen::arbitrary<bool>(), *rc::gen::inRange(0, 8) != 0);
  // Own sizes: rapidcheck starts with short lists of small numbers, with which no seat is ever taken.
  const auto steps =
      *rc::gen::resize(150, rc::gen::container<std::vector<std::pair<unsigned, unsigned>>>(rc::gen::resize(
                                rc::kNominalSize, rc::gen::pair(rc::gen::inRange(0U, 24U), rc::gen::inRange(0U, 10'000U)))));
  for (const auto& [what, which] : steps) evening.step(what, which);
  evening.check_record();
}

}  // namespace
}  // namespace banmen::serve
