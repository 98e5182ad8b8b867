// Timeouts of the server, with real sockets and shortened limits: silent clients, slow readers, unanswered pings.
#include "serve/socket.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <thread>

namespace banmen::serve {
namespace {

using namespace std::chrono_literals;

/// A server on its own thread.
class Served {
 public:
  explicit Served(SocketOptions options) : offer_(catalog(), {}), hub_(offer_, {}), pool_(1, 1) {
    options.port = 0;
    options.port_named = true;
    socket_ = *Socket::open(options);
    thread_ = std::thread([this] { socket_->run(hub_, pool_, stop_.get_token(), {}); });
  }
  ~Served() {
    stop();
    (void)pool_.end(10s);
  }
  void stop() {
    stop_.request_stop();
    if (thread_.joinable()) thread_.join();
  }
  [[nodiscard]] unsigned short port() const { return socket_->port(); }

 private:
  static const Catalog& catalog() {
    static const Catalog all;
    return all;
  }
  Whitelist offer_;
  Hub hub_;
  Pool pool_;
  std::unique_ptr<Socket> socket_;
  std::stop_source stop_;
  std::thread thread_;
};

/// A raw TCP client.
class Wire {
 public:
  explicit Wire(unsigned short port, int room = 0) : port_(port), descriptor_(::socket(AF_INET, SOCK_STREAM, 0)) {
    if (room > 0) setsockopt(descriptor_, SOL_SOCKET, SO_RCVBUF, &room, sizeof room);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::connect(descriptor_, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  }
  ~Wire() { close(descriptor_); }
  Wire(const Wire&) = delete;
  Wire& operator=(const Wire&) = delete;

  bool say(std::string_view text) {
    return ::send(descriptor_, text.data(), text.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(text.size());
  }
  /// Reads for a time, or until the server closes.
  std::string hear(std::chrono::milliseconds within, std::string_view until = {}) {
    std::string got;
    const auto end = std::chrono::steady_clock::now() + within;
    while (!closed_ && (until.empty() || got.find(until) == std::string::npos)) {
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now()).count();
      pollfd wait{descriptor_, POLLIN, 0};
      if (left <= 0 || poll(&wait, 1, static_cast<int>(left)) <= 0) break;
      std::array<char, 4096> bytes;
      const ssize_t count = recv(descriptor_, bytes.data(), bytes.size(), 0);
      if (count <= 0) {
        closed_ = true;
        break;
      }
      got.append(bytes.data(), static_cast<std::size_t>(count));
    }
    return got;
  }
  [[nodiscard]] bool closed() const { return closed_; }
  /// Waits for the server to reset the connection, without reading; false if it has not in time.
  [[nodiscard]] bool reset(std::chrono::milliseconds within) const {
    pollfd wait{descriptor_, 0, 0};
    return poll(&wait, 1, static_cast<int>(within.count())) > 0 && (wait.revents & (POLLHUP | POLLERR)) != 0;
  }
  void upgrade() {
    say(
        fmt::format("GET /api/ws HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
                    port_));
    EXPECT_NE(hear(60s, "\r\n\r\n").find(" 101 "), std::string::npos);
  }
  /// A text frame, masked with zeros.
  bool frame(const std::string& text) {
    std::string out = "\x81";
    if (text.size() < 126) {
      out += static_cast<char>(0x80 | text.size());
    } else {
      out += static_cast<char>(0x80 | 126);
      out += static_cast<char>(text.size() >> 8);
      out += static_cast<char>(text.size() & 255);
    }
    return say(out + std::string(4, '\0') + text);
  }

 private:
  unsigned short port_;
  int descriptor_;
  bool closed_ = false;
};

SocketOptions impatient() {
  SocketOptions options;
  options.request = 300ms;
  options.handshake = 300ms;
  options.idle = 1000ms;
  return options;
}

TEST(SocketPatience, IncompleteRequestsTimeOut) {
  Served served(impatient());
  for (const std::string_view beginning : {std::string_view(), std::string_view("GET /api/health HTTP/1.1\r\nHo"),
                                           std::string_view("POST /api/show HTTP/1.1\r\nHost: 127.0.0.1")}) {
    Wire wire(served.port());
    wire.say(beginning);
    EXPECT_EQ(wire.hear(60s), "");
    EXPECT_TRUE(wire.closed()) << beginning;
  }
  // One byte at a time does not help: the limit is for the whole header.
  Wire slow(served.port());
  for (int k = 0; k < 100 && slow.say("G") && !slow.closed(); ++k) slow.hear(50ms);
  EXPECT_TRUE(slow.closed());
  // A missing body.
  Wire body(served.port());
  body.say(
      fmt::format("POST /api/show HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{{",
                  served.port()));
  body.hear(60s);
  EXPECT_TRUE(body.closed());
}

TEST(SocketPatience, EachRequestHasItsOwnTimeout) {
  // Longer than the limit: without a renewed deadline the connection would be closed.
  SocketOptions options;
  options.request = 1000ms;
  Served served(options);
  Wire wire(served.port());
  const auto begun = std::chrono::steady_clock::now();
  while (std::chrono::steady_clock::now() - begun < 3 * options.request) {
    wire.say(fmt::format("GET /api/health HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", served.port()));
    ASSERT_NE(wire.hear(60s, "\"ok\"").find("200 OK"), std::string::npos);
  }
}

TEST(SocketPatience, UnreadResponsesTimeOut) {
  Served served(impatient());
  Wire wire(served.port(), 4096);
  // More requests than the server reads, so that closing resets the connection.
  std::string many;
  for (int k = 0; k < 2000; ++k) many += fmt::format("GET /api/openapi.json HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", served.port());
  wire.say(many);
  EXPECT_TRUE(wire.reset(60s));
}

TEST(SocketPatience, SilentWebSocketsTimeOutUnlessTheyAnswerPings) {
  SocketOptions options = impatient();
  options.idle = 3000ms;
  Served served(options);
  Wire silent(served.port()), lively(served.port());
  silent.upgrade();
  lively.upgrade();
  std::string last;
  int pings = 0;
  const auto begun = std::chrono::steady_clock::now();
  while ((!silent.closed() || pings < 3) && !lively.closed() && std::chrono::steady_clock::now() - begun < 60s) {
    last += silent.hear(10ms);
    if (lively.hear(10ms).find('\x89') == std::string::npos) continue;
    ++pings;
    lively.say(std::string("\x8a\x80\0\0\0\0", 6));  // pong
  }
  EXPECT_TRUE(silent.closed());
  EXPECT_NE(last.find('\x89'), std::string::npos);
  EXPECT_FALSE(lively.closed());
  EXPECT_GE(pings, 3);
}

TEST(SocketPatience, ClientsThatNeverReadTimeOut) {
  Served served(impatient());
  Wire wire(served.port(), 4096);
  wire.upgrade();
  // Answers of some kilobytes each: they fill the kernel's buffers but not the send queue.
  const std::string join = R"({"type":"join","game":"reversi","seats":[{"who":"human"},{"who":"human"}]})";
  const auto begun = std::chrono::steady_clock::now();
  bool taken = true;
  while ((taken = wire.frame(join)) && std::chrono::steady_clock::now() - begun < 60s)
    if (wire.reset(60ms)) break;  // stays below the rate limit of twenty messages a second
  EXPECT_TRUE(!taken || wire.reset(0ms));
}

TEST(SocketPatience, ShutdownNotifiesEveryClientWithoutWaiting) {
  // Far longer than shutdown may take: it waits for no client's timeout. tests/serve.py measures shutdown.
  SocketOptions options;
  options.request = options.handshake = options.idle = 10min;
  auto served = std::make_unique<Served>(options);
  Wire half(served->port());
  half.say("GET /api/hea");
  Wire polite(served->port()), rude(served->port());
  polite.upgrade();
  rude.upgrade();
  std::string last;
  std::thread reader([&] {
    const std::string farewell = "server shutdown";
    last = polite.hear(60s, farewell);
    polite.say(std::string("\x88\x82\0\0\0\0\x03\xf4", 8));
  });
  const auto begun = std::chrono::steady_clock::now();
  served->stop();
  EXPECT_LT(std::chrono::steady_clock::now() - begun, 60s);
  served.reset();
  reader.join();
  EXPECT_NE(last.find(std::string("\x88\x11\x03\xf4server shutdown")), std::string::npos);  // 1012
}

}  // namespace
}  // namespace banmen::serve
