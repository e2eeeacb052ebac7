package io.aumbry.cluster;

import io.aumbry.cluster.metadata.ClusterDefinition;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.DirectMethodHandleDesc;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The methods of this module that write to ZooKeeper, each with the kind of the write, such as
 * {@code metadata/ZooKeeperHorizons.raise: create}. A lambda counts as part of its method. The
 * package {@code zookeeper} is the way to ZooKeeper and does not count.
 */
final class WriteCalls {
  private static final String ROOT = "io/aumbry/cluster/";
  private static final String WAY = ROOT + "zookeeper/";
  private static final Pattern LAMBDA = Pattern.compile("lambda\\$(.+)\\$\\d+");

  /** Kinds of writes by the name of a method of this module's own way to ZooKeeper. */
  private static final Map<String, String> OWN =
      Map.of(
          "create", "create",
          "update", "write",
          "transact", "write",
          "write", "write",
          "delete", "delete");

  private static final Set<String> OWN_TYPES =
      Set.of(WAY + "ZooKeeperSession", WAY + "CoordinatorClient", WAY + "ZooKeeperClient");

  /** Types of Helix and ZooKeeper that give access to records. */
  private static final Pattern FOREIGN =
      Pattern.compile(
          "org/apache/helix/.*(Accessor|Admin|PropertyStore|ZkClient|ManagmentTool)"
              + "|org/apache/zookeeper/ZooKeeper");

  /** Their methods that do not write. All others count as writes. */
  private static final Pattern READ =
      Pattern.compile("get.*|exists|keyBuilder|(un)?subscribe.*|<init>");

  private WriteCalls() {}

  /** All writes in the code of this module. */
  static Set<String> inCode() throws IOException, URISyntaxException {
    Path classes =
        Path.of(
            ClusterDefinition.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Set<String> found = new TreeSet<>();
    try (Stream<Path> files = Files.walk(classes.resolve(ROOT))) {
      for (Path file : files.filter(each -> each.toString().endsWith(".class")).toList()) {
        ClassModel type = ClassFile.of().parse(file);
        if (!type.thisClass().asInternalName().startsWith(WAY)) {
          type.methods().forEach(method -> add(type, method, found));
        }
      }
    }
    return found;
  }

  private static void add(ClassModel type, MethodModel method, Set<String> found) {
    String owner = type.thisClass().asInternalName();
    for (CodeElement element :
        method.code().stream().flatMap(code -> code.elementStream()).toList()) {
      kind(element)
          .ifPresent(
              kind -> found.add(name(owner, method.methodName().stringValue()) + ": " + kind));
    }
  }

  private static Optional<String> kind(CodeElement element) {
    return switch (element) {
      case InvokeInstruction call -> kind(call.owner().asInternalName(), call.name().stringValue());
      case InvokeDynamicInstruction lambda ->
          lambda.bootstrapArgs().stream()
              .filter(DirectMethodHandleDesc.class::isInstance)
              .map(DirectMethodHandleDesc.class::cast)
              .flatMap(each -> kind(internalName(each), each.methodName()).stream())
              .findFirst();
      default -> Optional.empty();
    };
  }

  private static String internalName(DirectMethodHandleDesc handle) {
    String descriptor = handle.owner().descriptorString();
    return descriptor.substring(1, descriptor.length() - 1);
  }

  private static Optional<String> kind(String owner, String method) {
    if (OWN_TYPES.contains(owner)) {
      return Optional.ofNullable(OWN.get(method));
    }
    if (!FOREIGN.matcher(owner).matches() || READ.matcher(method).matches()) {
      return Optional.empty();
    }
    if (method.startsWith("create")) {
      return Optional.of("create");
    }
    return Optional.of(method.startsWith("remove") ? "delete" : "write");
  }

  /** The write that this thread makes in a call of the model of ZooKeeper, if it is a write. */
  static Optional<String> current(String call) {
    if (!OWN.containsValue(call)) {
      return Optional.empty();
    }
    return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
        .walk(frames ->
            frames
                .filter(frame -> isCaller(frame.getDeclaringClass()))
                .findFirst()
                .map(frame ->
                    name(frame.getClassName().replace('.', '/'), frame.getMethodName())
                        + ": "
                        + call));
  }

  /** Whether a class is code of this module that is not the way to ZooKeeper. */
  private static boolean isCaller(Class<?> type) {
    String name = type.getName().replace('.', '/');
    return name.startsWith(ROOT)
        && !name.startsWith(WAY)
        && type.getProtectionDomain()
            .getCodeSource()
            .getLocation()
            .equals(ClusterDefinition.class.getProtectionDomain().getCodeSource().getLocation());
  }

  private static String name(String owner, String method) {
    var lambda = LAMBDA.matcher(method);
    return owner.substring(ROOT.length()) + "." + (lambda.matches() ? lambda.group(1) : method);
  }
}
