#include "serve/socket.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include <array>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http.hpp>
#include <chrono>
#include <ctime>
#include <deque>
#include <limits>
#include <map>
#include <sstream>
#include <stdexcept>

#include "serve/fields.hpp"
#include "serve/guard.hpp"
#include "serve/page.hpp"
#include "serve/requests.hpp"
#include "serve/websocket.hpp"

namespace banmen::serve {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using tcp = asio::ip::tcp;
using Code = boost::system::error_code;
using namespace std::chrono_literals;

constexpr std::size_t longest_header = 8 * 1024;  // bytes
constexpr std::size_t read_ahead = 16 * 1024;
constexpr int kernel_buffer = 64 * 1024;          // otherwise the kernel would buffer megabytes for slow readers
constexpr std::size_t most_queued = 256 * 1024;   // beyond: drop the slow reader
constexpr std::size_t much_queued = 64 * 1024;    // beyond: hold back its agents (backpressure)
constexpr std::size_t little_queued = 16 * 1024;  // … until the queue is this short
constexpr std::size_t most_searches = 32;         // of requests, queued and running
constexpr std::size_t most_side_work = 64;        // the same without a search
constexpr std::size_t own_searches = 1;           // of these, per address
constexpr std::size_t own_side_work = 8;
constexpr double longest_opening = 60;    // seconds to open a game for a message
constexpr double request_seconds = 5e-5;  // of this thread, to read and answer any request
constexpr unsigned ports_tried = 50;
constexpr int internal_error = 1011;  // WebSocket close code

double seconds_now() { return Socket::now(); }

/// Processor time of this thread.
double thread_seconds() {
  timespec time{};
  (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// Counts connections, in total and per address.
class Count {
 public:
  /// Counts one connection during its lifetime; its address may change once the proxy's header is read.
  class Ticket {
   public:
    Ticket(Count& count, const std::string& address) : count_(count) {
      ++count_.all_;
      belongs_to(address);
    }
    ~Ticket() {
      --count_.all_;
      belongs_to({});
    }
    Ticket(const Ticket&) = delete;
    Ticket& operator=(const Ticket&) = delete;
    void belongs_to(const std::string& address) {
      if (const auto old = count_.each_.find(address_); old != count_.each_.end() && --old->second == 0) count_.each_.erase(old);
      address_ = is_this_machine(address) ? "" : address;
      if (!address_.empty()) ++count_.each_[address_];
    }

   private:
    Count& count_;
    std::string address_;
  };

  [[nodiscard]] std::size_t all() const { return all_; }
  [[nodiscard]] std::size_t of(const std::string& address) const {
    const auto found = each_.find(address);
    return found == each_.end() ? 0 : found->second;
  }

 private:
  std::size_t all_ = 0;
  std::map<std::string, std::size_t> each_;  // without loopback addresses
};

/// A WebSocket with its send queue. One write at a time; of messages that replace each other only the latest is queued.
struct Peer {
  Peer(Client number, beast::tcp_stream stream, std::shared_ptr<Count::Ticket> counted)
      : ticket(std::move(counted)), client(number), socket(std::move(stream)) {}

  std::shared_ptr<Count::Ticket> ticket;  // also counts while the close handshake is pending
  Client client;
  WebSocket socket;
  std::deque<Outgoing> queue;
  std::size_t queued = 0;    // bytes, including the message being written
  double writing_since = 0;  // start of the current write
  bool writing = false, closing = false, held = false;

  void drop() {
    closing = true;
    queue.clear();
    beast::get_lowest_layer(socket).close();
  }
};

class Listening final : public Socket {
 public:
  Listening(SocketOptions options, std::vector<tcp::acceptor>&& acceptors, std::unique_ptr<asio::io_context> context)
      : options_(std::move(options)),
        context_(std::move(context)),
        acceptors_(std::move(acceptors)),
        guard_(endpoint_.port(), names(), options_.behind_proxy),
        tick_(*context_) {}

  [[nodiscard]] unsigned short port() const override { return endpoint_.port(); }

  [[nodiscard]] std::string host() const override {
    const auto address = endpoint_.address();
    if (address.is_unspecified()) return "127.0.0.1";
    return address.is_v6() ? "[" + address.to_string() + "]" : address.to_string();
  }

  void run(Hub& hub, Pool& pool, const std::stop_token& stop, const std::function<void()>& every_second) override {
    hub_ = &hub;
    pool_ = &pool;
    for (tcp::acceptor& acceptor : acceptors_) asio::co_spawn(*context_, accept(acceptor), asio::detached);
    asio::co_spawn(*context_, tick(every_second), asio::detached);
    const std::stop_callback ended(stop, [this] { asio::post(*context_, [this] { say_goodbye(); }); });
    context_->run();
  }

  void keep_with(std::function<void(Commit)> keep) override { keep_ = std::move(keep); }

  void committed(std::uint64_t commit, const Result<void>& kept) override {
    post([this, commit, kept] {
      if (hub_ == nullptr) return;
      (void)guarded<bool>([&]() -> Result<bool> { return hub_->committed(commit, kept, seconds_now()), true; });
    });
  }

  void post(std::function<void()> work) override {
    asio::post(*context_, [this, work = std::move(work)] {
      work();
      if (hub_ != nullptr) carry_out();
    });
  }

 private:
  static auto into(Code& code) { return asio::redirect_error(asio::use_awaitable, code); }

  /// Accepted host names, with the listening address, which DNS rebinding can't forge.
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> names = options_.allowed_hosts;
    if (!endpoint_.address().is_unspecified()) names.push_back(fmt::format("{}:{}", host(), port()));
    return names;
  }

  // ---- Connections

  asio::awaitable<void> accept(tcp::acceptor& acceptor) {
    while (acceptor.is_open()) {
      Code failed;
      tcp::socket socket = co_await acceptor.async_accept(into(failed));
      if (failed == asio::error::operation_aborted || !acceptor.is_open()) co_return;
      if (failed) {  // usually out of file descriptors: don't spin
        asio::steady_timer wait(*context_, 100ms);
        Code ignored;
        co_await wait.async_wait(into(ignored));
        continue;
      }
      Code ignored;
      socket.set_option(asio::socket_base::send_buffer_size(kernel_buffer), ignored);
      socket.set_option(tcp::no_delay(true), ignored);
      const auto from = socket.remote_endpoint(ignored);
      const std::string address = ignored ? "unknown" : counted_address(from.address().to_string(), false, {});
      const std::size_t of_it = count_.of(address), most_of_it = options_.most_of_an_address;
      const bool room = count_.all() < options_.most_connections && of_it < most_of_it;
      // Refused connections take resources too, so beyond twice the limits they are dropped.
      if (count_.all() < 2 * options_.most_connections && of_it < 2 * most_of_it)
        asio::co_spawn(*context_, serve(std::move(socket), address, room), asio::detached);
    }
  }

  // g++ 12 destroys temporaries in a co_await expression twice, so there are none with a destructor, and coroutines take references
  // to objects of their callers.

  asio::awaitable<void> serve(tcp::socket socket, std::string peer_address, bool room) {
    const auto ticket = std::make_shared<Count::Ticket>(count_, peer_address);
    beast::tcp_stream stream(std::move(socket));
    beast::flat_buffer buffer(read_ahead);
    for (bool keep = true; keep;) {
      http::request_parser<http::empty_body> head;
      head.header_limit(longest_header);
      head.body_limit(boost::none);  // checked below, depending on the path
      Code failed;
      std::optional<Response> refused;
      if (!room) refused = refusal(503, {"too many connections", "try again in a moment"});
      RequestHead asked;
      if (room) {
        stream.expires_after(options_.request);
        bool folded = false;
        co_await read_header(stream, buffer, head, folded, failed);
        if (has_gone(failed)) co_return;
        if (failed == http::error::header_limit || failed == http::error::buffer_overflow)
          refused = refusal(431, {"the request's header is longer than 8 kB", {}});
        else if (failed)
          refused = refusal(400, {"malformed HTTP request", {}});
        else if (folded)
          refused = refusal(400, {"a header continues on the next line", "write it on one line"});
        else if (has_unknown_encoding(head.get()))
          refused = refusal(501, {"this Transfer-Encoding is not supported", "use chunked alone, or Content-Length"});
        else
          asked = asked_by(head.get());
      }
      if (room && !failed) {
        const std::string forwarded(last_of(head.get(), "X-Forwarded-For"));
        asked.address = counted_address(peer_address, options_.behind_proxy, forwarded);
        ticket->belongs_to(asked.address);
        if (count_.of(asked.address) > options_.most_of_an_address)
          refused = refusal(503, {"too many connections from one address", "try again in a moment"});
      }
      const unsigned version = failed ? 11 : head.get().version();
      if (!refused) refused = guard_.refuse(asked);
      if (!refused && asked.path.size() > 2048) refused = refusal(414, {"the address is too long", {}});
      if (!refused && (asked.path == "/api/ws" || asked.path == "/api/engine")) {
        const bool get = asked.method == "GET";
        if (get && websocket::is_upgrade(head.get())) {
          const http::request<http::empty_body> request = head.release();
          const auto kind = asked.path == "/api/engine" ? Hub::Kind::engine : Hub::Kind::page;
          co_await talk(stream, request, asked.address, kind, ticket);
          co_return;
        }
        refused = refusal(get ? 426 : 405, {"this address is for WebSockets", {}},
                          {{get ? "Upgrade" : "Allow", get ? "websocket" : "GET"}});
      }
      if (!refused && asked.method == "POST" && !head.content_length() && !head.chunked())
        refused = refusal(411, {"a request with a body needs its length", "send Content-Length"});
      const std::size_t most = longest_body(asked.path);
      const Error too_long{fmt::format("the request's body is longer than {} kB", most / 1024), {}};
      if (!refused && head.content_length().value_or(0) > most) refused = refusal(413, too_long);
      std::string authorization, known;
      if (!refused) {
        if (head.get()[http::field::expect] == "100-continue") {
          stream.expires_after(options_.request);
          co_await write(stream, fmt::format("HTTP/{}.{} 100 Continue\r\n\r\n", version / 10, version % 10), {}, failed);
        }
        authorization = std::string(head.get()[http::field::authorization]);
        known = std::string(head.get()[http::field::if_none_match]);
      }
      if (refused) {
        (void)co_await answer(stream, *refused, version, false, false);
        co_await linger(stream);
        co_return;
      }
      http::request_parser<http::string_body> parser(std::move(head));
      parser.body_limit(most);
      stream.expires_after(options_.request);
      co_await http::async_read(stream, buffer, parser, into(failed));
      if (failed == http::error::body_limit) {
        Response response = refusal(413, too_long);
        (void)co_await answer(stream, response, version, false, false);
        co_await linger(stream);
        co_return;
      }
      if (failed) co_return;
      keep = parser.get().keep_alive() && !leaving_;
      Response response;
      if (!asked.path.starts_with("/api/")) {
        response = page(asked, known);
      } else {
        stream.expires_never();
        budgets_.spend(asked.address, request_seconds, seconds_now());
        if (budgets_.wait(asked.address, seconds_now()) > 0) co_await wait_for_budget(asked.address);
        std::optional<Reply> asked_hub;
        charge(asked.address, [&] { asked_hub = ask_hub(asked, authorization, parser.get().body()); });
        Reply reply = std::move(*asked_hub);
        const bool there = co_await settle(stream, reply, asked.address, response);
        if (!there) co_return;
      }
      const bool head_only = asked.method == "HEAD";
      const bool taken = co_await answer(stream, response, version, keep, head_only);
      keep = keep && taken;
    }
    Code ignored;
    stream.socket().shutdown(tcp::socket::shutdown_send, ignored);
  }

  /// The hub's reply; exceptions of games and agents become errors.
  Reply ask_hub(const RequestHead& asked, const std::string& authorization, std::string_view body) {
    auto reply = guarded<Reply>([&]() -> Result<Reply> {
      return hub_->request(asked.method, asked.path + asked.query, authorization, body, seconds_now(), asked.address);
    });
    return reply ? std::move(*reply) : Reply(refusal(reply.error()));
  }

  /// Passes something of a client to the hub. An exception of a game or an agent closes that client's connection only, since the
  /// state of its game is unknown.
  template <class Work>
  void tell_hub(Client client, const Work& work) {
    const auto told = guarded<bool>([&]() -> Result<bool> { return work(), true; });
    if (!told) send(client, {client, "internal error", Outgoing::Group::none, false, internal_error});
  }

  static bool has_gone(const Code& failed) {
    return failed == http::error::end_of_stream || failed == http::error::partial_message || failed == beast::error::timeout ||
           failed == asio::error::connection_reset || failed == asio::error::operation_aborted || failed == asio::error::eof;
  }

  /// Reads a request's header. `folded`: a header continues on the next line (obs-fold). Beast joins such lines, but a proxy in
  /// front may have read them as two headers.
  static asio::awaitable<void> read_header(beast::tcp_stream& stream, beast::flat_buffer& buffer,
                                           http::request_parser<http::empty_body>& head, bool& folded, Code& failed) {
    for (;;) {
      const auto bytes = buffer.cdata();
      const std::string_view got(static_cast<const char*>(bytes.data()), bytes.size());
      const std::string_view rest = got.starts_with("\r\n") ? "" : got.substr(0, got.find("\r\n\r\n"));  // of the header
      folded |= rest.find("\r\n ") != std::string_view::npos || rest.find("\r\n\t") != std::string_view::npos;
      buffer.consume(head.put(bytes, failed));
      if (failed != http::error::need_more) co_return;
      if (buffer.size() == buffer.max_size()) {
        failed = http::error::buffer_overflow;
        co_return;
      }
      const auto room = buffer.prepare(beast::read_size(buffer, read_ahead));
      buffer.commit(co_await stream.async_read_some(room, into(failed)));
      if (failed) co_return;
    }
  }

  /// True for an encoding of the body that Beast would pass on undecoded, such as "gzip, chunked".
  template <class Request_>
  static bool has_unknown_encoding(const Request_& request) {
    const auto count = request.count(http::field::transfer_encoding);
    return count > 1 || (count == 1 && !beast::iequals(request[http::field::transfer_encoding], "chunked"));
  }

  /// The last header of a name: the nearest proxy's.
  template <class Request_>
  static std::string_view last_of(const Request_& request, std::string_view name) {
    std::string_view last;
    const auto [first, end] = request.equal_range(beast::string_view(name.data(), name.size()));
    for (auto one = first; one != end; ++one) last = {one->value().data(), one->value().size()};
    return last;
  }

  template <class Request_>
  static RequestHead asked_by(const Request_& request) {
    RequestHead asked;
    asked.method = std::string(request.method_string());
    const std::string_view target(request.target().data(), request.target().size());
    asked.path = std::string(target.substr(0, target.find('?')));
    asked.query = std::string(target.substr(asked.path.size()));
    asked.host = std::string(request[http::field::host]);
    asked.hosts = request.count(http::field::host);
    asked.origin = std::string(request[http::field::origin]);
    if (request.count(http::field::origin) > 1) asked.origin = "several";  // never sent by browsers, never accepted
    asked.content_type = std::string(request[http::field::content_type]);
    asked.site = std::string(request["Sec-Fetch-Site"]);
    return asked;
  }

  /// A file of the page, by exact look-up: no decoding, no file system.
  static Response page(const RequestHead& asked, const std::string& known) {
    if (asked.method != "GET" && asked.method != "HEAD")
      return refusal(405, {"the page is read-only", {}}, {{"Allow", "GET, HEAD"}});
    if (const std::string_view missing = page_missing(); !missing.empty() && asked.path == "/")
      return {503, std::string(missing) + "\n", "text/plain; charset=utf-8", {}};
    const auto files = page_files();
    const auto file = std::find_if(files.begin(), files.end(), [&](const PageFile& one) { return one.path == asked.path; });
    if (file == files.end()) return refusal(404, {"there is nothing at this address", {}});
    Response response{
        200,
        {},
        std::string(file->type),
        {{"ETag", std::string(file->etag)}, {"Cache-Control", file->lasting ? "public, max-age=31536000, immutable" : "no-cache"}}};
    if (known == file->etag) {
      response.status = 304;
      return response;
    }
    response.headers.emplace_back("Content-Encoding", "gzip");
    response.body.assign(reinterpret_cast<const char*>(file->gzipped.data()), file->gzipped.size());
    return response;
  }

  /// False if the client has disconnected.
  asio::awaitable<bool> answer(beast::tcp_stream& stream, Response& response, unsigned version, bool keep, bool head_only) {
    http::response<http::string_body> out(static_cast<http::status>(response.status), version);
    out.set(http::field::content_type, response.type);
    bool own_policy = false, own_caching = false;
    for (const auto& [name, value] : response.headers) {
      out.set(name, value);
      own_policy |= name == "Content-Security-Policy";
      own_caching |= name == "Cache-Control";
    }
    for (const auto& [name, value] : safety_headers())
      if (!own_policy || name != "Content-Security-Policy") out.set(name, value);
    if (!own_caching) out.set(http::field::cache_control, "no-store");
    out.keep_alive(keep);
    if (keep)
      out.set(http::field::keep_alive,
              fmt::format("timeout={}",
                          std::chrono::ceil<std::chrono::seconds>(options_.request)
                              .count()));  // so that clients don't reuse a connection that is about to close
    out.body() = std::move(response.body);
    if (response.status != 304) out.prepare_payload();
    Code failed;
    stream.expires_after(options_.request);
    std::ostringstream head;
    head << out.base();
    co_await write(stream, head.str(), head_only ? std::string_view() : out.body(), failed);
    co_return !failed;
  }

  /// Faster to compile than Beast's async_write of a message, which instantiates a write per buffer type.
  static asio::awaitable<void> write(beast::tcp_stream& stream, std::string head, std::string_view body, Code& failed) {
    const std::array<asio::const_buffer, 2> both = {asio::buffer(head), asio::buffer(body)};
    co_await asio::async_write(stream, both, into(failed));
  }

  /// Lingering close: discards what a refused client still sends for a moment, so that it can read the response.
  static asio::awaitable<void> linger(beast::tcp_stream& stream) {
    Code failed;
    stream.socket().shutdown(tcp::socket::shutdown_send, failed);
    std::array<char, 4096> scratch;
    stream.expires_after(2s);
    constexpr std::size_t most = 8 << 20;
    for (std::size_t read = 0; !failed && read < most;)
      read += co_await stream.async_read_some(asio::buffer(scratch), into(failed));
  }

  /// True if the client has closed the connection.
  static bool has_left(beast::tcp_stream& stream) {
    char next = 0;
    return recv(stream.socket().native_handle(), &next, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
  }

  /// Waits for the response; false if the client disconnects before.
  asio::awaitable<bool> settle(beast::tcp_stream& stream, Reply& reply, const std::string& address, Response& response) {
    if (auto* prepared = std::get_if<Prepared>(&reply)) {
      auto then = std::make_shared<std::function<Settled(double)>>();
      Later reading{Lane::side, prepared->limit, [then, work = std::move(prepared->work)](const std::stop_token& stop) {
                      *then = work(stop);
                      return Response{};
                    }};
      const bool there = co_await wait_for(stream, reading, address, response);
      if (!there || !*then) co_return there;  // no continuation: `response` is an error
      charge(address, [&] {
        auto settled = guarded<Settled>([&]() -> Result<Settled> { return (*then)(seconds_now()); });
        if (!settled)
          reply = refusal(settled.error());
        else
          std::visit([&](auto& one) { reply = std::move(one); }, *settled);
      });
    }
    if (auto* later = std::get_if<Later>(&reply)) co_return co_await wait_for(stream, *later, address, response);
    if (auto* awaited = std::get_if<Awaited>(&reply)) {
      const std::shared_ptr<Pending> pending = awaited->answer;
      const bool there = co_await wait_for(stream, *pending, seconds_now() + awaited->limit);
      response = std::move(pending->response ? *pending->response : awaited->late);
      co_return there;
    }
    response = std::get<Response>(std::move(reply));
    co_return true;
  }

  /// Runs work on the pool; false if the client disconnects before its end, which stops the work.
  asio::awaitable<bool> wait_for(beast::tcp_stream& stream, Later& later, const std::string& address, Response& response) {
    const bool search = later.lane == Lane::analysis;
    std::size_t& all = all_asking_[search];
    if (all >= (search ? most_searches : most_side_work)) {
      response = refusal(503, {"the server is busy with other requests", "try again in a moment"});
      co_return true;
    }
    if (!hub_->shares().has_memory(address, later.cost.mib)) {
      response = refusal(503, {"all memory for agents is in use", "try again in a moment"});
      co_return true;
    }
    std::size_t& own = asking_[{address, search}];
    if (!is_this_machine(address) && own >= (search ? own_searches : own_side_work)) {
      response = refusal(
          429, {search ? "only one search at a time is allowed" : "too many requests at once", "wait for the previous answer"});
      co_return true;
    }
    ++own;
    ++all;
    const auto pending = std::make_shared<Pending>();
    const JobId job =
        share(later.lane, later.limit, address, later.cost, [pending, work = std::move(later.work)](const auto& stop) {
          auto result = guarded<Response>([&]() -> Result<Response> { return work(stop); });
          return [pending, answer = result ? std::move(*result) : refusal(result.error())] { pending->put(answer); };
        });
    const bool there = co_await wait_for(stream, *pending, std::numeric_limits<double>::infinity());
    if (there) {
      response = std::move(*pending->response);
    } else {
      abandon(job);
      carry_out();
    }
    --all;
    if (--own == 0) asking_.erase({address, search});
    co_return there;
  }

  // ---- Work for the pool. What it returns is called on this thread.

  using Work = std::function<std::function<void()>(const std::stop_token&)>;

  /// Runs work on the pool when its address may have its cost.
  JobId share(Lane lane, double limit, const std::string& address, Cost cost, Work work) {
    return hub_->shares().enter(lane, address, cost, seconds_now(), [this, lane, limit, work = std::move(work)](JobId job, double) {
      start(job, lane, limit, [this, job, work](const std::stop_token& stop) -> std::function<void()> {
        return [this, job, then = work(stop)] {
          hub_->shares().leave(job, seconds_now());
          then();
        };
      });
    });
  }

  void start(JobId job, Lane lane, double limit, Work work) {
    tickets_.emplace(job, pool_->submit(lane, limit, [this, job, work = std::move(work)](const std::stop_token& stop) {
      post([this, job, then = work(stop)] {
        tickets_.erase(job);
        then();
      });
    }));
  }

  /// Nobody waits for this work any more.
  void abandon(JobId job) {
    if (hub_->shares().cancel(job)) return;
    const auto found = tickets_.find(job);
    if (found == tickets_.end() || !pool_->stop(found->second)) return;  // it leaves when it has stopped
    tickets_.erase(found);
    hub_->shares().leave(job, seconds_now());
  }

  // ---- Time on this thread, accounted to addresses.

  template <class Something>
  void charge(const std::string& address, const Something& something) {
    const bool counts = !is_this_machine(address);
    const double before = counts ? thread_seconds() : 0;
    something();
    carry_out();
    if (counts) budgets_.spend(address, thread_seconds() - before, seconds_now());
  }

  asio::awaitable<void> wait_for_budget(const std::string& address) {
    for (double wait = 0; (wait = budgets_.wait(address, seconds_now())) > 0 && !leaving_;) {
      asio::steady_timer timer(*context_,
                               std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::duration<double>(wait)) + 1ms);
      Code ignored;
      co_await timer.async_wait(into(ignored));
    }
  }

  /// Waits for a response until a time; false if the client disconnects before.
  asio::awaitable<bool> wait_for(beast::tcp_stream& stream, Pending& pending, double until) {
    auto timer = std::make_shared<asio::steady_timer>(*context_);
    pending.wake = [timer] { timer->cancel(); };
    bool there = true;
    while (there && !pending.response && seconds_now() < until) {
      timer->expires_after(500ms);
      Code ignored;
      co_await timer->async_wait(into(ignored));
      there = pending.response || !has_left(stream);
    }
    pending.wake = nullptr;
    co_return there;
  }

  // ---- WebSockets

  asio::awaitable<void> talk(beast::tcp_stream& stream, const http::request<http::empty_body>& request, const std::string& address,
                             Hub::Kind kind, const std::shared_ptr<Count::Ticket>& ticket) {
    stream.expires_never();  // a WebSocket has its own timeouts
    auto peer = std::make_shared<Peer>(++last_client_, std::move(stream), ticket);
    auto& socket = peer->socket;
    socket.set_option(websocket::stream_base::timeout{options_.handshake, options_.idle, true});
    socket.set_option(websocket::stream_base::decorator([](websocket::response_type& response) {
      for (const auto& [name, value] : safety_headers()) response.set(name, value);
    }));
    socket.read_message_max(Hub::longest_message);
    Code failed;
    co_await socket.async_accept(request, into(failed));
    if (failed || leaving_) co_return;
    peers_.emplace(peer->client, peer);
    hub_->connect(peer->client, seconds_now(), address, kind);
    beast::flat_buffer buffer;
    while (!peer->closing) {
      co_await read_message(socket, buffer, failed);
      if (failed) break;
      if (!socket.got_text()) {
        send(peer->client, {peer->client, "expected text, not binary data", Outgoing::Group::none, false, 1008});
      } else {
        if (budgets_.wait(address, seconds_now()) > 0) co_await wait_for_budget(address);
        const auto bytes = buffer.cdata();
        Hub::Ahead ahead;
        charge(address, [&] {
          tell_hub(peer->client, [&] {
            ahead = hub_->hear(peer->client, std::string_view(static_cast<const char*>(bytes.data()), bytes.size()), seconds_now());
          });
        });
        if (ahead) co_await run_ahead(peer->client, ahead, address);
      }
      buffer.consume(buffer.size());
      carry_out();
    }
    // A close from this side completes in `write`, which waits for the client's close frame.
    peers_.erase(peer->client);
    hub_->disconnect(peer->client, seconds_now());
    carry_out();
  }

  /// Runs the first part of a message on the pool and the second one here.
  asio::awaitable<void> run_ahead(Client client, Hub::Ahead& ahead, const std::string& address) {
    auto done = std::make_shared<asio::steady_timer>(*context_, asio::steady_timer::time_point::max());
    share(Lane::side, longest_opening, address, {}, [this, client, address, done, work = std::move(ahead)](const std::stop_token&) {
      auto then = guarded<std::function<void(double)>>([&]() -> Result<std::function<void(double)>> { return work(); });
      return [this, client, address, done, then = std::move(then)] {
        charge(address, [&] {
          tell_hub(client, [&] {
            if (!then) throw std::runtime_error(then.error().what);
            (*then)(seconds_now());
          });
        });
        done->cancel();
      };
    });
    Code ignored;
    co_await done->async_wait(into(ignored));
  }

  void send(Client client, Outgoing out) {
    const auto found = peers_.find(client);
    if (found == peers_.end()) return;
    const std::shared_ptr<Peer> peer = found->second;
    if (peer->closing) return;
    if (out.replaces)
      std::erase_if(peer->queue, [&](const Outgoing& waiting) {
        if (waiting.group != out.group) return false;
        peer->queued -= waiting.text.size();
        return true;
      });
    if (peer->queued > 0 && peer->queued + out.text.size() > most_queued) return peer->drop();
    peer->queued += out.text.size();
    peer->queue.push_back(std::move(out));
    if (!peer->held && peer->queued > much_queued) {
      peer->held = true;
      hub_->hold_back(client, true);
    }
    if (peer->writing) return;
    peer->writing = true;
    peer->writing_since = seconds_now();
    asio::co_spawn(*context_, write(peer), asio::detached);
  }

  asio::awaitable<void> write(std::shared_ptr<Peer> peer) {
    while (!peer->queue.empty()) {
      const Outgoing out = std::move(peer->queue.front());
      peer->queue.pop_front();
      Code failed;
      if (out.close != 0) {
        peer->closing = true;
        peer->queue.clear();
        const websocket::close_reason why(static_cast<websocket::close_code>(out.close), out.text);
        co_await close_socket(peer->socket, why, failed);
        break;
      }
      peer->socket.text(true);
      peer->writing_since = seconds_now();
      co_await write_message(peer->socket, out.text, failed);
      if (failed) {
        peer->drop();
        break;
      }
      peer->queued -= out.text.size();
      if (peer->held && peer->queued < little_queued) {
        peer->held = false;
        tell_hub(peer->client, [&] { hub_->hold_back(peer->client, false); });
        carry_out();
      }
    }
    peer->writing = false;
  }

  /// Carries out the hub's effects.
  void carry_out() {
    for (bool again = true; std::exchange(again, false);) {
      for (Outgoing& out : hub_->take_outbox()) {
        const Client client = out.client;
        send(client, std::move(out));
      }
      for (Commit& commit : hub_->take_commits())
        if (keep_) keep_(std::move(commit));
      for (Job& job : hub_->take_jobs())
        start(job.id, job.lane, job.limit, [this, id = job.id, work = std::move(job.work)](const std::stop_token& stop) {
          return [this, id, answer = guarded<AnyAnswer>([&] { return work(stop); })] {
            tell_hub(hub_->waiting_for(id).value_or(0), [&] { hub_->finished(id, answer, seconds_now()); });
          };
        });
      for (const JobId job : hub_->take_stops()) {
        abandon(job);
        again = true;  // other work may start
      }
    }
  }

  // ---- Time

  asio::awaitable<void> tick(std::function<void()> every_second) {
    for (int count = 1; !leaving_; ++count) {
      tick_.expires_after(100ms);
      Code ignored;
      co_await tick_.async_wait(into(ignored));
      if (leaving_) co_return;
      (void)guarded<bool>([&]() -> Result<bool> { return hub_->tick(seconds_now()), true; });
      if (count % 10 == 0) {
        pool_->enforce_limits();
        drop_who_does_not_read();
        budgets_.forget(seconds_now());
        if (every_second) every_second();
      }
      carry_out();
    }
  }

  /// Drops clients that have not read for the idle time, whatever they send: a WebSocket's own timer only watches received data.
  void drop_who_does_not_read() {
    const double longest = std::chrono::duration<double>(options_.idle).count(), now = seconds_now();
    for (const auto& [client, peer] : peers_)
      if (peer->writing && !peer->closing && now - peer->writing_since > longest) peer->drop();
  }

  void say_goodbye() {
    if (leaving_) return;
    leaving_ = true;
    Code ignored;
    for (tcp::acceptor& acceptor : acceptors_) acceptor.close(ignored);
    const auto peers = peers_;
    for (const auto& [client, peer] : peers) send(client, {client, "server shutdown", Outgoing::Group::none, false, 1012});
    asio::co_spawn(*context_, leave(), asio::detached);
  }

  /// Gives pending responses and close handshakes a moment.
  asio::awaitable<void> leave() {
    asio::steady_timer wait(*context_);
    for (int k = 0; k == 0 || (k < 16 && !peers_.empty()); ++k) {
      wait.expires_after(50ms);
      Code ignored;
      co_await wait.async_wait(into(ignored));
    }
    context_->stop();
  }

  Count count_;  // outlives the connections, which end with the context
  SocketOptions options_;
  std::unique_ptr<asio::io_context> context_;
  std::vector<tcp::acceptor> acceptors_;
  tcp::endpoint endpoint_ = acceptors_.front().local_endpoint();
  Guard guard_;
  asio::steady_timer tick_;
  Hub* hub_ = nullptr;
  Pool* pool_ = nullptr;
  std::map<Client, std::shared_ptr<Peer>> peers_;
  std::map<JobId, Pool::Ticket> tickets_;
  std::function<void(Commit)> keep_;
  std::map<std::pair<std::string, bool>, std::size_t> asking_;  // running requests per address; true: searches
  std::array<std::size_t, 2> all_asking_{};                     // … of all addresses
  Budgets budgets_;
  Client last_client_ = 0;
  bool leaving_ = false;
};

/// Raises the limit on file descriptors to what the connections need.
void make_room_for(std::size_t connections) {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  const rlim_t needed = std::min<rlim_t>(limit.rlim_max, 2 * connections + 256);
  if (limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= needed) return;
  limit.rlim_cur = needed;
  (void)setrlimit(RLIMIT_NOFILE, &limit);
}

Code listen_at(tcp::acceptor& acceptor, const tcp::endpoint& endpoint) {
  Code failed;
  acceptor.open(endpoint.protocol(), failed);
  if (!failed) acceptor.set_option(asio::socket_base::reuse_address(true), failed);
  if (!failed && endpoint.protocol() == tcp::v6() && endpoint.address().is_loopback())
    acceptor.set_option(asio::ip::v6_only(true), failed);
  if (!failed) acceptor.bind(endpoint, failed);
  if (!failed) acceptor.listen(asio::socket_base::max_listen_connections, failed);
  return failed;
}

}  // namespace

Result<std::unique_ptr<Socket>> Socket::open(const SocketOptions& options) {
  Code failed;
  const auto address = asio::ip::make_address(options.address, failed);
  if (failed) return fail("'" + options.address + "' is not an address", "such as 127.0.0.1, ::1 or 0.0.0.0");
  make_room_for(options.most_connections);
  auto context = std::make_unique<asio::io_context>(1);
  const unsigned last = options.port_named ? options.port : options.port + ports_tried;
  for (unsigned port = options.port; port <= std::min(last, 65535U); ++port) {
    std::vector<tcp::acceptor> acceptors;
    acceptors.emplace_back(*context);
    failed = listen_at(acceptors.front(), {address, static_cast<unsigned short>(port)});
    if (!failed && options.own_too) {
      tcp::acceptor other(*context);
      if (!listen_at(other, {asio::ip::address_v6::loopback(), acceptors.front().local_endpoint().port()}))
        acceptors.push_back(std::move(other));
    }
    if (!failed) return std::make_unique<Listening>(options, std::move(acceptors), std::move(context));
    if (failed == asio::error::address_in_use && !options.port_named) continue;
    const std::string where = fmt::format("port {} of {}", port, options.address);
    if (failed == asio::error::address_in_use)
      return fail(ErrorKind::failed, where + " is in use", "use another port, or leave out --port");
    if (failed == asio::error::access_denied) return fail(where + " needs privileges", "use a port from 1024 on");
    return fail("can't listen at " + where + ": " + failed.message());
  }
  return fail(ErrorKind::failed, fmt::format("the ports {} to {} are all in use", options.port, last), "choose one: --port N");
}

double Socket::now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

}  // namespace banmen::serve
