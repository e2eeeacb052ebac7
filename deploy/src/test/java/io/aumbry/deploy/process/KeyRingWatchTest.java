package io.aumbry.deploy.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.frontend.access.key.KeyRingFile;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Patience;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.transport.loop.EventLoopConfig;
import io.aumbry.transport.loop.EventLoops;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A frontend that runs takes over new keys from the file. */
final class KeyRingWatchTest {
  private static final Random RANDOM = new Random(5);

  private final SystemTime time = new SystemTime();
  private final EventLoops loops = EventLoops.start(EventLoopConfig.defaults(), time);
  private final Metrics metrics = new Metrics();

  /** The signing key after each change. */
  private final Queue<String> changes = new ConcurrentLinkedQueue<>();

  private Path file;
  private KeyRingFile ring;
  private KeyRingWatch watch;

  @BeforeEach
  void start(@TempDir Path folder) throws IOException {
    file = folder.resolve("ring");
    KeyRingFile.create(file, "one", RANDOM);
    ring = new KeyRingFile(file);
    watch =
        KeyRingWatch.start(
            ring,
            () -> changes.add(ring.get().signingId()),
            new FrontendNames.Work(carrier(), this::last, loops.helpers()),
            metrics);
  }

  private Carrier carrier() {
    return loops.carriers().getFirst();
  }

  private RequestContext last() {
    return new RequestContext("stop", carrier(), Deadline.after(Duration.ofSeconds(10), time));
  }

  @AfterEach
  void stop() {
    watch.close();
    loops.close();
  }

  @Test
  void aNewKeyTakesEffectWithoutARestart() throws IOException {
    String one = Files.readString(file);
    String two = KeyRingFile.line("two", RANDOM) + "\n";
    Files.writeString(file, one + two);
    Patience.await().until(() -> ring.get().ids().size() == 2);
    Files.writeString(file, two + one);
    Patience.await().until(() -> ring.get().signingId().equals("two"));
    Files.writeString(file, two);
    Patience.await().until(() -> ring.get().ids().size() == 1);
    Patience.await().until(() -> changes.size() == 3);
    assertThat(changes).containsExactly("one", "two", "two");
  }

  /** A change may fall between two reads, needs two more, and each may take some time. */
  @Test
  void twoReadsAndThePauseBeforeThemTakeLessThanTwoSeconds() {
    assertThat(KeyRingWatch.PERIOD.multipliedBy(2)).isLessThanOrEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void aDamagedFileIsVisibleUntilItIsRepaired() throws IOException {
    assertThat(metrics.value("aumbry_frontend_key_ring_unusable")).isZero();
    String whole = Files.readString(file);
    Files.writeString(file, whole.substring(0, whole.length() / 2));
    Patience.await().until(() -> metrics.value("aumbry_frontend_key_ring_unusable") == 1);
    assertThat(ring.get().signingId()).isEqualTo("one");
    Files.writeString(file, whole);
    Patience.await().until(() -> metrics.value("aumbry_frontend_key_ring_unusable") == 0);
    assertThat(ring.get().signingId()).isEqualTo("one");
  }
}
