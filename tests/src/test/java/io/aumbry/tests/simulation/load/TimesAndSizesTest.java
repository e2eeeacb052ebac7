package io.aumbry.tests.simulation.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.config.DataSize;
import io.aumbry.config.Default;
import io.aumbry.config.Setting;
import io.aumbry.tests.simulation.cluster.ClusterPlan;
import io.aumbry.tests.simulation.threshold.ThresholdWatch;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Compares the constants and settings of time and size in the product with the list {@code
 * tests/times-and-sizes.txt}. Each must be drawn by the simulator, or belong to a threshold that a
 * batch of runs reports, or be justified in the list.
 */
final class TimesAndSizesTest {
  private static final Path LIST = Path.of("times-and-sizes.txt");
  private static final List<String> MODULES =
      List.of("store", "storage-server", "router", "cluster-manager");
  private static final String ROOT = "io.aumbry.";
  private static final String CROSSED = "crossed: ";
  private static final String ALL = ".*";
  private static final Set<Type> NUMBERS =
      Set.of(
          int.class,
          long.class,
          double.class,
          Integer.class,
          Long.class,
          Duration.class,
          DataSize.class);
  private static final Set<String> NO_NUMBERS = Set.of("serialVersionUID");

  /** Enough seeds for each value that is drawn in one run of sixteen. */
  private static final int SEEDS = 300;

  /** Names of constants and settings by the line above them. */
  private static Map<String, List<String>> list() throws IOException {
    Map<String, List<String>> list = new TreeMap<>();
    String reason = "";
    for (String line : Files.readAllLines(LIST)) {
      if (line.startsWith("  ")) {
        list.computeIfAbsent(reason, _ -> new ArrayList<>()).add(line.strip());
      } else if (!line.startsWith("#")) {
        reason = line;
      }
    }
    return list;
  }

  private static List<String> listed() throws IOException {
    return list().values().stream().flatMap(List::stream).toList();
  }

  private static boolean isIn(String name, Set<String> listed) {
    return listed.contains(name)
        || listed.stream()
            .filter(each -> each.endsWith(ALL))
            .anyMatch(each -> name.startsWith(each.substring(0, each.length() - 1)));
  }

  @Test
  void eachTimeOrSizeIsDrawnOrListed() throws IOException, ClassNotFoundException {
    Set<String> listed = new HashSet<>(listed());
    Set<String> drawn = drawn();
    Set<String> unlisted = new TreeSet<>(inCode());
    assertThat(unlisted).hasSizeGreaterThan(300);
    unlisted.removeAll(drawn);
    unlisted.removeIf(name -> isIn(name, listed));
    assertThat(unlisted)
        .as("times and sizes that are neither drawn by the simulator nor in %s", LIST)
        .isEmpty();
  }

  @Test
  void theListHasNothingElse() throws IOException, ClassNotFoundException {
    Set<String> code = inCode();
    Set<String> drawn = drawn();
    assertThat(listed()).doesNotHaveDuplicates();
    assertThat(listed())
        .allSatisfy(name -> {
          assertThat(drawn).doesNotContain(name);
          assertThat(code).as(name).anyMatch(each -> isIn(each, Set.of(name)));
        });
  }

  @Test
  void eachReasonIsASentenceOrAThresholdOfTheReport() throws IOException {
    for (String reason : list().keySet()) {
      if (reason.startsWith(CROSSED)) {
        assertThat(ThresholdWatch.names()).contains(reason.substring(CROSSED.length()));
      } else {
        assertThat(reason).matches(Pattern.compile("[A-Z].{20,}\\."));
      }
    }
  }

  /** The settings that have different values in different runs. */
  private static Set<String> drawn() {
    Map<String, Set<Object>> values = new TreeMap<>();
    for (long seed = 0; seed < SEEDS; seed++) {
      ClusterPlan plan = RunPlan.of(seed).cluster();
      addValues(plan.store(), values);
      addValues(plan.server(), values);
      addValues(plan.router(), values);
      addValues(plan.upkeep(), values);
    }
    values.values().removeIf(different -> different.size() < 2);
    return values.keySet();
  }

  private static void addValues(Record settings, Map<String, Set<Object>> values) {
    for (RecordComponent component : settings.getClass().getRecordComponents()) {
      try {
        Object value = component.getAccessor().invoke(settings);
        if (value instanceof Record inner && !(value instanceof DataSize)) {
          addValues(inner, values);
        } else if (isNumber(component.getGenericType())) {
          values.computeIfAbsent(name(component), _ -> new HashSet<>()).add(value);
        }
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(component.toString(), e);
      }
    }
  }

  private static String name(RecordComponent component) {
    return name(component.getDeclaringRecord(), component.getName());
  }

  private static String name(Class<?> type, String member) {
    return Optional.ofNullable(type.getCanonicalName()).orElseThrow().substring(ROOT.length())
        + "."
        + member;
  }

  private static boolean isNumber(Type type) {
    return NUMBERS.contains(type)
        || (type instanceof ParameterizedType optional
            && optional.getRawType().equals(Optional.class)
            && NUMBERS.contains(optional.getActualTypeArguments()[0]));
  }

  private static Set<String> inCode() throws IOException, ClassNotFoundException {
    Set<String> names = new TreeSet<>();
    for (String module : MODULES) {
      Path sources = Path.of("..", module, "src/main/java");
      try (Stream<Path> files = Files.walk(sources)) {
        for (Path file : files.filter(TimesAndSizesTest::isSource).toList()) {
          String path = sources.relativize(file).toString();
          addNames(type(path.substring(0, path.length() - ".java".length())), names);
        }
      }
    }
    return names;
  }

  private static boolean isSource(Path file) {
    String name = file.getFileName().toString();
    return name.endsWith(".java") && !name.endsWith("-info.java");
  }

  /** Without its static initializer, which may need a library of the operating system. */
  private static Class<?> type(String path) throws ClassNotFoundException {
    return Class.forName(path.replace('/', '.'), false, TimesAndSizesTest.class.getClassLoader());
  }

  private static void addNames(Class<?> type, Set<String> names) {
    for (Field field : type.getDeclaredFields()) {
      boolean isConstant =
          Modifier.isStatic(field.getModifiers()) && Modifier.isFinal(field.getModifiers());
      if (isConstant
          && !field.isSynthetic()
          && isNumber(field.getType())
          && !NO_NUMBERS.contains(field.getName())) {
        names.add(name(type, field.getName()));
      }
    }
    if (type.isRecord()) {
      Stream.of(type.getRecordComponents())
          .filter(each ->
              each.isAnnotationPresent(Setting.class) || each.isAnnotationPresent(Default.class))
          .filter(each -> isNumber(each.getGenericType()))
          .forEach(each -> names.add(name(each)));
    }
    for (Class<?> inner : type.getDeclaredClasses()) {
      addNames(inner, names);
    }
  }
}
