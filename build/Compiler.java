import com.sun.tools.javac.file.JavacFileManager;
import com.sun.tools.javac.main.Main;
import com.sun.tools.javac.util.Context;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.net.URL;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import javax.tools.JavaFileManager;

/**
 * javac in one JVM for all modules of a build, so that it, and Error Prone in it, are loaded and
 * compiled once. {@code build/bin/javac} starts it and asks it.
 *
 * <p>Usage: {@code java Compiler.java FOLDER PID}. Each line that comes through the pipe {@code
 * FOLDER/asked} names a folder in there, whose file {@code arguments} has those of javac, one a
 * line. What javac says is then in {@code said} and its exit status in {@code status}, and a line
 * comes through the pipe {@code done}. When the process PID ends, this one does, and deletes the
 * folder.
 */
final class Compiler {
  private static final Map<List<String>, ClassLoader> PLUGINS = new ConcurrentHashMap<>();

  private Compiler() {}

  static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[0]);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
    ProcessHandle.of(Long.parseLong(arguments[1]))
        .ifPresentOrElse(
            build -> build.onExit().thenRun(() -> System.exit(0)), () -> System.exit(0));
    // Open for writing too, it does not end when the last who asks has gone.
    try (RandomAccessFile asked = new RandomAccessFile(folder.resolve("asked").toFile(), "rw")) {
      for (String name = asked.readLine(); name != null; name = asked.readLine()) {
        Path call = folder.resolve(name);
        Thread.ofPlatform().start(() -> answer(call));
      }
    }
  }

  private static void answer(Path call) {
    int status = Main.Result.ABNORMAL.exitCode;
    try (PrintWriter said =
        new PrintWriter(Files.newBufferedWriter(call.resolve("said"), Charset.defaultCharset()))) {
      status = compile(Files.readAllLines(call.resolve("arguments")), said);
    } catch (IOException | RuntimeException | Error e) {
      e.printStackTrace();
    }
    try {
      Path written = Files.writeString(call.resolve("status.new"), Integer.toString(status));
      Files.move(written, call.resolve("status"));
      Files.writeString(call.resolve("done"), "\n");
    } catch (IOException e) {
      e.printStackTrace();
    }
  }

  private static int compile(List<String> arguments, PrintWriter said) throws IOException {
    Context context = new Context();
    context.put(
        JavaFileManager.class, (Context.Factory<JavaFileManager>) KeptPluginsFileManager::new);
    try {
      return new Main("javac", said).compile(arguments.toArray(String[]::new), context).exitCode;
    } finally {
      context.get(JavaFileManager.class).close();
    }
  }

  /** Loads plugins once: with a class loader for each run, nothing of them would stay compiled. */
  private static final class KeptPluginsFileManager extends JavacFileManager {
    KeptPluginsFileManager(Context context) {
      super(context, true, null);
    }

    @Override
    protected ClassLoader getClassLoader(URL[] places) {
      List<String> names = Arrays.stream(places).map(URL::toString).toList();
      return PLUGINS.computeIfAbsent(names, none -> new Open(super.getClassLoader(places)));
    }
  }

  /** javac closes a loader that can be closed. */
  private static final class Open extends ClassLoader {
    Open(ClassLoader kept) {
      super(kept);
    }
  }

  private static void delete(Path folder) {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      e.printStackTrace();
    }
  }
}
