package rathaus;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

import game.players.Player;

/** What a genome means to its player, where the submission has a method `String trace(String genome, int colour)`. */
final class Trace {
    private final Method method;

    private Trace(Method method) {
        this.method = method;
    }

    /** That of a submission, or null if it has none. */
    static Trace of(Class<?> submission) {
        for (Class<?> type = submission; type != null; type = type.getSuperclass()) {
            try {
                Method method = type.getDeclaredMethod("trace", String.class, int.class);
                if (method.getReturnType() != String.class) return null;
                method.setAccessible(true);
                return new Trace(method);
            } catch (NoSuchMethodException error) {
                // One that it inherits will do.
            }
        }
        return null;
    }

    /** What is said of each colour, with `;` between. */
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
