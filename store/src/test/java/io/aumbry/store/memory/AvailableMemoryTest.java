package io.aumbry.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The available memory, read from copies of the files of Linux. */
final class AvailableMemoryTest {
  private static final long MIB = 1 << 20;
  private static final String NO_LIMIT_IN_V1 = "9223372036854771712";

  private static final String V1_MOUNTS =
      """
      22 1 0:20 / / rw,relatime - ext4 /dev/vda rw
      30 22 0:26 / /sys/fs/cgroup/cpu rw,relatime shared:9 - cgroup cgroup rw,cpu
      31 22 0:27 / /sys/fs/cgroup/memory rw,relatime shared:10 - cgroup cgroup rw,memory
      """;
  private static final String V2_MOUNTS =
      """
      22 1 0:20 / / rw,relatime - ext4 /dev/vda rw
      31 22 0:27 / /sys/fs/cgroup rw,nosuid shared:10 - cgroup2 cgroup2 rw,nsdelegate
      """;

  @TempDir private Path root;

  @BeforeEach
  void machine() throws IOException {
    file("proc/meminfo", "MemTotal: 9999999 kB\nMemFree: 100 kB\nMemAvailable: 8388608 kB\n");
  }

  private void file(String name, String text) throws IOException {
    Path path = root.resolve(name);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  private long available() {
    return new AvailableMemory(root).getAsLong();
  }

  private void v1(String group, String limit, long used, long cached) throws IOException {
    String folder = "sys/fs/cgroup/memory/" + group + "/";
    file(folder + "memory.limit_in_bytes", limit + "\n");
    file(folder + "memory.usage_in_bytes", used + "\n");
    file(
        folder + "memory.stat",
        "inactive_file 1\nactive_file 2\ntotal_inactive_file %d\ntotal_active_file %d\n"
            .formatted(cached / 2, cached / 2));
  }

  private void v2(String group, String max, String high, long used, long cached)
      throws IOException {
    String folder = "sys/fs/cgroup/" + group + "/";
    file(folder + "memory.max", max + "\n");
    file(folder + "memory.high", high + "\n");
    file(folder + "memory.current", used + "\n");
    file(
        folder + "memory.stat",
        "anon 12345\ninactive_file %d\nactive_file %d\n".formatted(cached / 2, cached / 2));
  }

  @Test
  void withoutControlGroupsItIsThatOfTheMachine() {
    assertThat(available()).isEqualTo(8192 * MIB);
  }

  @Test
  void itIsUnknownOnOtherSystems() throws IOException {
    Files.delete(root.resolve("proc/meminfo"));
    assertThat(available()).isZero();
  }

  @Test
  void theLimitOfAGroupCountsWithItsPageCacheAsAvailable() throws IOException {
    file("proc/self/mountinfo", V2_MOUNTS);
    file("proc/self/cgroup", "0::/app\n");
    v2("app", "" + 1024 * MIB, "max", 900 * MIB, 600 * MIB);
    assertThat(available()).isEqualTo(724 * MIB);
  }

  @Test
  void theHighLimitCountsIfItIsLower() throws IOException {
    file("proc/self/mountinfo", V2_MOUNTS);
    file("proc/self/cgroup", "0::/app\n");
    v2("app", "" + 1024 * MIB, "" + 512 * MIB, 100 * MIB, 0);
    assertThat(available()).isEqualTo(412 * MIB);
    v2("app", "max", "max", 100 * MIB, 0);
    assertThat(available()).isEqualTo(8192 * MIB);
  }

  @Test
  void outerGroupsLimitInnerOnes() throws IOException {
    file("proc/self/mountinfo", V2_MOUNTS);
    file("proc/self/cgroup", "0::/outer/middle/app\n");
    v2("outer/middle/app", "" + 4096 * MIB, "max", 0, 0);
    v2("outer", "" + 1024 * MIB, "max", 1000 * MIB, 200 * MIB);
    assertThat(available()).isEqualTo(224 * MIB);
  }

  @Test
  void aGroupAboveItsLimitHasNothingAvailable() throws IOException {
    file("proc/self/mountinfo", V2_MOUNTS);
    file("proc/self/cgroup", "0::/app\n");
    v2("app", "" + 1024 * MIB, "" + 512 * MIB, 600 * MIB, 0);
    assertThat(available()).isZero();
  }

  @Test
  void versionOneHasSumsOverInnerGroups() throws IOException {
    file("proc/self/mountinfo", V1_MOUNTS);
    file("proc/self/cgroup", "5:cpu,cpuacct:/other\n4:memory:/app\n0::/\n");
    v1("app", "" + 1024 * MIB, 900 * MIB, 600 * MIB);
    v1("", NO_LIMIT_IN_V1, 5000 * MIB, 0);
    assertThat(available()).isEqualTo(724 * MIB);
    v1("app", NO_LIMIT_IN_V1, 900 * MIB, 600 * MIB);
    assertThat(available()).isEqualTo(8192 * MIB);
  }

  /** A container may see its group as the root of the mount, under the path outside of it. */
  @Test
  void aContainerFindsItsOwnGroup() throws IOException {
    file("proc/self/mountinfo", V1_MOUNTS.replace("0:27 / ", "0:27 /docker/abc "));
    file("proc/self/cgroup", "4:memory:/docker/abc\n");
    v1("", "" + 1024 * MIB, 24 * MIB, 0);
    assertThat(available()).isEqualTo(1000 * MIB);
    file("proc/self/cgroup", "4:memory:/../../elsewhere\n");
    assertThat(available()).isEqualTo(1000 * MIB);
  }

  @Test
  void filesThatAreMissingLimitNothing() throws IOException {
    file("proc/self/mountinfo", V2_MOUNTS);
    file("proc/self/cgroup", "0::/app\n");
    file("sys/fs/cgroup/app/memory.max", 1024 * MIB + "\n");
    assertThat(available()).isEqualTo(8192 * MIB);
  }
}
