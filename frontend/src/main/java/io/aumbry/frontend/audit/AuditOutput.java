package io.aumbry.frontend.audit;

import java.io.IOException;
import java.io.OutputStream;

/** The place of the audit log. Used by one thread. */
interface AuditOutput extends AutoCloseable {
  /** Writes whole lines. They are on the disk, if there is one, when this returns. */
  void write(byte[] lines) throws IOException;

  @Override
  void close() throws IOException;

  /** Writes to a stream that stays open. */
  static AuditOutput to(OutputStream stream) {
    return new AuditOutput() {
      @Override
      public void write(byte[] lines) throws IOException {
        stream.write(lines);
        stream.flush();
      }

      @Override
      public void close() throws IOException {
        stream.flush();
      }
    };
  }
}
