package io.aumbry.tests.simulation.instrument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.reflect.Constructor;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs an instrumented class, which calls the counters of a separate class loader. */
final class InstrumentationTest {
  private static final String SAMPLE = Sample.class.getName();

  @TempDir private Path folder;
  private List<Probe> probes = List.of();
  private ClassLoader loader = ClassLoader.getPlatformClassLoader();
  private IntUnaryOperator sample = IntUnaryOperator.identity();

  @BeforeEach
  void weave() throws Exception {
    ClassModel model = ClassFile.of().parse(bytes());
    SharedFields shared = new SharedFields();
    shared.add(model);
    ClassWeaver weaver = new ClassWeaver(shared, Sample.class.getClassLoader());
    Path file = folder.resolve(SAMPLE.replace('.', '/') + ".class");
    Files.createDirectories(file.resolveSibling("."));
    Files.write(file, weaver.weave(model));
    probes = weaver.probes();
    new ProbeMap(probes).write(folder);
    URL classes = Sample.class.getProtectionDomain().getCodeSource().getLocation();
    loader =
        new URLClassLoader(
            new URL[] {folder.toUri().toURL(), classes}, ClassLoader.getPlatformClassLoader());
    Constructor<?> constructor = loader.loadClass(SAMPLE).getDeclaredConstructor();
    constructor.setAccessible(true);
    sample = (IntUnaryOperator) constructor.newInstance();
  }

  private static byte[] bytes() throws IOException {
    try (InputStream in = Sample.class.getResourceAsStream("Sample.class")) {
      return in == null ? new byte[0] : in.readAllBytes();
    }
  }

  private Coverage coverage() {
    try {
      Object hits = loader.loadClass(Coverage.class.getName()).getMethod("hits").invoke(null);
      return new Coverage(probes, (int[]) hits);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("the counters of the class loader", e);
    }
  }

  @Test
  void methodsThatRanAreReported() {
    assertThat(sample.applyAsInt(1)).isEqualTo(1);
    assertThat(coverage().ran(SAMPLE, "guarded")).isTrue();
    assertThat(coverage().ran(SAMPLE, "caught")).isFalse();
    assertThat(sample.applyAsInt(2)).isEqualTo(-1);
    assertThat(coverage().ran(SAMPLE, "caught")).isTrue();
  }

  @Test
  void eachDirectionOfABranchIsReported() {
    assertThat(sample.applyAsInt(3)).isZero();
    List<Integer> before = taken();
    assertThat(sample.applyAsInt(11)).isEqualTo(11);
    assertThat(before).hasSize(1);
    assertThat(taken()).hasSize(2);
  }

  /**
   * Returns the probes of the taken directions of the condition in the first line of the method.
   */
  private List<Integer> taken() {
    Coverage coverage = coverage();
    int line =
        probes.stream()
            .filter(
                probe -> probe.method().equals("applyAsInt") && probe.kind() == Probe.Kind.ENTRY)
            .findFirst()
            .orElseThrow()
            .line();
    List<Integer> taken = new ArrayList<>(coverage.branches(SAMPLE, line));
    assertThat(taken).hasSize(2);
    taken.removeIf(probe -> coverage.hits(probe) == 0);
    return taken;
  }

  @Test
  void aSynchronizedMethodStillThrows() {
    assertThat(sample.applyAsInt(11)).isEqualTo(11);
    assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> sample.applyAsInt(1));
    assertThat(sample.applyAsInt(2)).isEqualTo(-1);
    assertThat(sample.applyAsInt(1)).isEqualTo(1);
  }

  @Test
  void aHandlerThatRanIsReported() {
    Coverage before = coverage();
    assertThat(sample.applyAsInt(2)).isEqualTo(-1);
    assertThat(caught(before)).isZero();
    assertThat(caught(coverage())).isOne();
  }

  private long caught(Coverage coverage) {
    return probes.stream()
        .filter(probe -> probe.kind() == Probe.Kind.CATCH)
        .mapToInt(probe -> coverage.hits(probes.indexOf(probe)))
        .sum();
  }

  @Test
  void aMissingMethodIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> coverage().ran(SAMPLE, "missing"))
        .withMessageContaining("Sample is at missing");
  }

  @Test
  void theWholeProductIsInstrumented() throws IOException {
    Path product = folder.resolve("product");
    Instrumentation.write(product, List.of());
    assertThat(product.resolve("io/aumbry/store/StoreDisk.class")).exists();
    assertThat(product.resolve("io/aumbry/router/operation/ClusterRouter.class")).exists();
    assertThat(Files.readAllLines(product.resolve("aumbry-probes.txt")))
        .hasSizeGreaterThan(10_000)
        .allSatisfy(line -> assertThat(Probe.parse(line).toLine()).isEqualTo(line));
  }
}
