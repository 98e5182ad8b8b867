// Programs that sit at tables, one line of docs/engine.md a frame: `seat TABLE TOKEN` first, then the server is their referee.
//
// A bot that thinks holds no thread. One that breaks the rules or falls silent loses its game, as at the pipe; one whose connection
// breaks may come back.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "play/agents.hpp"
#include "serve/tables.hpp"
#include "serve/wishes.hpp"

namespace banmen::serve {

class Bots {
 public:
  Bots(Tables& tables, Wishes& wishes) : tables_(tables), wishes_(wishes) {}

  void connect(Client client, double now);
  void receive(Client client, std::string_view line, double now);
  void disconnect(Client client) { bots_.erase(client); }
  /// The people at a table play again at another: bots follow, each one seat on.
  void move_on(const std::string& from, const std::string& to, double now);
  /// It may be a bot's turn.
  void look(Client client, double now);
  void tick(double now);

 private:
  struct Bot {
    explicit Bot(double by) : until(by) {}

    std::string table;  // empty: it has not said which
    Seat seat = 0;
    std::optional<EngineReferee> referee;  // once it has a seat
    bool ready = false, seated = false;
    std::optional<std::size_t> asked;  // the ply that it thinks about
    bool stale = false;                // … which has been taken back
    double until;                      // by when it must have answered
    std::string verdict;               // why it has lost; not told to the table yet
  };

  void take_seat(Client client, Bot& bot, std::string_view line, double now);
  void ask(Client client, Bot& bot, const SharedTable& table, double now);
  /// Nobody wants to know its answer any more.
  void stop(Client client, Bot& bot, double now);
  void lose(Client client, Bot& bot, const std::string& verdict, double now);
  void say(Client client, std::string line);
  void close(Client client, double now, int code, const std::string& why);

  Tables& tables_;
  Wishes& wishes_;
  std::map<Client, Bot> bots_;
};

}  // namespace banmen::serve
