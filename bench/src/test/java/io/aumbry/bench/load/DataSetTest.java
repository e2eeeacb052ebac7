package io.aumbry.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.bench.form.HttpEndpoint;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.protocol.runtime.Time;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DataSetTest {
  private static final SizeDistribution SIZES = SizeDistribution.parse("100B-3KiB");

  private final FakeAmbry ambry = new FakeAmbry();
  private final Time time = new SystemTime();
  private final LoadGenerator generator =
      LoadGenerator.http(
          new Target(
              List.of(HttpEndpoint.parse(ambry.url())), Map.of(), Duration.ofSeconds(30), true),
          4,
          new BlobContent(5),
          time,
          new SystemPacer(time));

  @TempDir private Path folder;

  @AfterEach
  void close() {
    generator.close();
    ambry.close();
  }

  private DataSet upload(long count) {
    return DataSet.upload(generator, Workload.put(SIZES, 5, new AtomicLong()), count, 5);
  }

  @Test
  void uploadedBlobsAreReadAndVerifiedByAllConnections() {
    DataSet set = upload(50);
    assertThat(set.blobs()).hasSize(50);
    assertThat(ambry.count()).isEqualTo(50);
    LoadGenerator.Result result =
        generator.run(Workload.get(set.blobs(), 1), new Schedule.ClosedLoop(), Limit.requests(400));
    assertThat(result.tally().failures()).isEmpty();
    assertThat(result.tally().requests()).isEqualTo(400);
  }

  @Test
  void aFileKeepsTheSet() throws IOException {
    DataSet set = upload(10);
    Path file = folder.resolve("ids");
    set.write(file);
    assertThat(DataSet.read(file)).isEqualTo(set);
    assertThat(set.isVerifiable()).isTrue();
  }

  @Test
  void aFileOfIdsAloneIsReadButCannotBeVerified() throws IOException {
    Path file = Files.writeString(folder.resolve("ids"), "AAEC\n\n# a comment\n/AAED 3 100\n");
    DataSet set = DataSet.read(file);
    assertThat(set.blobs())
        .containsExactly(
            new StoredBlob("/AAEC", new Expected.Unknown()),
            new StoredBlob("/AAED", new Expected.Known(3, 100)));
    assertThat(set.isVerifiable()).isFalse();
  }

  @Test
  void badFilesAreRefused() throws IOException {
    Path two = Files.writeString(folder.resolve("two"), "AAEC 1\n");
    assertThatThrownBy(() -> DataSet.read(two)).hasMessageContaining("AAEC 1");
    Path none = Files.writeString(folder.resolve("none"), "# seed 4\n");
    assertThatThrownBy(() -> DataSet.read(none)).hasMessageContaining("without blobs");
  }

  @Test
  void aFailedUploadGivesTheReason() {
    ambry.refuseWith(507);
    assertThatThrownBy(() -> upload(3))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("PUT HTTP 507");
  }

  @Test
  void theCountFitsTheBytesAndIsNeverZero() {
    assertThat(DataSet.count(new SizeDistribution.Fixed(4096), 1 << 20)).isEqualTo(256);
    assertThat(DataSet.count(new SizeDistribution.Fixed(4 << 20), 1 << 20)).isEqualTo(1);
    assertThat(DataSet.count(new SizeDistribution.Fixed(0), 1 << 20)).isEqualTo(1 << 20);
  }

  @Test
  void filesHaveTheContentOfTheirNumbers() throws IOException {
    BlobContent content = new BlobContent(5);
    DataSet set = FileSet.write(folder, content, 70_000, 2);
    assertThat(set.blobs())
        .containsExactly(
            new StoredBlob("/70000/0", new Expected.Known(0, 70_000)),
            new StoredBlob("/70000/1", new Expected.Known(1, 70_000)));
    byte[] bytes = Files.readAllBytes(folder.resolve("70000/1"));
    assertThat(bytes).hasSize(70_000);
    assertThat(content.mismatch(1, 0, bytes, bytes.length)).isEqualTo(-1);
  }
}
