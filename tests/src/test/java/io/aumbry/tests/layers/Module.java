package io.aumbry.tests.layers;

import com.tngtech.archunit.core.domain.JavaClass;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A module of the build: its folder, its base package under the root, and its allowed imports. */
enum Module {
  CONFIG("config", "config"),
  PROTOCOL("protocol", "protocol"),
  TRANSPORT("transport", "transport"),
  STORE("store", "store"),
  CLUSTER_MANAGER("cluster-manager", "cluster"),
  ROUTER("router", "router"),
  CATALOG("catalog", "catalog"),
  FRONTEND("frontend", "frontend"),
  STORAGE_SERVER("storage-server", "server"),
  DEPLOY("deploy", "deploy"),
  BENCH("bench", "bench"),
  TESTS("tests", "tests");

  private static final Pattern FOLDER = Pattern.compile("/([a-z-]+)/target/classes/");
  private static final Pattern JAR = Pattern.compile("/aumbry-([a-z-]+)-[0-9][^/]*\\.jar!");

  private final String folder;
  private final String segment;

  Module(String folder, String segment) {
    this.folder = folder;
    this.segment = segment;
  }

  /** The direct imports, as in ARCHITECTURE.md. */
  private List<Module> imports() {
    return switch (this) {
      case CONFIG -> List.of();
      case PROTOCOL -> List.of(CONFIG);
      case TRANSPORT, STORE, CLUSTER_MANAGER, CATALOG -> List.of(PROTOCOL);
      case ROUTER -> List.of(TRANSPORT);
      case FRONTEND -> List.of(ROUTER, CATALOG);
      case STORAGE_SERVER -> List.of(STORE, TRANSPORT);
      case DEPLOY -> List.of(FRONTEND, STORAGE_SERVER, CLUSTER_MANAGER);
      case BENCH -> List.of(DEPLOY);
      case TESTS -> List.of(BENCH);
    };
  }

  String basePackage(String root) {
    return root + "." + segment;
  }

  /** Whether code of this module may use code of the other, directly or transitively. */
  boolean mayImport(Module other) {
    return this == other || imports().stream().anyMatch(direct -> direct.mayImport(other));
  }

  static Optional<Module> byPackage(String root, JavaClass type) {
    return Arrays.stream(values())
        .filter(module -> within(module.basePackage(root), type.getPackageName()))
        .findFirst();
  }

  static Optional<Module> byOrigin(JavaClass type) {
    return type.getSource().flatMap(source -> byOrigin(source.getUri()));
  }

  static Optional<Module> byOrigin(URI origin) {
    String text = origin.toString();
    Matcher matcher = (text.startsWith("jar:") ? JAR : FOLDER).matcher(text);
    return matcher.find() ? byFolder(matcher.group(1)) : Optional.empty();
  }

  static boolean within(String outer, String inner) {
    return inner.equals(outer) || inner.startsWith(outer + ".");
  }

  private static Optional<Module> byFolder(String folder) {
    return Arrays.stream(values()).filter(module -> module.folder.equals(folder)).findFirst();
  }
}
