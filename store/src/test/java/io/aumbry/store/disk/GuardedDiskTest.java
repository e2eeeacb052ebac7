package io.aumbry.store.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.store.HandTime;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every operation of a disk and its files passes the guard, found by reflection. */
final class GuardedDiskTest {
  /** Operations that have no result and never fail. */
  private static final Set<String> SILENT =
      Set.of("announce", "reportUnreadable", "uncache", "close");

  private static final Map<Class<?>, Object> ARGUMENTS =
      Map.of(
          String.class,
          "some/path",
          long.class,
          12L,
          ByteBuffer.class,
          ByteBuffer.allocate(1),
          ByteBuffer[].class,
          new ByteBuffer[] {ByteBuffer.allocate(1)});

  @TempDir private Path temporary;

  private final DiskGuard guard = new DiskGuard("/d", Duration.ofSeconds(30), new HandTime());
  private final List<String> calls = new ArrayList<>();
  private boolean answer = true;
  private final Disk disk = new GuardedDisk(recording(Disk.class), guard);

  /** An object that records its calls and returns values that are no defaults. */
  private <T> T recording(Class<T> type) {
    Object made =
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, method, arguments) -> {
              if (method.getName().equals("toString")) {
                return "recording";
              }
              calls.add(text(method, Optional.ofNullable(arguments).orElse(new Object[0])));
              return result(method.getReturnType());
            });
    return type.cast(made);
  }

  private static String text(Method method, Object... arguments) {
    return method.getName() + Arrays.deepToString(arguments);
  }

  private Object result(Class<?> type) {
    if (type == DiskFile.class || type == Disk.Lock.class) {
      return recording(type);
    }
    return Map.<Class<?>, Object>of(
            int.class, 7, long.class, 9L, boolean.class, answer, List.class, List.of("name"))
        .getOrDefault(type, "nothing");
  }

  private static Object[] arguments(Method method) {
    return Stream.of(method.getParameterTypes()).map(ARGUMENTS::get).toArray();
  }

  private static List<Method> methods(Class<?> type) {
    return Stream.of(type.getMethods()).filter(each -> each.getDeclaringClass() == type).toList();
  }

  private static Object call(Object on, Method method) throws Exception {
    try {
      return method.invoke(on, arguments(method));
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof IOException cause) {
        throw cause;
      }
      throw e;
    }
  }

  private void requirePassedOn(Class<?> type, Object guarded) throws Exception {
    for (Method method : methods(type)) {
      calls.clear();
      Object result = call(guarded, method);
      assertThat(calls).as("%s", method).containsExactly(text(method, arguments(method)));
      Class<?> returned = method.getReturnType();
      if ((returned.isPrimitive() && returned != void.class) || returned == List.class) {
        assertThat(result).as("%s", method).isEqualTo(result(returned));
      }
    }
  }

  private void requireRefused(Class<?> type, Object guarded) {
    for (Method method : methods(type)) {
      calls.clear();
      if (SILENT.contains(method.getName())) {
        assertThatCode(() -> call(guarded, method)).doesNotThrowAnyException();
      } else {
        assertThatThrownBy(() -> call(guarded, method))
            .as("%s", method)
            .isInstanceOf(IOException.class)
            .hasMessageContaining("out of service");
      }
      assertThat(calls).as("%s", method).isEmpty();
    }
  }

  @Test
  void everyOperationReachesADiskThatIsInService() throws Exception {
    for (boolean either : new boolean[] {true, false}) {
      answer = either;
      requirePassedOn(Disk.class, disk);
      requirePassedOn(DiskFile.class, disk.open("some/path"));
      requirePassedOn(DiskFile.class, disk.openUncached("some/path"));
      requirePassedOn(DiskFile.class, disk.create("some/path"));
      requirePassedOn(Disk.Lock.class, disk.lock("some/path"));
    }
    assertThat(disk).hasToString("recording");
  }

  @Test
  void noOperationReachesADiskThatIsOutOfService() throws Exception {
    DiskFile file = disk.open("some/path");
    Disk.Lock lock = disk.lock("some/path");
    guard.retire("test");
    requireRefused(Disk.class, disk);
    requireRefused(DiskFile.class, file);
    requireRefused(Disk.Lock.class, lock);
  }

  @Test
  void aFolderIsFoundOnlyIfItIsThere() throws IOException {
    Path folder = temporary.resolve("disk");
    assertThat(GuardedDisk.find(folder, guard)).isEmpty();
    assertThat(folder).doesNotExist();
    GuardedDisk.open(folder, guard).createFolder("store");
    assertThat(GuardedDisk.find(folder, guard).orElseThrow().list("")).containsExactly("store");
  }
}
