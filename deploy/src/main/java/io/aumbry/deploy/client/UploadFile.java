package io.aumbry.deploy.client;

import java.io.IOException;
import java.net.URLConnection;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Flow;

/** Reads a file for an upload. */
final class UploadFile {
  private static final String UNKNOWN_TYPE = "application/octet-stream";

  private UploadFile() {}

  /** The media type by the system's tables, otherwise by the file name. */
  static String contentType(Path file) throws IOException {
    String probed = Files.probeContentType(file);
    return probed != null
        ? probed
        : Objects.requireNonNullElse(
            URLConnection.guessContentTypeFromName(file.getFileName().toString()), UNKNOWN_TYPE);
  }

  /** Publishes the bytes with a known length, and reports progress. */
  static BodyPublisher publisher(Path file, ProgressListener progress) throws IOException {
    long size = Files.size(file);
    if (size == 0) {
      return BodyPublishers.noBody();
    }
    BodyPublisher bytes = BodyPublishers.ofFile(file);
    return BodyPublishers.fromPublisher(
        subscriber -> bytes.subscribe(new Telling(subscriber, progress)), size);
  }

  private record Telling(Flow.Subscriber<? super ByteBuffer> to, ProgressListener progress)
      implements Flow.Subscriber<ByteBuffer> {
    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      to.onSubscribe(subscription);
    }

    @Override
    public void onNext(ByteBuffer item) {
      progress.advance(item.remaining());
      to.onNext(item);
    }

    @Override
    public void onError(Throwable failure) {
      to.onError(failure);
    }

    @Override
    public void onComplete() {
      to.onComplete();
    }
  }
}
