package rathaus;

import java.util.HashMap;
import java.util.Map;

/**
 * The parameters of the game: the standard values, until the handshake of the host changes them.
 */
public final class Parameters {
    private static final Map<String, Number> CURRENT = new HashMap<>();

    static {
        CURRENT.put("width", 53);
        CURRENT.put("height", 15);
        CURRENT.put("goal_x", 49);
        CURRENT.put("empty_colours", 8);
        CURRENT.put("teleporter_colours", 4);
        CURRENT.put("trap_colours", 2);
        CURRENT.put("wall_colours", 2);
        CURRENT.put("teleporter_reach", 4);
        CURRENT.put("trap_reach", 1);
        CURRENT.put("view_distance", 2);
        CURRENT.put("min_starts", 10);
        CURRENT.put("lifespan", 100);
        CURRENT.put("initial_population", 15);
        CURRENT.put("children", 10);
        CURRENT.put("genome_bits", 100);
        CURRENT.put("crossover", 0.05);
        CURRENT.put("mutation", 0.01);
        CURRENT.put("turns", 10000);
    }

    private Parameters() {
    }

    public static int whole(String name) {
        return CURRENT.get(name).intValue();
    }

    public static double real(String name) {
        return CURRENT.get(name).doubleValue();
    }

    /** Stores a parameter in the form `name=value`. Ignores unknown names. */
    static void update(String word) {
        int equals = word.indexOf('=');
        Number former = equals < 0 ? null : CURRENT.get(word.substring(0, equals));
        if (former == null) return;
        String name = word.substring(0, equals), value = word.substring(equals + 1);
        try {
            CURRENT.put(name, former instanceof Integer ? (Number) Integer.valueOf(value) : Double.valueOf(value));
        } catch (NumberFormatException error) {
            throw new Malformed("a parameter is not a number: " + word);
        }
    }
}
