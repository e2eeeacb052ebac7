package io.aumbry.tests.simulation.instrument;

import io.aumbry.cluster.view.ImageMerge;
import io.aumbry.frontend.name.NamedUpload;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.router.Router;
import io.aumbry.server.StorageServer;
import io.aumbry.store.BlobStore;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * {@code Instrumentation FOLDER [CHANGED]}: writes instrumented classes of the modules that
 * simulations run to a folder. A class in the folder CHANGED replaces the product's.
 */
public final class Instrumentation {
  /** A class of each module. */
  private static final List<Class<?>> MODULES =
      List.of(
          BlobId.class,
          BlobStore.class,
          Router.class,
          StorageServer.class,
          ImageMerge.class,
          NamedUpload.class);

  private static final String CLASS = ".class";

  private Instrumentation() {}

  static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[0]);
    write(folder, Stream.of(arguments).skip(1).map(Path::of).toList());
  }

  /**
   * Writes the instrumented classes.
   *
   * @param changed folders of classes that replace the product's; the first folder with a class
   *     counts
   */
  public static void write(Path folder, List<Path> changed) throws IOException {
    Map<String, byte[]> classes = new TreeMap<>();
    for (Path each : changed) {
      read(each, classes);
    }
    for (Class<?> module : MODULES) {
      readModule(module, classes);
    }
    try (URLClassLoader loader = loader(changed)) {
      weave(classes, loader, folder);
    }
  }

  private static URLClassLoader loader(List<Path> changed) throws IOException {
    List<URL> urls = new ArrayList<>();
    for (Path each : changed) {
      urls.add(each.toUri().toURL());
    }
    return new URLClassLoader(urls.toArray(URL[]::new), Instrumentation.class.getClassLoader());
  }

  private static void weave(Map<String, byte[]> classes, ClassLoader loader, Path folder)
      throws IOException {
    Map<String, ClassModel> models = new TreeMap<>();
    SharedFields shared = new SharedFields();
    classes.forEach((name, bytes) -> models.put(name, ClassFile.of().parse(bytes)));
    models.values().forEach(shared::add);
    ClassWeaver weaver = new ClassWeaver(shared, loader);
    for (Map.Entry<String, ClassModel> each : models.entrySet()) {
      Path file = folder.resolve(each.getKey());
      Files.createDirectories(file.resolveSibling("."));
      Files.write(file, weaver.weave(each.getValue()));
    }
    new ProbeMap(weaver.probes()).write(folder);
  }

  /** Reads the classes of a module, from a folder or, if the module is packaged, from a jar. */
  private static void readModule(Class<?> type, Map<String, byte[]> to) throws IOException {
    Path origin = Path.of(origin(type));
    if (Files.isDirectory(origin)) {
      read(origin, to);
    } else {
      try (FileSystem jar = FileSystems.newFileSystem(origin)) {
        read(jar.getPath("/"), to);
      }
    }
  }

  private static URI origin(Class<?> type) {
    try {
      return type.getProtectionDomain().getCodeSource().getLocation().toURI();
    } catch (URISyntaxException e) {
      throw new IllegalStateException("cannot find the classes of " + type, e);
    }
  }

  private static void read(Path root, Map<String, byte[]> to) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(each -> each.toString().endsWith(CLASS)).toList()) {
        to.putIfAbsent(root.relativize(file).toString(), Files.readAllBytes(file));
      }
    }
  }
}
