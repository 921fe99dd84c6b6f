package rathaus;

import java.awt.Point;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.Map;

import game.players.Player;

/** Handles the lines of the host after the handshake. */
final class Session {
    private final Constructor<? extends Player> constructor;
    private final Trace trace;
    private final Output output;
    private final Profile profile = new Profile();
    private final int cells;
    private final int bits = Parameters.whole("genome_bits");
    private final Vision vision = new Vision(Parameters.whole("view_distance"));
    private final Board[] boards = new Board[Handshake.BOARDS];
    private byte[] letters = new byte[1024];

    Session(Constructor<? extends Player> constructor, Trace trace, Output output) {
        this.constructor = constructor;
        this.trace = trace;
        this.output = output;
        int side = 2 * Parameters.whole("view_distance") + 1;
        cells = side * side;
        for (int i = 0; i < boards.length; i++) boards[i] = new Board();
    }

    void handle(Fields fields) throws IOException {
        int number = fields.number();
        if (number >= boards.length) throw new Malformed("there is no board of this number");
        String word = fields.word();
        switch (word) {
            case "turn":
                replyToTurn(number, fields);
                break;
            case "view":
                boards[number].introduceViews(fields, vision, cells);
                break;
            case "genome":
                boards[number].introduceGenomes(fields, bits);
                break;
            case "trace":
                replyToTrace(number, fields);
                break;
            case "board":
                fields.finish();
                boards[number] = new Board();
                break;
            default:
                throw new Malformed("unknown word");
        }
    }

    /** Replies with a letter for each pair of names, or with an error instead of all letters. */
    private void replyToTurn(int number, Fields fields) throws IOException {
        int turn = fields.number();
        long seed = Board.hexadecimal(fields.word(16));
        String head = number + " " + turn + " ";
        try {
            int count = findMoves(boards[number], seed, fields);
            output.add(head);
            output.add(letters, count);
        } catch (Fault fault) {
            output.add(head + errorReply(fault));
        }
        output.add("\n");
        output.flushIfLate();
    }

    private void replyToTrace(int number, Fields fields) throws IOException {
        if (trace == null) throw new Malformed("the handshake did not offer `trace`");
        String genome = boards[number].genome(fields.number());
        int colours = fields.number();
        fields.finish();
        String meanings;
        try {
            Player player = playerOf(boards[number]);
            TurnRandom.ONLY.begin(0);
            meanings = trace.meanings(player, genome, colours);
        } catch (Fault fault) {
            meanings = errorReply(fault);
        }
        output.add(number + " trace " + meanings + "\n");
        output.flushIfLate();
    }

    /** Prints the fault and returns the error reply. */
    private static String errorReply(Fault fault) {
        System.err.println(fault.getMessage());
        return "! " + Errors.oneLine(fault.getMessage());
    }

    private int findMoves(Board board, long seed, Fields fields) throws Fault {
        if (fields.maxPairs() > letters.length) letters = new byte[2 * fields.maxPairs()];
        Player player = playerOf(board);
        TurnRandom.ONLY.begin(seed);
        boolean isMeasured = profile.beginTurn();
        int count = 0;
        do {
            int genome = fields.number(), view = fields.number();
            letters[count++] = letter(player, board, genome, view, isMeasured);
        } while (fields.more());
        profile.endTurn(count);
        return count;
    }

    void end() throws IOException {
        profile.write();
    }

    /** This must be fast. */
    private byte letter(Player player, Board board, int genome, int view, boolean isMeasured) throws Fault {
        String bits = board.genome(genome);
        Integer[] colours = board.view(view);
        Point move;
        try {
            Map<Point, Integer> map = vision.with(colours);
            move = isMeasured ? profile.takeTurn(player, bits, map) : player.takeTurn(bits, map);
        } catch (Throwable error) {
            vision.restore();
            throw Fault.raised(error);
        }
        vision.restore();
        if (move == null || move.x < -1 || move.x > 1 || move.y < -1 || move.y > 1) throw Fault.illegal(move, genome, view);
        return (byte) ((TurnRandom.ONLY.takeDrawn() ? 'A' : 'a') + 3 * (move.y + 1) + move.x + 1);
    }

    /**
     * The player of a board. Making it draws the same numbers for every board and in every process.
     */
    private Player playerOf(Board board) throws Fault {
        if (board.player == null) {
            TurnRandom.ONLY.begin(0);
            try {
                board.player = constructor.newInstance();
            } catch (InvocationTargetException error) {
                throw Fault.raised(error.getCause());
            } catch (Throwable error) {
                throw Fault.raised(error);
            }
        }
        Player.currentPlayer = board.player;
        return board.player;
    }
}
