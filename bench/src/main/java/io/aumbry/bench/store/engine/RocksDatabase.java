package io.aumbry.bench.store.engine;

import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.CompressionType;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Statistics;

/**
 * An open database with large values in blob files. The options follow its guide for this load:
 * values under 1 KiB stay in the tree, nothing is compressed because the content is random, tables
 * have filters, logs are recycled, and garbage in blob files is collected.
 */
final class RocksDatabase implements AutoCloseable {
  private static final long MIN_BLOB = 1024;
  private static final long BLOB_FILE = 256L << 20;
  private static final long WRITE_BUFFER = 64L << 20;
  private static final int WRITE_BUFFERS = 4;
  private static final long BLOCK_CACHE = 64L << 20;
  private static final int FILTER_BITS = 10;
  private static final int RECYCLED_LOGS = 4;

  /** As much as Aumbry's writer puts behind one sync. */
  private static final long WRITE_GROUP = 32L << 20;

  private final Cache cache = new LRUCache(BLOCK_CACHE);
  private final BloomFilter filter = new BloomFilter(FILTER_BITS);
  private final Options options;
  private final RocksDB database;

  /**
   * @param collected the share of the blob files, oldest first, in which garbage is collected
   */
  RocksDatabase(String folder, Statistics statistics, double collected) {
    this.options =
        new Options()
            .setCreateIfMissing(true)
            .setEnableBlobFiles(true)
            .setMinBlobSize(MIN_BLOB)
            .setBlobFileSize(BLOB_FILE)
            .setEnableBlobGarbageCollection(true)
            .setBlobGarbageCollectionAgeCutoff(collected)
            .setCompressionType(CompressionType.NO_COMPRESSION)
            .setBlobCompressionType(CompressionType.NO_COMPRESSION)
            .setWriteBufferSize(WRITE_BUFFER)
            .setMaxWriteBufferNumber(WRITE_BUFFERS)
            .setRecycleLogFileNum(RECYCLED_LOGS)
            .setMaxWriteBatchGroupSizeBytes(WRITE_GROUP)
            .setStatistics(statistics)
            .setTableFormatConfig(
                new BlockBasedTableConfig().setBlockCache(cache).setFilterPolicy(filter))
            .setIncreaseParallelism(Runtime.getRuntime().availableProcessors());
    try {
      this.database = RocksDB.open(options, folder);
    } catch (RocksDBException e) {
      throw new IllegalStateException("RocksDB cannot open " + folder, e);
    }
  }

  RocksDB database() {
    return database;
  }

  @Override
  public void close() {
    database.close();
    options.close();
    filter.close();
    cache.close();
  }
}
