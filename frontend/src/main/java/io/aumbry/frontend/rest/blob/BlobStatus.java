package io.aumbry.frontend.rest.blob;

import io.aumbry.frontend.rest.Answer;
import io.aumbry.frontend.rest.BlobAddress;
import io.aumbry.frontend.rest.Call;
import io.aumbry.frontend.rest.Refusal;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.BlobState;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.protocol.cluster.ClusterViews;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.router.ReplicaStatus;
import io.aumbry.router.ReplicaStatus.Absent;
import io.aumbry.router.ReplicaStatus.Held;
import io.aumbry.router.ReplicaStatus.Unknown;
import io.aumbry.router.Router;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** {@code GET /id/Status}: the replicas that hold a blob now, as their nodes say. */
public final class BlobStatus {
  /** The order in which replicas merge states: the later life, and in it the delete. */
  private static final Comparator<BlobState> LIFE =
      Comparator.comparingInt(BlobState::lifeVersion).thenComparing(BlobState::deleted);

  private final Router router;
  private final ClusterViews views;

  /**
   * The answer.
   *
   * @param chunked whether the records are manifests, and their sizes and checksums those of
   *     manifests
   * @param expirationTimeMs absent without an expiry
   * @param lifeVersion of the latest state that a replica reports, as the two before it
   */
  private record Document(
      String blobId,
      long blobSize,
      boolean chunked,
      Optional<Long> expirationTimeMs,
      boolean deleted,
      int lifeVersion,
      List<Site> dataCenters) {}

  private record Site(String name, int id, long holding, List<Copy> replicas) {}

  /**
   * A replica.
   *
   * @param content present if the replica holds the record
   * @param reason why it does not, or why nothing is known
   */
  private record Copy(
      String node,
      String address,
      String state,
      boolean holds,
      Optional<Content> content,
      Optional<String> reason) {}

  /** A record that was read whole and matches its checksums. */
  private record Content(
      long size,
      String crc32c,
      int lifeVersion,
      boolean deleted,
      Optional<Long> expirationTimeMs) {}

  public BlobStatus(Router router, ClusterViews views) {
    this.router = router;
    this.views = views;
  }

  public Answer answer(BlobAddress blob, Call call) {
    Reads.requireNoRange(call);
    Reads.requireKnownOption(call);
    List<ReplicaStatus> all = router.status(blob.id(), call.forTransfer());
    List<Held> held =
        all.stream()
            .map(ReplicaStatus::finding)
            .filter(Held.class::isInstance)
            .map(Held.class::cast)
            .toList();
    if (held.isEmpty() && all.stream().allMatch(each -> each.finding() instanceof Absent)) {
      throw Refusal.absent(absence(all));
    }
    return Answer.json(document(blob, held, all), call.headers());
  }

  private static Absence absence(List<ReplicaStatus> all) {
    return all.stream()
        .map(status -> ((Absent) status.finding()).absence())
        .filter(absence -> absence != Absence.NOT_FOUND)
        .findFirst()
        .orElse(Absence.NOT_FOUND);
  }

  private Document document(BlobAddress blob, List<Held> held, List<ReplicaStatus> all) {
    Optional<BlobState> latest = held.stream().map(Held::state).max(LIFE);
    return new Document(
        blob.id().toString(),
        held.stream().mapToLong(each -> each.properties().size()).findFirst().orElse(0),
        blob.id().kind() == BlobKind.MANIFEST,
        latest.flatMap(BlobStatus::expiry),
        latest.map(BlobState::deleted).orElse(false),
        latest.map(BlobState::lifeVersion).orElse(0),
        views.current().dataCenters().stream()
            .map(dataCenter -> site(dataCenter, all))
            .filter(site -> !site.replicas().isEmpty())
            .toList());
  }

  private static Site site(DataCenter dataCenter, List<ReplicaStatus> all) {
    List<Copy> copies =
        all.stream()
            .filter(status -> status.replica().node().dataCenter() == dataCenter.id())
            .map(BlobStatus::copy)
            .toList();
    long holding = copies.stream().filter(Copy::holds).count();
    return new Site(dataCenter.name(), dataCenter.id(), holding, copies);
  }

  private static Copy copy(ReplicaStatus status) {
    Replica replica = status.replica();
    Optional<Content> content =
        status.finding() instanceof Held held ? Optional.of(content(held)) : Optional.empty();
    return new Copy(
        replica.node().id().name(),
        replica.node().endpoint().toString(),
        replica.state().name(),
        content.isPresent(),
        content,
        reason(status));
  }

  private static Content content(Held held) {
    return new Content(
        held.contentSize(),
        BlobFields.checksumText(held.checksum()),
        held.state().lifeVersion(),
        held.state().deleted(),
        expiry(held.state()));
  }

  private static Optional<String> reason(ReplicaStatus status) {
    return switch (status.finding()) {
      case Held _ -> Optional.empty();
      case Absent(Absence absence) -> Optional.of(absence.name());
      // The rest of the reason names files and peers of the node; its log has it.
      case Unknown unknown -> Optional.of(unknown.code().name());
    };
  }

  private static Optional<Long> expiry(BlobState state) {
    return state.expiryMillis() == Expiry.NEVER
        ? Optional.empty()
        : Optional.of(state.expiryMillis());
  }
}
