package rathaus;

import java.util.ArrayList;
import java.util.List;

import game.players.Player;

/** The views and genomes that the host has introduced for one board, by name. */
final class Board {
    private static final String COLOURS = "-0123456789abcdefghijklmnopqrstuvwxyz";

    /** The first request makes the player. */
    Player player;

    private final List<Integer[]> views = new ArrayList<>();
    private final List<String> genomes = new ArrayList<>();

    void introduceViews(Fields fields, Vision vision, int cells) {
        do {
            int name = fields.number();
            put(views, name, vision.ordered(colours(fields.word(cells))));
        } while (fields.more());
    }

    void introduceGenomes(Fields fields, int bits) {
        do {
            int name = fields.number();
            put(genomes, name, genome(fields.word((bits + 3) / 4), bits));
        } while (fields.more());
    }

    String genome(int name) {
        String genome = name < genomes.size() ? genomes.get(name) : null;
        if (genome == null) throw new Malformed("a genome was not introduced");
        return genome;
    }

    Integer[] view(int name) {
        Integer[] view = name < views.size() ? views.get(name) : null;
        if (view == null) throw new Malformed("a view was not introduced");
        return view;
    }

    private static <T> void put(List<T> table, int name, T value) {
        while (table.size() <= name) table.add(null);
        table.set(name, value);
    }

    private static Integer[] colours(String text) {
        Integer[] colours = new Integer[text.length()];
        for (int i = 0; i < colours.length; i++) {
            int index = COLOURS.indexOf(text.charAt(i));
            if (index < 0) throw new Malformed("a character is not a colour");
            colours[i] = index - 1;
        }
        return colours;
    }

    /** The bits as characters, bit 0 first. Bit 0 is the lowest bit of the number. */
    private static String genome(String digits, int bits) {
        char[] genome = new char[bits];
        for (int i = 0; i < bits; i++) {
            int digit = hexadecimal(digits.charAt(digits.length() - 1 - i / 4));
            genome[i] = (char) ('0' + (digit >> i % 4 & 1));
        }
        return new String(genome);
    }

    static long hexadecimal(String digits) {
        long number = 0;
        for (int i = 0; i < digits.length(); i++) number = number << 4 | hexadecimal(digits.charAt(i));
        return number;
    }

    private static int hexadecimal(char digit) {
        int index = COLOURS.indexOf(digit);
        if (index < 1 || index > 16) throw new Malformed("a digit is not hexadecimal");
        return index - 1;
    }
}
