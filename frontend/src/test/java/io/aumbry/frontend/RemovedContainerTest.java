package io.aumbry.frontend;

import static io.aumbry.frontend.HttpRest.header;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.aumbry.catalog.SqlCatalog;
import io.aumbry.catalog.account.Account;
import io.aumbry.catalog.account.Container;
import io.aumbry.catalog.account.ContainerRules;
import io.aumbry.catalog.command.AccountCommand;
import io.aumbry.catalog.command.UploadCommand;
import io.aumbry.catalog.name.BlobName;
import io.aumbry.catalog.name.ContainerRef;
import io.aumbry.catalog.name.KeyBytes;
import io.aumbry.catalog.sql.CatalogConfig;
import io.aumbry.catalog.sql.name.SqlDatasets;
import io.aumbry.catalog.sql.name.SqlNames;
import io.aumbry.catalog.sql.upload.SqlUploads;
import io.aumbry.catalog.upload.MultipartUpload;
import io.aumbry.catalog.upload.Part;
import io.aumbry.catalog.upload.UploadId;
import io.aumbry.catalog.upload.UploadRef;
import io.aumbry.config.Settings;
import io.aumbry.frontend.account.BuiltInAccounts;
import io.aumbry.frontend.account.ContainerConfig;
import io.aumbry.frontend.name.Environment;
import io.aumbry.frontend.name.NameUpkeep;
import io.aumbry.frontend.name.NamedUpload;
import io.aumbry.frontend.name.NamesConfig;
import io.aumbry.frontend.name.catalog.CatalogIds;
import io.aumbry.frontend.name.catalog.CatalogLeases;
import io.aumbry.frontend.name.catalog.CatalogRemovals;
import io.aumbry.frontend.name.catalog.CatalogTrash;
import io.aumbry.frontend.rest.Gate;
import io.aumbry.frontend.rest.named.NameServices;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.BlockingThreads;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Patience;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.transport.loop.EventLoopConfig;
import io.aumbry.transport.loop.EventLoops;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The life of a deleted container, over real HTTP and a SQLite catalog. */
final class RemovedContainerTest {
  private static final Duration RETENTION = Duration.ofHours(2);

  private final NamedCluster.ShiftedTime time = new NamedCluster.ShiftedTime();
  private final MemoryRouter router = new MemoryRouter(time, new Random(1));
  private final EventLoops loops = EventLoops.start(EventLoopConfig.defaults(), time);
  private final Metrics metrics = new Metrics();
  private SqlCatalog catalog;
  private SqlNames names;
  private SqlUploads multipart;
  private NameUpkeep upkeep;
  private HttpRest http;

  @BeforeEach
  void start(@TempDir Path folder) {
    Carrier carrier = loops.carriers().getFirst();
    catalog =
        SqlCatalog.open(
            CatalogConfig.defaults().withUrl("sqlite:" + folder.resolve("catalog.db")),
            folder.resolve("snapshot"),
            new SqlCatalog.Environment(
                BlockingThreads.ofPlatform(), carrier, new Random(1), metrics));
    BuiltInAccounts accounts =
        new BuiltInAccounts(
            Settings.read(
                ContainerConfig.class,
                Map.of("frontend.container-retention", RETENTION.toMinutes() + "m")),
            catalog::snapshot);
    names = new SqlNames(catalog.database(), Duration.ofSeconds(10));
    multipart = new SqlUploads(catalog.database());
    upkeep =
        NameUpkeep.start(
            "fe",
            new NameUpkeep.Catalog(
                new CatalogLeases(names),
                new CatalogIds(names),
                new CatalogTrash(names, multipart),
                new CatalogRemovals(catalog, names, multipart, accounts.retention())),
            router,
            config(),
            new Environment(carrier, new Random(2), metrics));
    NamedUpload uploads = new NamedUpload(router, upkeep.leases(), config(), metrics);
    NameServices services =
        new NameServices(names, new SqlDatasets(catalog.database()), multipart, uploads);
    http =
        new HttpRest(
            new Frontend(
                new Frontend.Services(
                    router,
                    new FixedCluster(),
                    accounts,
                    new Frontend.Catalogued(
                        Optional.of(catalog), Optional.of(services), Optional.empty()),
                    Rest.MINT,
                    Gate.open(),
                    _ -> {}),
                Rest.IDENTITY,
                Rest.CONFIG,
                time,
                new Random(3),
                metrics),
            loops);
  }

