package io.aumbry.cluster.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.cluster.TestCluster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.helix.zookeeper.datamodel.ZNRecord;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real ZooKeeper with mutual TLS, and various clients. */
class ZooKeeperTlsTest {
  private static final int PARTITIONS = 4;

  @TempDir Path folder;
  private TestAuthority authority;
  private TestCluster cluster;

  @BeforeEach
  void start() throws Exception {
    authority = new TestAuthority(folder, "cluster");
    cluster = new TestCluster(1, folder, Optional.of(authority.identity("process")));
  }

  @AfterEach
  void stop() {
    cluster.close();
    ZooKeeperTls.inThisProcess(Optional.empty());
  }

  @Test
  void aClusterWorksWhoseProcessesAllHaveCertificates() throws Exception {
    cluster.control("controller-1", PARTITIONS, 3);
    cluster.joinThree();
    cluster.settle(cluster.watch(), PARTITIONS);
  }

  @Test
  void afterARestartOfZooKeeperItsClientsComeBack() throws Exception {
    try (ZooKeeperSession session = new ZooKeeperSession(cluster.address)) {
      assertThat(create(session, "/before")).isTrue();
      cluster.stopZooKeeper();
      cluster.startZooKeeper();
      assertThat(session.children("/")).contains("before");
    }
  }

  private static boolean create(ZooKeeperSession session, String path) throws Exception {
    ZNRecord record = new ZNRecord("record");
    return session.create(List.of(new ZooKeeperClient.Node(path, Optional.of(record))));
  }

  @Test
  void aProcessOfAnotherAuthorityIsRefusedAndSaysWhy() throws Exception {
    TestAuthority stranger = new TestAuthority(folder, "stranger");
    ClusterIdentity own = stranger.identity("process");
    assertThat(reached(cluster.address.withIdentity(own))).isFalse();
    assertThat(ZooKeeperProbe.reason(cluster.address.withIdentity(own)))
        .contains(
            cluster.address.zkConnect()
                + " has a certificate that does not belong to this cluster");

    ClusterIdentity trusting =
        new ClusterIdentity(
            authority.identity("any").authority(), own.certificate(), own.key(), own.folder());
    assertThat(reached(cluster.address.withIdentity(trusting))).isFalse();
    assertThat(ZooKeeperProbe.reason(cluster.address.withIdentity(trusting)))
        .contains("refuses the certificate of this process");
  }

  @Test
  void aProcessWithoutTlsIsRefusedAndSaysWhy() throws Exception {
    ClusterAddress plain =
        new ClusterAddress("aumbry-dc1", cluster.address.zkConnect(), TestCluster.SESSION);
    assertThat(reached(plain)).isFalse();
    assertThat(ZooKeeperProbe.reason(plain)).endsWith("it may require TLS");
  }

  @Test
  void aProcessWithTlsRefusesAZooKeeperWithoutIt() throws Exception {
    try (TestCluster plain = new TestCluster(2, folder)) {
      ClusterAddress secured = plain.address.withIdentity(authority.identity("other"));
      assertThat(reached(secured)).isFalse();
      assertThat(ZooKeeperProbe.reason(secured)).contains("TLS");
    }
  }

  /** Whether a client's first call is answered. The call fails when the first connection does. */
  private static boolean reached(ClusterAddress address) throws Exception {
    ZooKeeper client =
        new ZooKeeper(
            address.zkConnect(),
            (int) TestCluster.SESSION.toMillis(),
            _ -> {},
            ZooKeeperTls.client(address.identity()));
    try {
      client.getData("/", false, new Stat());
      return true;
    } catch (KeeperException.ConnectionLossException e) {
      return false;
    } finally {
      client.close();
    }
  }

  @Test
  void aRenewedCertificateIsTakenForTheNextConnection() throws Exception {
    ClusterIdentity identity = authority.identity("renewed");
    String before = store(identity);
    assertThat(store(identity)).isEqualTo(before);
    Files.setLastModifiedTime(identity.certificate(), FileTime.fromMillis(1_000_000));
    assertThat(store(identity)).isNotEqualTo(before);
  }

  private static String store(ClusterIdentity identity) {
    return ZooKeeperTls.client(Optional.of(identity))
        .getProperty("zookeeper.ssl.keyStore.location");
  }

  @Test
  void theCopyOfTheKeyIsForItsOwnerOnlyAndUnderAPassword() throws Exception {
    ClusterIdentity identity = authority.identity("careful");
    Path copy = Path.of(store(identity));
    assertThat(Files.getPosixFilePermissions(copy))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    assertThat(copy).hasParent(identity.folder().toAbsolutePath());
    try (Stream<String> lines = Files.lines(copy, java.nio.charset.StandardCharsets.ISO_8859_1)) {
      assertThat(lines).noneMatch(line -> line.contains("PRIVATE KEY"));
    }
  }
}
