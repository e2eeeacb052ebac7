package io.aumbry.tests.simulation.scenario;

import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.message.ReadResult;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.store.BlobAccess.ReadOptions;
import io.aumbry.tests.simulation.cluster.OpenReplica;
import io.aumbry.tests.simulation.engine.Finding;
import io.aumbry.tests.simulation.load.Agreement;
import io.aumbry.tests.simulation.load.KeptBlob;
import java.time.Duration;
import java.util.Arrays;

/** Reads of a single replica. */
final class Alone {
  private Alone() {}

  static long now(OpenReplica replica) {
    return replica.process().time().wallMillis();
  }

  static RequestContext context(OpenReplica replica) {
    return new RequestContext(
        "look", replica.process(), Deadline.after(Duration.ofMinutes(1), replica.process().time()));
  }

  static void requireThere(OpenReplica replica, KeptBlob blob) {
    if (!isThere(replica, blob)) {
      throw new Finding(replica.node() + " alone does not have " + blob);
    }
  }

  static boolean isThere(OpenReplica replica, KeptBlob blob) {
    try {
      ReadResult result =
          replica.store().read(blob.id(), new ByteRange.All(), ReadOptions.LIVE, context(replica));
      return result instanceof ReadResult.Found found
          && Arrays.equals(blob.content(), Agreement.bytes(found));
    } catch (AumbryException e) {
      return false;
    }
  }
}