  private static NamesConfig config() {
    NamesConfig defaults = NamesConfig.defaults();
    Duration often = Duration.ofMillis(20);
    NamesConfig.Removing removal = defaults.removal();
    return new NamesConfig(
        new NamesConfig.Lease(
            often,
            Duration.ofDays(1),
            Duration.ofDays(2),
            defaults.lease().asking(),
            defaults.lease().resolving()),
        defaults.sweep(),
        new NamesConfig.Trashing(often, Duration.ofMillis(1)),
        new NamesConfig.Removing(
            often, Duration.ofMillis(1), Duration.ofMillis(1), removal.skew(), removal.search()));
  }

  @AfterEach
  void stop() {
    http.close();
    upkeep.stop(context());
    catalog.close();
    loops.close();
  }

  private RequestContext context() {
    return new RequestContext(
        "test", loops.carriers().getFirst(), Deadline.after(Patience.LIMIT, time));
  }

  private HttpResponse<String> post(String target, String body) {
    HttpResponse<String> reply = http.send(http.to(target).POST(BodyPublishers.ofString(body)));
    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
    return reply;
  }

  private void create(int account, String name) {
    post(
        "/accounts",
        """
        {"accounts":[{"accountId":%d,"accountName":"%s","containers":[
          {"containerId":1,"containerName":"box","ttlRequired":false,"namedBlobMode":"OPTIONAL"}]}]}
        """
            .formatted(account, name));
  }

  private JsonNode box(String account) throws JsonProcessingException {
    HttpResponse<String> reply =
        http.get(
            "/accounts/containers?x-ambry-target-account-name=%s&x-ambry-target-container-name=box"
                .formatted(account));
    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
    return new ObjectMapper().readTree(reply.body()).get("containers").get(0);
  }

  private void status(String account, String status) throws JsonProcessingException {
    JsonNode box = box(account);
    ((ObjectNode) box).put("status", status);
    post(
        "/accounts/containers?x-ambry-target-account-name=" + account,
        "{\"containers\":[" + box + "]}");
  }

  private String named(String account, String name) {
    HttpResponse<String> put =
        Patience.await()
            .until(
                () ->
                    http.send(
                        http.to("/named/" + account + "/box/" + name)
                            .header("x-ambry-service-id", "tests")
                            .header("x-ambry-content-type", "text/plain")
                            .PUT(BodyPublishers.ofString(name))),
                reply -> reply.statusCode() == 201);
    return header(put, "location");
  }

  private String unnamed(String account) {
    HttpResponse<String> put = http.send(http.upload(account, "box", "content"));
    assertThat(put.statusCode()).as(put.body()).isEqualTo(201);
    return header(put, "location");
  }

  private List<BlobId> blobsOf(int account) {
    return router.live().stream().filter(id -> id.account() == account).toList();
  }

  private void awaitRemoval(String account) {
    Patience.await()
        .until(() ->
            catalog.snapshot().byName(account).flatMap(each -> each.container("box")).stream()
                .allMatch(each -> each.state().status() == Container.Status.INACTIVE));
  }

  @Test
  void blobsByIdAndByNameVanishAfterTheRetentionAndOthersStay() throws JsonProcessingException {
    create(7, "seven");
    create(8, "eight");
    List<String> doomed = List.of(unnamed("seven"), named("seven", "a"), named("seven", "b"));
    List<String> kept = List.of(unnamed("eight"), named("eight", "a"));
    status("seven", "DELETE_IN_PROGRESS");
    JsonNode deleted = box("seven");
    assertThat(deleted.get("restorableUntil").asLong())
        .isEqualTo(deleted.get("deleteTriggerTime").asLong() + RETENTION.toMillis());
    doomed.forEach(id -> assertThat(http.get(id).statusCode()).isEqualTo(410));
    assertThat(blobsOf(7)).hasSize(3);
    time.advance(RETENTION.plus(config().removal().skew()));
    awaitRemoval("seven");
    assertThat(blobsOf(7)).isEmpty();
    assertThat(box("seven").get("status").asText()).isEqualTo("INACTIVE");
    assertThat(box("seven").has("restorableUntil")).isFalse();
    doomed.forEach(id -> assertThat(http.get(id).statusCode()).isEqualTo(410));
    kept.forEach(id -> assertThat(http.get(id).statusCode()).isEqualTo(200));
    assertThat(http.get("/named/eight/box/a").body()).isEqualTo("a");
    assertThat(metrics.value("aumbry_frontend_removal_deleted_total")).isEqualTo(3);
  }

