package io.aumbry.server.flow;

import io.aumbry.protocol.budget.Claim;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;

/** Reads content into memory, and claims the memory as the content arrives. */
public final class ContentReader {
  private ContentReader() {}

  /**
   * Reads exactly {@code length} bytes, which the caller owns.
   *
   * @throws AumbryException {@link ErrorCode#CORRUPT_TRANSFER} if there are fewer, or if the last
   *     piece has more, {@link ErrorCode#OVERLOADED} if the claim cannot grow
   */
  public static Body read(ByteSource source, int length, Claim claim) {
    List<Buffer> slices = new ArrayList<>();
    long size = 0;
    try {
      for (var next = source.next(); next.isPresent(); next = source.next()) {
        slices.add(next.get());
        size += next.get().size();
        if (size > length) {
          throw mismatch("more than", length);
        }
        claim.growNow(next.get().size());
      }
      if (size < length) {
        throw mismatch(size + " of", length);
      }
      return Body.of(slices);
    } catch (RuntimeException | Error failure) {
      slices.forEach(Buffer::close);
      throw failure;
    }
  }

  private static AumbryException mismatch(String received, int length) {
    return new AumbryException(
        ErrorCode.CORRUPT_TRANSFER, "Received " + received + " " + length + " bytes of content");
  }
}
