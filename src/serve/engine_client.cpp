#include "serve/engine_client.hpp"

#include <fmt/format.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/connect.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>
#include <deque>

#include "core/text.hpp"
#include "serve/websocket.hpp"

namespace banmen::serve {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = beast::websocket;
using tcp = asio::ip::tcp;
using Code = boost::system::error_code;
using namespace std::chrono_literals;

constexpr int most_tries = 12;  // in a row without a line: about two minutes
constexpr std::size_t longest_line = 64 * 1024;

auto into(Code& code) { return asio::redirect_error(asio::use_awaitable, code); }

}  // namespace

Result<SeatLink> read_seat_link(std::string_view link) {
  const std::string example = "such as 'http://127.0.0.1:8421/#table?id=…&seat=1&token=…', the link to a bot's seat";
  constexpr std::string_view plain = "http://", safe = "https://";
  if (link.starts_with(safe))
    return fail("--connect speaks http, not https",
                "on the server's machine connect to the server itself, not to its proxy; elsewhere use examples/bot_ws.py");
  if (!link.starts_with(plain)) return fail("'" + std::string(link.substr(0, 80)) + "' is not a link to a seat", example);
  link.remove_prefix(plain.size());
  const std::size_t mark = link.find('#');
  std::string_view place = link.substr(0, mark);
  place = place.substr(0, place.find('/'));
  SeatLink out;
  const std::size_t colon = place.rfind(':');
  const bool has_port = colon != std::string_view::npos && place.find(']', colon) == std::string_view::npos;
  out.host = place.substr(0, has_port ? colon : place.size());
  out.port = has_port ? place.substr(colon + 1) : "80";
  std::string_view rest = mark == std::string_view::npos ? "" : link.substr(mark + 1);
  rest = rest.substr(std::min(rest.size(), rest.find('?') == std::string_view::npos ? rest.size() : rest.find('?') + 1));
  for (const std::string_view part : split(rest, '&')) {
    if (part.starts_with("id=")) out.table = part.substr(3);
    if (part.starts_with("token=")) out.token = part.substr(6);
  }
  if (out.host.empty() || out.port.empty() || out.table.empty() || out.token.empty())
    return fail("the link names no seat: expected host, table and token", example);
  return out;
}

class EngineClient::Impl {
 public:
  explicit Impl(SeatLink link) : link_(std::move(link)), socket_(context_), pause_(context_) {}

  void say(std::string_view line) {
    asio::post(context_, [this, text = std::string(line)] {
      if (!open_) return;
      queue_.push_back(text);
      if (queue_.size() == 1) asio::co_spawn(context_, write(), asio::detached);
    });
  }

  Result<void> run(const ObeyLine& obey, const std::function<void()>& again, const std::stop_token& stop) {
    const std::stop_callback ended(stop, [this] {
      asio::post(context_, [this] {
        leaving_ = true;
        pause_.cancel();
        beast::get_lowest_layer(*socket_.stream).close();
      });
    });
    // Stops the context, since the WebSocket's timers (its next ping) would keep it running.
    asio::co_spawn(context_, play(obey, again), [this](const std::exception_ptr&) { context_.stop(); });
    context_.run();
    return result_;
  }

 private:
  /// A new WebSocket for each connection: they can't be reused.
  struct Renewed {
    explicit Renewed(asio::io_context& context) : stream(std::make_unique<WebSocket>(context)) {}
    std::unique_ptr<WebSocket> stream;
  };

  asio::awaitable<void> play(const ObeyLine& obey, const std::function<void()>& again) {
    Code failed;
    for (int tries = 0; !leaving_ && !done_; ++tries) {
      if (tries >= most_tries) {
        result_ = fail(ErrorKind::failed, trouble_);
        co_return;
      }
      if (tries > 0) {
        pause_.expires_after(std::min(500ms * (1 << std::min(tries - 1, 5)), 16000ms));
        co_await pause_.async_wait(into(failed));
      }
      socket_ = Renewed(context_);
      failed = {};
      co_await connect(failed);
      if (failed) continue;
      open_ = true;
      again();
      say("seat " + link_.table + " " + link_.token);
      co_await listen(obey, tries);
      open_ = false;
      queue_.clear();
    }
  }