  @Test
  void aContainerThatIsRestoredWithinTheRetentionKeepsItsBlobs() throws JsonProcessingException {
    create(7, "seven");
    create(9, "nine");
    String id = named("seven", "a");
    unnamed("nine");
    status("seven", "DELETE_IN_PROGRESS");
    status("nine", "DELETE_IN_PROGRESS");
    time.advance(RETENTION.minusMinutes(1));
    status("seven", "ACTIVE");
    assertThat(box("seven").get("deleteTriggerTime").asLong()).isZero();
    time.advance(RETENTION.multipliedBy(2));
    awaitRemoval("nine");
    assertThat(blobsOf(9)).isEmpty();
    assertThat(http.get(id).body()).isEqualTo("a");
    assertThat(http.get("/named/seven/box/a").body()).isEqualTo("a");
  }

  /** Begins uploads to a container, the last one with a part. */
  private List<UploadRef> uploads(int account, int count, BlobId part) {
    List<UploadRef> begun = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      BlobName name = new BlobName(new ContainerRef(account, 1), KeyBytes.of("upload-" + i));
      UploadRef ref = new UploadRef(name, UploadId.create(time.wallMillis(), new Random(i)));
      MultipartUpload.Attributes attributes =
          new MultipartUpload.Attributes(MultipartUpload.Summary.NONE, "{}");
      multipart.apply(new UploadCommand.Create(ref, attributes, time.wallMillis()), context());
      begun.add(ref);
    }
    Part first = new Part(1, part, 1, new Part.Digest("e", ""), time.wallMillis());
    String writer =
        Patience.await()
            .until(() -> names.writers(context()), all -> !all.isEmpty())
            .getFirst()
            .writer();
    assertThat(
            multipart.apply(new UploadCommand.PutPart(begun.getLast(), first, writer), context()))
        .isEqualTo(new UploadCommand.PutPart.Stored(first));
    return begun;
  }

  private boolean isKnown(UploadRef upload) {
    return multipart.find(upload, context()).isPresent();
  }

  @Test
  void uploadsInPartsEndWithTheirContainerAndOthersStay() throws JsonProcessingException {
    create(7, "seven");
    create(8, "eight");
    BlobId doomedPart = BlobId.parse(unnamed("seven").substring(1));
    BlobId keptPart = BlobId.parse(unnamed("eight").substring(1));
    List<UploadRef> doomed = uploads(7, 130, doomedPart);
    List<UploadRef> kept = uploads(8, 2, keptPart);
    status("seven", "DELETE_IN_PROGRESS");
    time.advance(RETENTION.minusMinutes(1));
    assertThat(doomed).as("until the retention ends").allMatch(this::isKnown);
    time.advance(config().removal().skew().plusMinutes(1));
    awaitRemoval("seven");
    assertThat(doomed).noneMatch(this::isKnown);
    assertThat(multipart.isPart(doomedPart, context())).isFalse();
    assertThat(http.get("/" + doomedPart).statusCode()).isEqualTo(410);
    assertThat(kept).allMatch(this::isKnown);
    assertThat(multipart.isPart(keptPart, context())).isTrue();
    assertThat(http.get("/" + keptPart).statusCode()).isEqualTo(200);
  }

  /** Its blobs would be those of the account that every cluster has. */
  @Test
  void anAccountThatTheBuiltInOneHidesLosesNothing() throws JsonProcessingException {
    create(9, "nine");
    HttpResponse<String> put = http.send(http.upload("aumbry", "public", "content"));
    String id = header(put, "location");
    long now = time.wallMillis();
    catalog.apply(
        new AccountCommand.PutAccounts(
            List.of(
                new Account(
                    BuiltInAccounts.ID,
                    "hidden",
                    new Account.State(true, 0, 0, false, Account.QuotaResource.ACCOUNT),
                    List.of(
                        new Container(
                            1,
                            "box",
                            new Container.State(
                                Container.Status.DELETE_IN_PROGRESS, 0, 0, 1, false),
                            ContainerRules.DEFAULTS)))),
            RETENTION,
            now),
        context());
    status("nine", "DELETE_IN_PROGRESS");
    time.advance(RETENTION.multipliedBy(3));
    awaitRemoval("nine");
    assertThat(http.get(id).body()).isEqualTo("content");
  }
}
