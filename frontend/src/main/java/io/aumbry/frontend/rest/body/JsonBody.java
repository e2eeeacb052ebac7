package io.aumbry.frontend.rest.body;

import io.aumbry.config.DataSize;
import io.aumbry.config.json.JsonException;
import io.aumbry.config.json.JsonReader;
import io.aumbry.config.json.JsonWriter;
import io.aumbry.frontend.rest.Answer;
import io.aumbry.frontend.rest.Call;
import io.aumbry.frontend.rest.Refusal;
import io.aumbry.frontend.rest.RestError;
import io.aumbry.protocol.budget.Budget;
import io.aumbry.protocol.budget.Claim;
import io.aumbry.protocol.budget.Shares;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.Time;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Reads JSON bodies of requests, within a limit for each and one for all together, and writes large
 * ones of answers.
 */
public final class JsonBody {
  /** As in Ambry. */
  public static final DataSize LIMIT = DataSize.parse("20 MiB");

  /**
   * The size limit of a document with one object, such as a user. Anyone with credentials may send
   * these, because they name the object that is authorised. The largest is a dataset with tags of
   * 16 Ki characters, each of which may be escaped to six bytes.
   */
  public static final DataSize OBJECT_LIMIT = DataSize.parse("128 KiB");

  /** Documents of full size that may be in memory at once. A connection may hold one of them. */
  private static final int FULL_SIZED = 10;

  /** Wait for memory, during which slow requests yield. */
  private static final Duration PATIENCE = Duration.ofMillis(50);

  /** Documents above this size are read on a thread of their own. */
  static final DataSize LARGE = DataSize.parse("64 KiB");

  /** Documents with more entries are written on that thread. An entry has well under 1 KiB. */
  static final int LARGE_ENTRIES = 100;

  private final LargeDocuments large = new LargeDocuments();
  private final Budget memory;
  private final Time time;

  public JsonBody(Shares shares, Time time) {
    this.memory = new Budget("bytes of JSON bodies", FULL_SIZED * LIMIT.bytes(), shares, time);
    this.time = time;
  }

  /**
   * Reads the body of a request.
   *
   * @throws Refusal 413, or 400 if the document is refused
   */
  public <T> T read(JsonReader<T> reader, Call call) {
    return read(reader, document -> document, call);
  }

  /**
   * Reads the body of a request, and converts the document where it is read. That is a thread of
   * its own for a large document.
   *
   * @param conversion which may throw refusals
   * @throws Refusal 413, or 400 if the document is refused
   */
  public <T, R> R read(JsonReader<T> reader, Function<T, R> conversion, Call call) {
    return reading(
        (bytes, context) ->
            bytes.length <= LARGE.bytes()
                ? converted(reader, conversion, bytes)
                : large.run(() -> converted(reader, conversion, bytes), context),
        reader.limit(),
        call);
  }

  private static <T, R> R converted(JsonReader<T> reader, Function<T, R> conversion, byte[] bytes) {
    T document;
    try {
      document = reader.read(bytes);
    } catch (JsonException e) {
      throw new Refusal(RestError.BAD_REQUEST, "The body is refused: " + e.getMessage());
    }
    return conversion.apply(document);
  }

  /**
   * Answers with a document, which is made and written on a thread of its own if it is large.
   *
   * @param entries the objects in the document, such as containers
   * @throws io.aumbry.protocol.error.AumbryException {@code OVERLOADED} or {@code TIMED_OUT}
   */
  public Answer answer(int entries, Supplier<? extends Record> document, Call call) {
    Supplier<Buffer> written = () -> HeapBuffer.copyOf(JsonWriter.CAMEL_CASE.bytes(document.get()));
    Buffer bytes = entries <= LARGE_ENTRIES ? written.get() : large.run(written, call.context());
    return Answer.json(bytes, call.headers());
  }

  /**
   * Reads the bytes of the body of a request.
   *
   * @throws Refusal 413
   */
  public byte[] read(Call call) {
    return reading((bytes, _) -> bytes, LIMIT, call);
  }

  /**
   * The bytes count as memory of the request until they were used. A slow body takes hours, in
   * which its sender may have lost its rights.
   */
  private <R> R reading(BiFunction<byte[], RequestContext, R> use, DataSize limit, Call call) {
    if (call.request().contentLength() > limit.bytes()) {
      throw tooLarge(limit);
    }
    try (Claim claim = memory.open(call.context().claimant());
        ByteSource body = call.body().get()) {
      R result = use.apply(bytes(body, limit, claim, call), call.context());
      call.trail().admission().requireStillAllowed();
      return result;
    }
  }

  private byte[] bytes(ByteSource body, DataSize limit, Claim claim, Call call) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (Optional<Buffer> next = body.next(); next.isPresent(); next = body.next()) {
      try (Buffer some = next.get()) {
        if (bytes.size() + some.size() > limit.bytes()) {
          throw tooLarge(limit);
        }
        claim.grow(some.size(), Deadline.after(PATIENCE, time), call.context());
        byte[] array = new byte[some.size()];
        some.view().get(array);
        bytes.writeBytes(array);
      }
    }
    return bytes.toByteArray();
  }

  private static Refusal tooLarge(DataSize limit) {
    return new Refusal(
        RestError.REQUEST_TOO_LARGE, "The body has more than " + limit.bytes() + " bytes");
  }
}
