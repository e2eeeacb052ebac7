package io.aumbry.bench.catalog;

import io.aumbry.catalog.command.NameChange;
import io.aumbry.catalog.name.BlobName;
import io.aumbry.catalog.name.ContainerRef;
import io.aumbry.catalog.name.KeyBytes;
import io.aumbry.catalog.name.NameVersion;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.runtime.Time;
import java.util.Locale;
import java.util.UUID;
import java.util.random.RandomGenerator;

/**
 * Names in a tree: 1,000 in each folder of the first level, and 10 in each of the second level.
 *
 * @param writer has an open lease
 */
record BenchNames(ContainerRef container, UUID writer, Time time) {
  private static final int PER_FOLDER = 1000;
  private static final int PER_SUBFOLDER = 10;
  private static final int BYTES = 4096;

  BlobName name(long number) {
    long folder = number / PER_FOLDER;
    long subfolder = number % PER_FOLDER / PER_SUBFOLDER;
    String key = String.format(Locale.ROOT, "%06d/%02d/name-%09d", folder, subfolder, number);
    return new BlobName(container, KeyBytes.of(key));
  }

  NameChange.Put put(long number, RandomGenerator random) {
    long nowMillis = time.wallMillis();
    BlobId.Owner owner = new BlobId.Owner(1, container.account(), container.container(), false);
    BlobId blob = BlobId.create(owner, BlobKind.SIMPLE, 0, nowMillis, random);
    return new NameChange.Put(
        name(number),
        new NameVersion.Content(blob, BYTES, NameVersion.NEVER),
        NameChange.Put.Mode.CREATE,
        writer,
        nowMillis,
        random.nextLong());
  }
}
