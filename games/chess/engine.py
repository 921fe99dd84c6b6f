"""The dialogue with a UCI engine in a seat."""

import chess

# How long an engine may take for what is not a move, in milliseconds.
PATIENCE_MS = 10_000

# The longest time limit that the host knows.
HOUR_MS = 3_600_000

# How many of the last lines of a search are looked at.
SEARCH_LINES = 20


def legal(board, words):
    """The move that the first of these words names, or None if it is not legal."""
    try:
        # `0000`, a move of nothing, is none.
        return board.parse_uci(words[0]) or None
    except (IndexError, ValueError):
        return None


class Engine:
    """An engine. Scores are those of the side to move, in centipawns."""

    def __init__(self, match, seat, is_chess960):
        self.match = match
        self.seat = seat
        self.is_chess960 = is_chess960
        self.options = set()
        self.score = None
        self.depths = []
        self.moves = 0
        self.left_ms = match.parameters["base_ms"]
        # The move of the other engine on which this one ponders.
        self.expected = None

    def introduction(self):
        """The request for what the engine is, and which options it has."""
        return ["uci"]

    def preparation(self):
        """The request that sets the options of its bot.toml."""
        wanted = dict(self.match.options[self.seat])
        if self.is_chess960:
            wanted["UCI_Chess960"] = True
        if self.match.parameters["ponder"]:
            wanted["Ponder"] = True
        lines = []
        for name, value in wanted.items():
            if name.lower() in self.options:
                word = str(value).lower() if isinstance(value, bool) else str(value)
                lines.append("setoption name %s value %s" % (name, word))
            else:
                print("the engine in seat %d has no option %s" % (self.seat, name))
        return lines + ["ucinewgame", "isready"]

    def note_options(self, lines):
        """Takes note of the options in a reply."""
        names = [line.split(" name ", 1)[1] for line in lines if line.startswith("option name ")]
        self.options |= {name.split(" type ")[0].strip().lower() for name in names}

    def start_clock(self):
        limits = self.match.parameters
        if self.has_clock():
            self.match.clock(
                self.seat, limits["base_ms"], limits["increment_ms"], limits["moves"], limits["margin_ms"]
            )

    def has_clock(self):
        limits = self.match.parameters
        return limits["base_ms"] > 0 and limits["movetime_ms"] == 0

    def search(self, board, left_ms):
        """The lines that begin a search, without its last word."""
        limits = self.match.parameters
        root = board.root()
        fen = "startpos" if root == chess.Board() else "fen " + root.fen()
        moves = " ".join(move.uci() for move in board.move_stack)
        words = []
        if self.has_clock():
            for name, value in zip(("wtime", "btime", "winc", "binc"), left_ms + [limits["increment_ms"]] * 2):
                words += [name, str(value)]
            if limits["moves"]:
                words += ["movestogo", str(limits["moves"] - self.moves % limits["moves"])]
        for name, key in (("movetime", "movetime_ms"), ("depth", "depth"), ("nodes", "nodes")):
            if limits[key]:
                words += [name, str(limits[key])]
        return "position %s%s" % (fen, " moves " + moves if moves else ""), " ".join(words)

    def move(self, board, left_ms):
        """Asks for a move. Returns it, or None and why there is none."""
        answer = self.ask(board, left_ms)
        if answer.left_ms is not None:
            self.left_ms = answer.left_ms
        if answer.fault == "late":
            return None, "ran out of time"
        if answer.fault:
            return None, "failed: %s" % answer.fault
        words = answer.lines[-1].split()
        self.note_search(answer.lines)
        self.moves += 1
        move = legal(board, words[1:2])
        if move is None:
            answer.illegal("expected `bestmove` with a legal move, found %r" % answer.lines[-1][:200])
            return None, "made an illegal move"
        self.expected = words[3] if words[2:3] == ["ponder"] and len(words) > 3 else None
        return move, ""

    def ask(self, board, left_ms):
        options = {"until": "bestmove", "last": SEARCH_LINES}
        position, limits = self.search(board, left_ms)
        timed = dict(options, ms=self.time_limit()) if not self.has_clock() else options
        pondered, self.expected = self.expected, None
        if pondered and self.match.parameters["ponder"]:
            if board.peek().uci() == pondered:
                return self.match.ask(self.seat, "ponderhit", **timed)
            self.match.ask(self.seat, "stop", ms=PATIENCE_MS, **options)
        return self.match.ask(self.seat, position, "go " + limits, **timed)

    def time_limit(self):
        limits = self.match.parameters
        return min(limits["movetime_ms"] + limits["margin_ms"], HOUR_MS) if limits["movetime_ms"] else HOUR_MS

    def ponder(self, board, left_ms):
        """Lets the engine think on the move that it expects. `board` is after its own move."""
        move = legal(board, [self.expected]) if self.expected and self.match.parameters["ponder"] else None
        if move is None:
            self.expected = None
            return
        after = board.copy()
        after.push(move)
        position, limits = self.search(after, left_ms)
        self.match.tell(self.seat, position, "go ponder " + limits)

    def note_search(self, lines):
        """Keeps the score and the depth of the last search that says them."""
        self.score = None
        for line in reversed(lines):
            words = line.split()
            if words[:1] == ["info"] and "score" in words[:-2] and "depth" in words[:-1]:
                kind, value = words[words.index("score") + 1 : words.index("score") + 3]
                depth = words[words.index("depth") + 1]
                if not (value.lstrip("-").isdigit() and depth.isdigit()):
                    continue
                number = int(value[:9])
                self.score = number if kind == "cp" else (100_000 if number > 0 else -100_000)
                self.depths.append(min(int(depth[:9]), 1_000))
                return

    def stats(self):
        stats = {"moves": self.moves}
        if self.depths:
            stats["depth"] = sum(self.depths) / len(self.depths)
        return stats
