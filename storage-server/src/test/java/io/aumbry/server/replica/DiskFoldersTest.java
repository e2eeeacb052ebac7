package io.aumbry.server.replica;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class DiskFoldersTest {
  private static final UUID A = new UUID(1, 0xA);
  private static final UUID B = new UUID(1, 0xB);
  private static final UUID C = new UUID(1, 0xC);

  private final DiskFolders places = new DiskFolders(Map.of("/data/1", A, "/data/2", B));

  private static Optional<String> objection(DiskFolders places, String folder, UUID... found) {
    return places.objection(
        folder,
        List.of(found).stream().findFirst(),
        disk -> disk.equals(C) ? Optional.of("node-9") : Optional.empty());
  }

  @Test
  void expectedAndNewDisksAreAccepted() {
    assertThat(objection(places, "/data/1", A)).isEmpty();
    assertThat(objection(places, "/data/3")).as("a new folder").isEmpty();
    assertThat(objection(places, "/data/3", new UUID(1, 0xD))).as("nobody's disk").isEmpty();
  }

  @Test
  void anUnmountedDiskIsRefused() {
    assertThat(objection(places, "/data/1"))
        .contains(
            "/data/1 should have disk 00000000-0000-0001-0000-00000000000a and has none: is it"
                + " mounted?; mount the right disk, or declare it lost with"
                + " storage.lost-disks=00000000-0000-0001-0000-00000000000a");
  }

  @Test
  void disksThatSwappedFoldersAreBothRefused() {
    assertThat(objection(places, "/data/1", B))
        .hasValueSatisfying(
            text -> assertThat(text).contains("/data/1", A.toString(), B.toString()));
    assertThat(objection(places, "/data/2", A)).isPresent();
  }

  @Test
  void aDiskOfAnotherNodeIsRefusedEverywhere() {
    assertThat(objection(places, "/data/1", C)).isPresent();
    assertThat(objection(places, "/data/3", C))
        .contains("/data/3 has disk " + C + ", which belongs to node node-9");
  }

  @Test
  void aDiskInTwoFoldersIsRefused() {
    assertThat(objection(places, "/data/3", A))
        .contains("/data/3 has disk " + A + ", which belongs in /data/1");
  }

  @Test
  void theFolderOfALostDiskAcceptsAnotherDisk() {
    DiskFolders rest = places.without(List.of(A));
    assertThat(objection(rest, "/data/1")).isEmpty();
    assertThat(objection(rest, "/data/1", new UUID(1, 0xD))).isEmpty();
    assertThat(objection(rest, "/data/1", B)).as("it belongs elsewhere").isPresent();
    assertThat(objection(rest.with("/data/1", C).without(List.of(A)), "/data/1"))
        .as("that one is lost does not excuse the next")
        .isPresent();
  }

  @Test
  void aDiskMovesWithItsFolder() {
    DiskFolders renamed = places.within(List.of("/mnt/1", "/data/2"));
    assertThat(objection(renamed, "/mnt/1", A)).isEmpty();
    assertThat(objection(renamed, "/data/2", B)).isEmpty();
  }
}
