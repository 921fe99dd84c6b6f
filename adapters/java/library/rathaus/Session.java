package rathaus;

import java.awt.Point;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.Map;

import game.players.Player;

/** Answers what the host asks. */
final class Session {
    private final Constructor<? extends Player> maker;
    private final Trace trace;
    private final Output output;
    private final Profile profile = new Profile();
    private final int cells;
    private final int bits = Parameters.whole("genome_bits");
    private final Vision vision = new Vision(Parameters.whole("view_distance"));
    private final Board[] boards = new Board[Greeting.BOARDS];
    private byte[] letters = new byte[1024];

    Session(Constructor<? extends Player> maker, Trace trace, Output output) {
        this.maker = maker;
        this.trace = trace;
        this.output = output;
        int side = 2 * Parameters.whole("view_distance") + 1;
        cells = side * side;
        for (int i = 0; i < boards.length; i++) boards[i] = new Board();
    }

    void handle(Fields fields) throws IOException {
        int number = fields.number();
        if (number >= boards.length) throw new Malformed("there is no such board");
        String word = fields.word();
        switch (word) {
            case "turn":
                answer(number, fields);
                break;
            case "view":
                boards[number].introduceViews(fields, vision, cells);
                break;
            case "genome":
                boards[number].introduceGenomes(fields, bits);
                break;
            case "trace":
                answerTrace(number, fields);
                break;
            case "board":
                fields.finish();
                boards[number] = new Board();
                break;
            default:
                throw new Malformed("there is no such word");
        }
    }

    /** One answer has a letter for each pair of the line, or an error instead of all letters. */
    private void answer(int number, Fields fields) throws IOException {
        int turn = fields.number();
        long seed = Board.hexadecimal(fields.word(16));
        String head = number + " " + turn + " ";
        try {
            int count = findMoves(boards[number], seed, fields);
            output.add(head);
            output.add(letters, count);
        } catch (Fault fault) {
            output.add(head + instead(fault));
        }
        output.add("\n");
        output.flushIfWaitingLong();
    }

    private void answerTrace(int number, Fields fields) throws IOException {
        if (trace == null) throw new Malformed("this was not offered");
        String genome = boards[number].genome(fields.number());
        int colours = fields.number();
        fields.finish();
        String meanings;
        try {
            Player player = playerOf(boards[number]);
            TurnRandom.ONLY.begin(0);
            meanings = trace.meanings(player, genome, colours);
        } catch (Fault fault) {
            meanings = instead(fault);
        }
        output.add(number + " trace " + meanings + "\n");
        output.flushIfWaitingLong();
    }

    /** What is answered in the place of what could not be found. */
    private static String instead(Fault fault) {
        System.err.println(fault.getMessage());
        return "! " + Errors.oneLine(fault.getMessage());
    }

    private int findMoves(Board board, long seed, Fields fields) throws Fault {
        if (fields.mostPairs() > letters.length) letters = new byte[2 * fields.mostPairs()];
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

    /** Everything in here has to be fast. */
    private byte letter(Player player, Board board, int genome, int view, boolean isMeasured) throws Fault {
        String bits = board.genome(genome);
        Integer[] colours = board.view(view);
        Point move;
        try {
            Map<Point, Integer> seen = vision.with(colours);
            move = isMeasured ? profile.takeTurn(player, bits, seen) : player.takeTurn(bits, seen);
        } catch (Throwable error) {
            vision.restore();
            throw Fault.raised(error);
        }
        vision.restore();
        if (move == null || move.x < -1 || move.x > 1 || move.y < -1 || move.y > 1) throw Fault.illegal(move, genome, view);
        return (byte) ((TurnRandom.ONLY.takeDrawn() ? 'A' : 'a') + 3 * (move.y + 1) + move.x + 1);
    }

    /** Each board has a player of its own, made with the same random numbers for every board and in every process. */
    private Player playerOf(Board board) throws Fault {
        if (board.player == null) {
            TurnRandom.ONLY.begin(0);
            try {
                board.player = maker.newInstance();
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
