package io.aumbry.server.flow;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;

/** Cuts a body into parts that share its memory. The caller still owns the whole body. */
public final class BodyCutter {
  private final List<Buffer> slices;
  private int slice;
  private int at;

  public BodyCutter(Body whole) {
    this.slices = whole.slices();
  }

  /**
   * Returns the next {@code length} bytes, to be closed by the caller.
   *
   * @throws AumbryException {@link ErrorCode#CORRUPT_TRANSFER} if fewer bytes are left
   */
  public Body next(int length) {
    List<Buffer> parts = new ArrayList<>();
    int missing = length;
    while (missing > 0 && slice < slices.size()) {
      Buffer from = slices.get(slice);
      int step = Math.min(missing, from.size() - at);
      if (step > 0) {
        parts.add(from.slice(at, step));
      }
      at += step;
      missing -= step;
      if (at == from.size()) {
        slice++;
        at = 0;
      }
    }
    Body body = Body.of(parts);
    if (missing > 0) {
      body.close();
      throw new AumbryException(
          ErrorCode.CORRUPT_TRANSFER, missing + " of " + length + " bytes of a batch are missing");
    }
    return body;
  }
}
