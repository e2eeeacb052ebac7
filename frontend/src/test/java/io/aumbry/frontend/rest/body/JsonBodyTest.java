package io.aumbry.frontend.rest.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.config.json.JsonReader;
import io.aumbry.frontend.FrontendConfig;
import io.aumbry.frontend.gate.AccessTrail;
import io.aumbry.frontend.gate.AuthenticatedSender;
import io.aumbry.frontend.rest.Answer;
import io.aumbry.frontend.rest.Arguments;
import io.aumbry.frontend.rest.Call;
import io.aumbry.frontend.rest.Refusal;
import io.aumbry.frontend.rest.RestError;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.transport.http.HttpHeaders;
import io.aumbry.transport.http.HttpRequest;
import io.aumbry.transport.loop.EventLoopConfig;
import io.aumbry.transport.loop.EventLoops;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** JSON bodies on an event loop. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class JsonBodyTest {
  private static final int LARGE = (int) JsonBody.LARGE.bytes() + 1;

  private final Time time = new SystemTime();
  private final JsonReader<Names> reader = new JsonReader<>(Names.class, JsonBody.LIMIT);
  private final JsonBody body = new JsonBody(FrontendConfig.defaults().requests().shares(), time);
  private EventLoops loops;

  private record Names(List<String> names) {}

  @BeforeAll
  void start() {
    loops = EventLoops.start(EventLoopConfig.defaults(), time);
  }

  @AfterAll
  void stop() {
    loops.close();
  }

  private static byte[] document(int size) {
    String head = "{\"names\":[\"";
    String tail = "\"]}";
    return (head + "x".repeat(size - head.length() - tail.length()) + tail)
        .getBytes(StandardCharsets.UTF_8);
  }

  /** Starts to read a document on the first event loop. */
  private <R> Mailbox<Object> reading(byte[] document, Function<Names, R> conversion) {
    Mailbox<Object> outcome = new Mailbox<>();
    Carrier carrier = loops.carriers().getFirst();
    carrier.start(
        "test",
        () -> {
          try {
            outcome.post(body.read(reader, conversion, call(document, carrier)));
          } catch (RuntimeException failure) {
            outcome.post(failure);
          }
        });
    return outcome;
  }

  /**
   * Starts to answer on the first event loop. Returns the thread on which the document was made.
   */
  private Mailbox<Object> answering(int entries) {
    Mailbox<Object> outcome = new Mailbox<>();
    Carrier carrier = loops.carriers().getFirst();
    carrier.start(
        "test",
        () -> {
          String[] thread = new String[1];
          Answer answer =
              body.answer(
                  entries,
                  () -> {
                    thread[0] = Thread.currentThread().getName();
                    return new Names(List.of("x"));
                  },
                  call(new byte[0], carrier));
          assertThat(answer.status()).isEqualTo(200);
          outcome.post(thread[0]);
        });
    return outcome;
  }

  private Call call(byte[] document, Carrier carrier) {
    HttpRequest request =
        new HttpRequest(
            "POST",
            "/",
            "",
            HttpHeaders.builder().build(),
            document.length,
            InetSocketAddress.createUnresolved("client", 1));
    Deadline deadline = Deadline.after(Duration.ofSeconds(60), time);
    AccessTrail trail = new AccessTrail();
    trail.isFrom(AuthenticatedSender.OPEN);
    return new Call(
        request,
        Arguments.of(request),
        () -> new OneBuffer(document),
        HttpHeaders.builder(),
        new RequestContext("test", carrier, deadline),
        deadline,
        trail);
  }

  private static final class OneBuffer implements ByteSource {
    private Optional<Buffer> next;

    OneBuffer(byte[] content) {
      next = Optional.of(HeapBuffer.copyOf(content));
    }

    @Override
    public Optional<Buffer> next() {
      Optional<Buffer> all = next;
      next = Optional.empty();
      return all;
    }

    @Override
    public void close() {
      next.ifPresent(Buffer::close);
    }
  }

  @Test
  void aLargeDocumentIsReadOnAnotherThread() {
    Function<Names, String> thread = _ -> Thread.currentThread().getName();
    assertThat(reading(document(LARGE - 1), thread).take()).isNotEqualTo("large-documents");
    assertThat(reading(document(LARGE), thread).take()).isEqualTo("large-documents");
  }

  @Test
  void aDocumentWithManyEntriesIsWrittenOnAnotherThread() {
    assertThat(answering(JsonBody.LARGE_ENTRIES).take()).isNotEqualTo("large-documents");
    assertThat(answering(JsonBody.LARGE_ENTRIES + 1).take()).isEqualTo("large-documents");
  }

  @Test
  void theEventLoopServesOthersMeanwhile() {
    CountDownLatch othersServed = new CountDownLatch(1);
    Mailbox<Object> slow =
        reading(
            document(LARGE),
            names -> {
              await(othersServed);
              return names.names().size();
            });
    assertThat(reading(document(100), names -> names.names().size()).take()).isEqualTo(1);
    othersServed.countDown();
    assertThat(slow.take()).isEqualTo(1);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void refusalsReachTheRequest() {
    byte[] malformed = document(LARGE);
    malformed[0] = '[';
    assertThat(reading(malformed, names -> names).take())
        .isInstanceOfSatisfying(
            Refusal.class, refusal -> assertThat(refusal.reason()).contains("The body is refused"));
    RuntimeException own = new IllegalStateException("own");
    assertThat(
            reading(
                    document(LARGE),
                    _ -> {
                      throw own;
                    })
                .take())
        .isSameAs(own);
  }

  @Test
  void anErrorReachesTheRequest() {
    Error own = new StackOverflowError("own");
    assertThat(
            reading(
                    document(LARGE),
                    _ -> {
                      throw own;
                    })
                .take())
        .isInstanceOfSatisfying(
            IllegalStateException.class, failure -> assertThat(failure).hasCause(own));
  }

  @Test
  void aBodyAboveTheLimitOfItsDocumentIsNotReceived() {
    JsonReader<Names> small = new JsonReader<>(Names.class, JsonBody.OBJECT_LIMIT);
    int size = (int) JsonBody.OBJECT_LIMIT.bytes();
    Carrier carrier = loops.carriers().getFirst();
    Call larger = call(document(size + 1), carrier);
    assertThatThrownBy(() -> body.read(small, larger))
        .isInstanceOfSatisfying(
            Refusal.class,
            refusal -> {
              assertThat(refusal.error()).isEqualTo(RestError.REQUEST_TOO_LARGE);
              assertThat(refusal.reason()).isEqualTo("The body has more than 131072 bytes");
            });
  }

  @Test
  void tooManyLargeDocumentsAreRefused() {
    LargeDocuments documents = new LargeDocuments();
    RequestContext context = call(new byte[0], loops.carriers().getFirst()).context();
    CountDownLatch end = new CountDownLatch(1);
    List<Thread> waiting = new ArrayList<>();
    CountDownLatch running = new CountDownLatch(1);
    waiting.add(
        Thread.startVirtualThread(() ->
            documents.run(
                () -> {
                  running.countDown();
                  await(end);
                  return 1;
                },
                context)));
    await(running);
    for (int i = 0; i < LargeDocuments.MOST_WAITING; i++) {
      waiting.add(Thread.startVirtualThread(() -> documents.run(() -> 1, context)));
    }
    while (documents.waiting() < LargeDocuments.MOST_WAITING) {
      Thread.onSpinWait();
    }
    assertThatThrownBy(() -> documents.run(() -> 1, context))
        .isInstanceOfSatisfying(
            AumbryException.class,
            refused -> assertThat(refused.code()).isEqualTo(ErrorCode.OVERLOADED));
    end.countDown();
    waiting.forEach(JsonBodyTest::join);
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
