"""How a server is run: everything that can be set, with its default."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """What one client may do. Everything beyond gets a clear answer and changes nothing."""

    message_bytes: int = 4096  # of a message on the socket
    body_bytes: int = 16_384  # of an HTTP request
    messages_per_second: float = 50.0  # on one socket, on average ...
    message_burst: int = 100  # ... and at once
    tables_per_address: int = 20  # that it made and that are not finished
    tables_per_second: float = 0.2  # that it makes, in whatever way, on average ...
    table_burst: int = 40  # ... and at once
    seats_per_address: int = 60  # that it took at such tables
    requests_per_second: float = 20.0  # that change something, by address
    request_burst: int = 60
    reads_per_second: float = 100.0  # requests that change nothing, by address ...
    read_burst: int = 1500  # ... a page with everything on it is about a hundred
    time_per_second: float = 0.2  # seconds of work on the event loop for one address, on average ...
    time_burst: float = 3.0  # ... and at once
    changes_per_second: float = 10.0  # of tables that one address asks for on sockets: each is a row, on average ...
    change_burst: int = 200  # ... and at once
    sockets_per_address: int = 200
    chat_page: int = 50  # lines that a viewer gets at once; earlier ones are told when asked for
    chat_rows: int = 1000  # kept of a table, or a few more
    lines_per_second: float = 0.5  # of chat from one person, on average ...
    spectator_lines_per_second: float = 1.0  # ... from all spectators of a table together ...
    line_burst: int = 10  # ... and at once
    analyses_per_address: int = 3  # games that one address has in the queue for analysis ...
    analyses_in_all: int = 60  # ... and everybody together
    hello_seconds: float = 10.0
    waiting_messages: int = 200  # for a client that does not read; then it is disconnected
    waiting_bytes: int = 2_000_000  # the same, whatever the number of messages
    waiting_bytes_in_all: int = 64_000_000  # for all clients of a worker; then those go who are most behind
    connections_per_address: int = 300  # open connections of any kind
    reading_per_second: float = 0.1  # seconds of work on reading what one address sends, on average ...
    reading_burst: float = 0.5  # ... and at once; then it is read more slowly
    headers_bytes: int = 16_384  # of a request, with its first line
    headers_seconds: float = 10.0  # from the beginning of a connection, or of a request, to the end of its headers
    body_seconds: float = 15.0  # from there to the end of its body
    answer_seconds: float = 60.0  # from there until the answer is made and read


@dataclass(frozen=True, slots=True)
class Settings:
    """A server's settings. `branchline serve --help` explains those that people change."""

    database: str = "sqlite:///branchline.db"
    limits: Limits = Limits()
    bot_processes: int = 1
    bot_seconds: float = 10.0  # a decision that takes a bot longer is taken by a quicker bot
    bot_wait: float = 5.0  # longest wait for a process; then a quicker bot decides
    bot_pause: float = 1.2  # seconds that a bot waits before it acts, so that people can follow
    analysis_processes: int = 1  # games that are analyzed at once, by all workers together; 0: none ever is
    analysis_worlds: tuple[int, ...] = (16, 64, 256)  # how deep an analysis looks first, then, and at last
    analysis_niceness: int = 19  # its processes come after the server and its bots; 0: they come when everybody does
    replace_after: float = 60.0  # seconds that somebody's line may be down before a bot can play for them
    substitute: str = ""  # the level of bots that play for people; "" for the server's usual one
    origins: tuple[str, ...] = ()  # other sites whose pages may talk to this server
    names: tuple[str, ...] = ()  # by which people reach this server, beside addresses and local names; "*": any
    lease_seconds: float = 15.0  # for how long a worker looks after a table before others may
    idle_seconds: float = 600.0  # a table that nobody looks at is put away after so long
    forget_days: float = 60.0  # tables where nothing happens any more are deleted after so long
    static: str | None = None  # another folder for the browser client
    log: str = "info"  # debug, info, warning or error
