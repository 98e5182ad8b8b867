#!/usr/bin/env python3
"""A bot at a shared table, in fifty lines: it knows no rules, requests its choices, and picks the one with the best score.

    python3 examples/bot_ws.py 'http://127.0.0.1:8421/#table?id=TABLE&seat=1&token=TOKEN'

The link is that of a seat opened for a bot, or - to read it from standard input. One line of docs/engine.md is one frame;
`seat TABLE TOKEN` comes first. Needs Debian's python3-websockets. Reconnects to its seat after a broken connection, and joins
rematches.
"""
import asyncio
import sys
import urllib.parse

import websockets

from bot import liking


async def play(link):
    address, fragment = urllib.parse.urldefrag(link)
    asked = urllib.parse.parse_qs(fragment.partition("?")[2])
    scheme, place, *_ = urllib.parse.urlsplit(address)
    async with websockets.connect(f"{'wss' if scheme == 'https' else 'ws'}://{place}/api/engine") as referee:
        await referee.send(f"seat {asked['id'][0]} {asked['token'][0]}")
        choices = []
        async for line in referee:
            verb, _, rest = line.partition(" ")
            if verb == "banmen":
                for said in ("id name bot_ws.py", "wants choices", "ready"):
                    await referee.send(said)
            elif verb == "choices":
                choices = []
            elif verb == "choice":
                choices.append(rest)
            elif verb == "go":
                await referee.send("bestmove " + max(choices, key=liking))
            elif verb == "quit":
                return True
    return referee.close_code == 1008  # the referee has stated the reason: reconnecting would not help


async def main(link):
    tries = 0
    while tries < 8:
        try:
            if await play(link):
                return
        except websockets.ConnectionClosed:
            tries = 0  # the connection worked, so reset the delay
        except (OSError, websockets.WebSocketException):
            pass
        await asyncio.sleep(0.5 * 2**tries)
        tries += 1


if __name__ == "__main__":
    asyncio.run(main(sys.stdin.readline().strip() if sys.argv[1] == "-" else sys.argv[1]))
