#include "serve/websocket.hpp"

#include <boost/asio/impl/src.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/src.hpp>

namespace banmen::serve {

namespace asio = boost::asio;

asio::awaitable<void> read_message(WebSocket& socket, boost::beast::flat_buffer& buffer, boost::system::error_code& failed) {
  co_await socket.async_read(buffer, asio::redirect_error(asio::use_awaitable, failed));
}

asio::awaitable<void> write_message(WebSocket& socket, const std::string& text, boost::system::error_code& failed) {
  co_await socket.async_write(asio::buffer(text), asio::redirect_error(asio::use_awaitable, failed));
}

asio::awaitable<void> close_socket(WebSocket& socket, const boost::beast::websocket::close_reason& why,
                                   boost::system::error_code& failed) {
  co_await socket.async_close(why, asio::redirect_error(asio::use_awaitable, failed));
}

}  // namespace banmen::serve
