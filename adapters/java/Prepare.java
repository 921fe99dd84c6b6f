import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/**
 * Compiles a submission together with the library: Prepare LIBRARY SOURCE OUT.
 *
 * A source without a package line gets one, and imports. They are added to its first line, so that
 * the line numbers in the compiler's messages are right. The file may have any name.
 */
public class Prepare {
    private static final String PACKAGE = "game.players";
    private static final String HEADER = "package " + PACKAGE + "; import java.awt.Point; import game.*; import java.util.*; "
            + "import java.util.function.*; import java.util.stream.*; import java.math.*; ";

    /** A package line, preceded only by blanks, comments and annotations. */
    private static final Pattern HAS_PACKAGE = Pattern.compile("\\A(?:\\s+|//[^\n]*|/\\*(?s:.*?)\\*/|@\\w+)*+package\\s");

    public static void main(String[] arguments) throws IOException {
        Path library = Paths.get(arguments[0]), source = Paths.get(arguments[1]), out = Paths.get(arguments[2]);
        String problem = compile(library, source, out, Collections.emptyList());
        // Old submissions may use words as names that are keywords now. If Java 8 fails too, print
        // the errors of the newest version.
        if (problem != null && compile(library, source, out, Arrays.asList("--release", "8")) != null) {
            System.err.print(problem);
            System.exit(1);
        }
    }

    /** Returns the errors of the compiler, or null. */
    private static String compile(Path library, Path source, Path out, List<String> options) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            files.setLocation(StandardLocation.CLASS_OUTPUT, Collections.singleton(out.toFile()));
            files.setLocation(StandardLocation.CLASS_PATH, Collections.emptyList());
            files.setLocation(StandardLocation.SOURCE_PATH, Arrays.asList(library.toFile(), folder(source).toFile()));
            List<JavaFileObject> units = new ArrayList<>();
            files.getJavaFileObjects(library.resolve("rathaus/Main.java").toFile()).forEach(units::add);
            units.add(new Source(source));
            List<String> all = new ArrayList<>(Arrays.asList("-nowarn", "-Xlint:none", "-implicit:class", "-proc:none", "-g"));
            all.addAll(options);
            JavaFileManager manager = new Neighbours(files, library, source);
            return compiler.getTask(messages, manager, null, all, null, units).call() ? null : messages.toString();
        }
    }

    private static Path folder(Path source) {
        return source.toAbsolutePath().getParent();
    }

    /** A source file of the submission, possibly without a package line, with any name. */
    private static class Source extends SimpleJavaFileObject {
        final Path path;

        Source(Path path) {
            super(path.toUri(), Kind.SOURCE);
            this.path = path;
        }

        @Override
        public String getName() {
            return path.toString();
        }

        @Override
        public boolean isNameCompatible(String simpleName, Kind kind) {
            return kind == Kind.SOURCE;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) throws IOException {
            String text = new String(Files.readAllBytes(path), StandardCharsets.UTF_8).replaceFirst("\\A\uFEFF", "");
            return HAS_PACKAGE.matcher(text).find() ? text : HEADER + text;
        }
    }

    /**
     * Finds the other classes of the submission in its folder, which has not the name of the
     * package.
     */
    private static class Neighbours extends ForwardingJavaFileManager<StandardJavaFileManager> {
        private final Path library;
        private final Path source;

        Neighbours(StandardJavaFileManager files, Path library, Path source) {
            super(files);
            this.library = library;
            this.source = source;
        }

        @Override
        public Iterable<JavaFileObject> list(Location location, String name, Set<JavaFileObject.Kind> kinds, boolean recurse)
                throws IOException {
            Iterable<JavaFileObject> listed = super.list(location, name, kinds, recurse);
            if (location != StandardLocation.SOURCE_PATH || !name.equals(PACKAGE)) return listed;
            List<JavaFileObject> all = new ArrayList<>();
            listed.forEach(all::add);
            try (Stream<Path> neighbours = Files.list(folder(source))) {
                all.addAll(neighbours.filter(this::isNeighbour).sorted().map(Source::new).collect(Collectors.toList()));
            }
            return all;
        }

        private boolean isNeighbour(Path path) {
            String name = path.getFileName().toString();
            return name.endsWith(".java") && !path.equals(source.toAbsolutePath()) && !isOfController(name);
        }

        private boolean isOfController(String name) {
            return Stream.of("game", "game/players").anyMatch(folder -> Files.exists(library.resolve(folder).resolve(name)));
        }

        @Override
        public String inferBinaryName(Location location, JavaFileObject file) {
            if (!(file instanceof Source)) return super.inferBinaryName(location, file);
            return PACKAGE + "." + ((Source) file).path.getFileName().toString().replaceFirst("\\.java$", "");
        }

        @Override
        public boolean isSameFile(javax.tools.FileObject one, javax.tools.FileObject other) {
            return one instanceof Source || other instanceof Source ? one.equals(other) : super.isSameFile(one, other);
        }
    }
}
