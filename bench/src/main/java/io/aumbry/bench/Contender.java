package io.aumbry.bench;

import io.aumbry.bench.load.DataSet;
import io.aumbry.bench.load.LoadGenerator;
import io.aumbry.bench.load.LoadOperation;
import io.aumbry.bench.load.SizeDistribution;
import io.aumbry.bench.load.Workload;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A target of a comparison.
 *
 * @param bench measures it and its processes
 * @param generator with its connections
 * @param sets the blobs to read, by size
 * @param operations to measure
 */
record Contender(
    String name,
    Bench bench,
    LoadGenerator generator,
    Map<Long, DataSet> sets,
    Set<LoadOperation> operations) {
  Contender {
    sets = Map.copyOf(sets);
    operations = Set.copyOf(operations);
  }

  Workload workload(LoadOperation operation, long size, long seed, AtomicLong numbers) {
    return switch (operation) {
      case PUT -> Workload.put(new SizeDistribution.Fixed(size), seed, numbers);
      case GET -> {
        DataSet set = sets.get(size);
        if (set == null) {
          throw new IllegalArgumentException(name + " has no blob of " + size + " bytes to read");
        }
        yield Workload.get(set.blobs(), seed);
      }
    };
  }
}
