package io.aumbry.catalog.sql.upload;

import io.aumbry.protocol.blob.BlobId;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/** Tests of multi-part uploads in one database, which is empty before each test. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class UploadsTestBase {
  protected UploadsFixture on;

  /** The URL of an empty database. */
  abstract String url() throws Exception;

  @BeforeAll
  void open() throws Exception {
    on = new UploadsFixture(url());
  }

  @BeforeEach
  void clear() {
    on.names.clear();
  }

  @AfterAll
  void close() {
    on.close();
  }

  protected final Set<BlobId> known(List<BlobId> blobs) {
    return on.names.names.known(blobs, on.names.carrier.patient());
  }
}
