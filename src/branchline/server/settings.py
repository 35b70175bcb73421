"""How a server is run: everything that can be set, with its default, its meaning and the least that makes sense."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeVar

T = TypeVar("T")


def setting(usual: T, words: str, least: float = 0) -> T:
    """A field that people may set, in a file or in the environment; numbers are at least `least`."""
    made: Any = field(default=usual, metadata={"words": words, "least": least})
    return made  # type: ignore[no-any-return]


@dataclass(frozen=True, slots=True)
class Limits:
    """What one client may do. Everything beyond gets a clear answer and changes nothing."""

    message_bytes: int = setting(4096, "bytes of a message on the socket", 256)
    body_bytes: int = setting(16_384, "bytes of an HTTP request", 1024)
    messages_per_second: float = setting(50.0, "messages on one socket, on average ...", 0.1)
    message_burst: int = setting(100, "... and at once", 1)
    tables_per_address: int = setting(20, "tables that an address made and that are not finished", 1)
    tables_per_second: float = setting(0.2, "tables that an address makes, in whatever way, on average ...", 0.001)
    table_burst: int = setting(40, "... and at once", 1)
    seats_per_address: int = setting(60, "seats that an address took at tables that are not finished", 1)
    requests_per_second: float = setting(20.0, "requests of an address that change something, on average ...", 0.1)
    request_burst: int = setting(60, "... and at once", 1)
    reads_per_second: float = setting(100.0, "requests of an address that change nothing, on average ...", 0.1)
    read_burst: int = setting(1500, "... and at once; a page with everything on it is about a hundred", 100)
    time_per_second: float = setting(0.2, "seconds of work on the event loop for an address, on average ...", 0.001)
    time_burst: float = setting(3.0, "... and at once", 0.1)
    changes_per_second: float = setting(
        10.0, "changes of tables that an address asks for on sockets, on average ...", 0.1
    )
    change_burst: int = setting(200, "... and at once", 1)
    sockets_per_address: int = setting(200, "open sockets of an address", 1)
    chat_page: int = setting(50, "lines of chat that a viewer gets at once; earlier ones are sent on request", 1)
    chat_rows: int = setting(1000, "lines of chat that are kept of a table, or a few more", 1)
    lines_per_second: float = setting(0.5, "lines of chat from one person, on average ...", 0.001)
    spectator_lines_per_second: float = setting(1.0, "... from all spectators of a table together ...", 0.001)
    line_burst: int = setting(10, "... and at once", 1)
    analyses_per_address: int = setting(3, "games that an address has in the queue for analysis ...", 1)
    analyses_in_all: int = setting(60, "... and everybody together", 1)
    questions_at_once: int = setting(4, "questions to the coach that may wait on one socket", 1)
    strikes: int = setting(100, "refused messages in a row after which a client is disconnected", 1)
    hello_seconds: float = setting(10.0, "seconds until the first message of a socket", 0.5)
    waiting_messages: int = setting(200, "messages that may wait for a client; then it is disconnected", 10)
    waiting_bytes: int = setting(2_000_000, "the same in bytes", 100_000)
    waiting_bytes_in_all: int = setting(64_000_000, "the same for all clients of a worker together", 1_000_000)
    connections_per_address: int = setting(300, "open connections of any kind from an address", 1)
    reading_per_second: float = setting(0.1, "seconds of work on reading what an address sends, on average ...", 0.001)
    reading_burst: float = setting(0.5, "... and at once; then it is read more slowly", 0.01)
    headers_bytes: int = setting(16_384, "bytes of the headers of a request, with its first line", 1024)
    headers_seconds: float = setting(10.0, "seconds from the beginning of a request to the end of its headers", 0.5)
    body_seconds: float = setting(15.0, "seconds from there to the end of its body", 0.5)
    answer_seconds: float = setting(60.0, "seconds from there until the answer is made and read", 0.5)


@dataclass(frozen=True, slots=True)
class Settings:
    """A server's settings. `branchline serve --settings` lists them all."""

    host: str = setting("127.0.0.1", "the address to listen on; 0.0.0.0: all of this machine's")
    port: int = setting(8300, "the port; 0 takes any free one")
    workers: int = setting(1, "processes that serve; more than one need PostgreSQL", 1)
    proxy: str = setting("", 'addresses or networks of proxies in front, with commas between; "*": whoever connects')
    database: str = setting("sqlite:///branchline.db", "where tables are kept: sqlite:///FILE or postgresql://…")
    boards: tuple[str, ...] = setting((), "folders of boards of your own that can be played here too")
    bot_processes: int = setting(1, "processes in which bots think, per worker", 1)
    bot_seconds: float = setting(10.0, "seconds for a decision of a bot; then a quicker bot decides", 0.1)
    bot_wait: float = setting(5.0, "longest wait for a free process, in seconds; then a quicker bot decides", 0.1)
    bot_pause: float = setting(1.2, "seconds that a bot waits before it acts, so that people can follow")
    hint_seconds: float = setting(30.0, "seconds that the coach may think about a hint", 0.5)
    hint_wait: float = setting(60.0, "seconds that somebody waits for a hint when many ask", 0.5)
    analysis_processes: int = setting(1, "games analyzed at once, by all workers together; 0: none ever is")
    analyses_elsewhere: int = setting(0, "1: machines that run 'branchline worker' analyze games, this server does not")
    analysis_worlds: tuple[int, ...] = setting(
        (16, 64, 256), "how many worlds an analysis looks at first, then, last", 1
    )
    analysis_niceness: int = setting(19, "how far analyses stand back behind everything else; 0: not at all")
    analysis_seconds: float = setting(3600.0, "longest time for one analysis, in seconds", 10)
    replace_after: float = setting(60.0, "seconds that somebody may be away before a bot can play for them")
    substitute: str = setting("", "the level of bots that play for people; empty: the server's usual one")
    origins: tuple[str, ...] = setting((), "other sites whose pages may use this server, such as https://example.org")
    names: tuple[str, ...] = setting((), 'names by which people reach this server, beside addresses; "*": any')
    lease_seconds: float = setting(15.0, "seconds that a worker looks after a table before others may", 1)
    tables_in_memory: int = setting(5000, "tables that a worker has in memory; beyond, new ones have to wait", 1)
    idle_seconds: float = setting(600.0, "seconds after which a table that nobody looks at leaves memory", 1)
    over_seconds: float = setting(30.0, "the same for a finished game", 1)
    stop_seconds: int = setting(10, "seconds that requests have to finish when the server stops", 1)
    forget_days: float = setting(60.0, "days without activity after which a table is deleted", 0.01)
    forget_solvers_days: float = setting(60.0, "days without a puzzle after which a solver is forgotten", 0.01)
    audit_days: float = setting(90.0, "days that the log of what hosts and operators did is kept", 0.01)
    archive: str = setting("", "a folder for records of finished games, without names, when their tables are deleted")
    operator_key: str = setting("", "opens the operators' page, 16 characters or more; empty: there is none")
    static: str | None = setting(None, "another folder for the browser client")
    log: str = setting("info", "how much to log: debug, info, warning or error")
    limits: Limits = Limits()