  asio::awaitable<void> connect(Code& failed) {
    tcp::resolver resolver(context_);
    std::string host = link_.host;
    if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
    const std::string name = link_.host + ":" + link_.port;
    trouble_ = "there is no server at " + name;
    const auto found = co_await resolver.async_resolve(host, link_.port, into(failed));
    if (failed) co_return;
    auto& lowest = beast::get_lowest_layer(*socket_.stream);
    lowest.expires_after(10s);
    co_await lowest.async_connect(found, into(failed));
    if (failed) co_return;
    lowest.expires_never();
    socket_.stream->set_option(websocket::stream_base::timeout{10s, 60s, true});
    socket_.stream->read_message_max(longest_line);
    websocket::response_type answer;
    co_await socket_.stream->async_handshake(answer, name, "/api/engine", into(failed));
    trouble_ = "the server at " + name + " closes each connection";
    if (failed) judge(failed, answer.result_int());
  }

  /// After a failed handshake: a server that starts or is busy may answer later, any other gives the same answer again.
  void judge(const Code& failed, unsigned status) {
    const std::string server = "the server at " + link_.host + ":" + link_.port;
    if (failed == websocket::error::upgrade_declined) {
      constexpr unsigned too_many = 429, server_errors = 500;
      trouble_ = fmt::format("{} answers {} instead of admitting an engine", server, status);
      if (status == too_many || status >= server_errors) return;
    } else if (failed == websocket::condition::handshake_failed ||
               (failed.category() == beast::http::make_error_code(beast::http::error::bad_version).category() &&
                failed != beast::http::error::end_of_stream && failed != beast::http::error::partial_message)) {
      trouble_ = server + " is not Banmen: " + failed.message();
    } else {
      return;  // the connection broke
    }
    done_ = true;
    result_ = fail(ErrorKind::failed, trouble_, "check host and port of the link");
  }

  asio::awaitable<void> listen(const ObeyLine& obey, int& tries) {
    beast::flat_buffer buffer;
    Code failed;
    while (!done_) {
      co_await read_message(*socket_.stream, buffer, failed);
      if (failed) break;
      tries = 0;
      const auto bytes = buffer.cdata();
      const bool more = obey(std::string_view(static_cast<const char*>(bytes.data()), bytes.size()));
      buffer.consume(buffer.size());
      if (!more) done_ = true;
    }
    // After a refusal reconnecting is useless.
    if (!done_ && socket_.stream->reason().code == websocket::close_code::policy_error) {
      done_ = true;
      result_ =
          fail(ErrorKind::failed, "the server closed the connection: " + std::string(socket_.stream->reason().reason.c_str()));
    }
  }

  asio::awaitable<void> write() {
    Code failed;
    while (open_ && !queue_.empty()) {
      co_await write_message(*socket_.stream, queue_.front(), failed);
      if (failed) break;
      if (!queue_.empty()) queue_.pop_front();
    }
  }

  SeatLink link_;
  asio::io_context context_{1};
  Renewed socket_;
  asio::steady_timer pause_;
  std::deque<std::string> queue_;
  bool open_ = false, leaving_ = false, done_ = false;
  std::string trouble_;  // of the last attempt
  Result<void> result_;
};

EngineClient::EngineClient(SeatLink link) : impl_(std::make_unique<Impl>(std::move(link))) {}
EngineClient::~EngineClient() = default;
void EngineClient::say(std::string_view line) { impl_->say(line); }
Result<void> EngineClient::run(const ObeyLine& obey, const std::function<void()>& again, const std::stop_token& stop) {
  return impl_->run(obey, again, stop);
}

}  // namespace banmen::serve
