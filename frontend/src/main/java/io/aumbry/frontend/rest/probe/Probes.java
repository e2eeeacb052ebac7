package io.aumbry.frontend.rest.probe;

import io.aumbry.frontend.http.FieldText;
import io.aumbry.frontend.http.Names;
import io.aumbry.frontend.rest.Answer;
import io.aumbry.frontend.rest.Call;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.transport.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.function.BooleanSupplier;

/** Health checks and CORS preflights. */
public final class Probes {
  private static final Buffer GOOD = text("GOOD");
  private static final Buffer BAD = text("BAD");
  private static final String METHODS = "POST, GET, OPTIONS, HEAD, DELETE, PUT";
  private static final String MAX_AGE_SECONDS = "86400";

  private final BooleanSupplier isUp;

  public Probes(BooleanSupplier isUp) {
    this.isUp = isUp;
  }

  public Answer health(Call call) {
    boolean up = isUp.getAsBoolean();
    call.headers()
        .add("Content-Type", "text/plain; charset=UTF-8")
        .add("Cache-Control", "no-store");
    return new Answer.Whole(up ? 200 : 503, call.headers(), Body.of((up ? GOOD : BAD).retain()));
  }

  public static Answer preflight(String allowedOrigin, Call call) {
    HttpHeaders.Builder headers = call.headers();
    headers
        .add("Access-Control-Allow-Methods", METHODS)
        .add("Access-Control-Max-Age", MAX_AGE_SECONDS);
    String asked =
        String.join(", ", call.request().headers().all("access-control-request-headers")).strip();
    if (!asked.isEmpty() && FieldText.survives(asked)) {
      headers.add("Access-Control-Allow-Headers", asked);
    }
    if (!allowedOrigin.isEmpty()) {
      headers.add(Names.ALLOWED_ORIGIN, allowedOrigin);
    }
    return Answer.empty(200, headers);
  }

  private static Buffer text(String text) {
    return HeapBuffer.copyOf(text.getBytes(StandardCharsets.US_ASCII));
  }
}
