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
 * Compiles a submission with the library that it runs with: Prepare LIBRARY SOURCE OUT.
 *
 * A source without a package line, a bare class as people posted it, gets one, and imports. They come onto its first line, so
 * that the compiler's messages have the numbers of the submission's own lines. The file need not have the name of its class.
 */
public class Prepare {
    private static final String PACKAGE = "game.players";
    private static final String HEADER = "package " + PACKAGE + "; import java.awt.Point; import game.*; import java.util.*; "
            + "import java.util.function.*; import java.util.stream.*; import java.math.*; ";

    /** A package line, after nothing but blanks, comments and annotations. */
    private static final Pattern HAS_PACKAGE = Pattern.compile("\\A(?:\\s+|//[^\n]*|/\\*(?s:.*?)\\*/|@\\w+)*+package\\s");

    public static void main(String[] arguments) throws IOException {
        Path library = Paths.get(arguments[0]), source = Paths.get(arguments[1]), out = Paths.get(arguments[2]);
        String problem = compile(library, source, out, Collections.emptyList());
        // Old submissions may use as names what have become words of the language since. What the newest language objects to is
        // said if neither works.
        if (problem != null && compile(library, source, out, Arrays.asList("--release", "8")) != null) {
            System.err.print(problem);
            System.exit(1);
        }
    }

    /** Returns what the compiler objects to, or null. */
    private static String compile(Path library, Path source, Path out, List<String> options) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter words = new StringWriter();
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
            return compiler.getTask(words, manager, null, all, null, units).call() ? null : words.toString();
        }
    }

    private static Path folder(Path source) {
        return source.toAbsolutePath().getParent();
    }

    /** A source of the submission, which may lack the lines before its class, and may have any name. */
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

    /** Finds the submission's other classes in the files beside it, although these are in no folder of their package's name. */
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
            Iterable<JavaFileObject> usual = super.list(location, name, kinds, recurse);
            if (location != StandardLocation.SOURCE_PATH || !name.equals(PACKAGE)) return usual;
            List<JavaFileObject> all = new ArrayList<>();
            usual.forEach(all::add);
            try (Stream<Path> beside = Files.list(folder(source))) {
                all.addAll(beside.filter(this::isNeighbour).sorted().map(Source::new).collect(Collectors.toList()));
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
