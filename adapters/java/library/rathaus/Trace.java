package rathaus;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

import game.players.Player;

/**
 * Asks a submission what its genomes mean, if it has a method `String trace(String genome, int
 * colour)`.
 */
final class Trace {
    private final Method method;

    private Trace(Method method) {
        this.method = method;
    }

    /** The method of a submission, or null if it has none. */
    static Trace of(Class<?> submission) {
        for (Class<?> type = submission; type != null; type = type.getSuperclass()) {
            try {
                Method method = type.getDeclaredMethod("trace", String.class, int.class);
                if (method.getReturnType() != String.class) return null;
                method.setAccessible(true);
                return new Trace(method);
            } catch (NoSuchMethodException error) {
                // The submission may inherit the method.
            }
        }
        return null;
    }

    /** Returns the meaning of each colour, separated by `;`. */
    String meanings(Player player, String genome, int colours) throws Fault {
        StringBuilder all = new StringBuilder();
        for (int colour = 0; colour < colours; colour++) {
            if (colour > 0) all.append(';');
            String meaning = meaning(player, genome, colour);
            if (meaning != null) all.append(Errors.oneLine(meaning).replace(';', ','));
        }
        return all.toString();
    }

    private String meaning(Player player, String genome, int colour) throws Fault {
        try {
            return (String) method.invoke(player, genome, colour);
        } catch (InvocationTargetException error) {
            throw Fault.raised(error.getCause());
        } catch (IllegalAccessException error) {
            throw Fault.raised(error);
        }
    }
}
