// WebSocket operations of server and client. Boost.Beast's templates for them are instantiated once, in websocket.cpp.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/websocket.hpp>
#include <string>

namespace banmen::serve {

using WebSocket = boost::beast::websocket::stream<boost::beast::tcp_stream>;

boost::asio::awaitable<void> read_message(WebSocket& socket, boost::beast::flat_buffer& buffer, boost::system::error_code& failed);
boost::asio::awaitable<void> write_message(WebSocket& socket, const std::string& text, boost::system::error_code& failed);
boost::asio::awaitable<void> close_socket(WebSocket& socket, const boost::beast::websocket::close_reason& why,
                                          boost::system::error_code& failed);

}  // namespace banmen::serve
