package io.aumbry.config.json;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.type.LogicalType;
import io.aumbry.config.DataSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON documents in UTF-8 into a record. Every component is a required key, except an {@link
 * Optional}. Unknown keys, duplicate keys, null, values of another type and trailing text are
 * errors.
 */
public final class JsonReader<T> {
  private static final int MAX_DEPTH = 32;
  private static final int MAX_KEY_CHARS = 256;
  private static final int MAX_STRING_CHARS = 1 << 16;
  private static final int MAX_NUMBER_CHARS = 64;

  /**
   * Of a document of another system: enough for an account with the most containers. An empty
   * object has three bytes in a document, and about 60 in memory.
   */
  private static final int MAX_FOREIGN_TOKENS = 2_000_000;

  /** Matches the unknown source of a document in Jackson's messages. */
  private static final Pattern SOURCE = Pattern.compile("(?<=\\[)Source: [^;]*; ");

  private static final JsonMapper MAPPER = mapper(Nulls.FAIL, Long.MAX_VALUE);
  private static final JsonMapper WITH_NULLS = mapper(Nulls.SET, MAX_FOREIGN_TOKENS);

  private static final ObjectReader TREES =
      MAPPER.reader(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

  private final ObjectReader reader;
  private final DataSize limit;

  public JsonReader(Class<T> type, DataSize limit) {
    this(MAPPER.readerFor(type), limit);
  }

  private JsonReader(ObjectReader reader, DataSize limit) {
    this.reader = reader;
    this.limit = limit;
  }

  /**
   * Reads documents of other systems, which may have null inside lists and maps, and at most
   * {@value #MAX_FOREIGN_TOKENS} tokens.
   */
  public static <T> JsonReader<T> allowingNulls(Class<T> type, DataSize limit) {
    return new JsonReader<>(WITH_NULLS.readerFor(type), limit);
  }

  /** The size limit of a document. */
  public DataSize limit() {
    return limit;
  }

  private static JsonMapper mapper(Nulls contentNulls, long mostTokens) {
    JsonFactory factory =
        JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(JsonFactory.Feature.CHARSET_DETECTION)
            .streamReadConstraints(
                StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxNameLength(MAX_KEY_CHARS)
                    .maxStringLength(MAX_STRING_CHARS)
                    .maxNumberLength(MAX_NUMBER_CHARS)
                    .maxTokenCount(mostTokens)
                    .build())
            .build();
    return JsonMapper.builder(factory)
        .enable(
            DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES,
            DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES,
            DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES,
            DeserializationFeature.FAIL_ON_TRAILING_TOKENS,
            DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
        .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
        .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
        .withCoercionConfig(
            LogicalType.Textual,
            text ->
                text.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                    .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                    .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
        .annotationIntrospector(new OptionalKeys())
        .injectableValues(OptionalKeys.values())
        .addModule(new SimpleModule().addDeserializer(Optional.class, new OptionalDeserializer()))
        .defaultSetterInfo(JsonSetter.Value.forContentNulls(contentNulls))
        .build();
  }

  /**
   * Reads a file.
   *
   * @throws IOException if the file cannot be read
   * @throws JsonException if the document is refused
   */
  public T read(Path file) throws IOException {
    requireWithinLimit(Files.size(file));
    return read(Files.readAllBytes(file));
  }

  /**
   * Reads a document.
   *
   * @throws JsonException if the document is refused
   */
  public T read(byte[] document) {
    requireWithinLimit(document.length);
    @Nullable T value;
    try {
      value = reader.readValue(document);
    } catch (JacksonException e) {
      throw refusal(e);
    } catch (IOException e) {
      throw new IllegalStateException("reading from memory failed", e);
    }
    if (value == null) {
      throw new JsonException("the document is null");
    }
    return value;
  }

  /** Reads any document. */
  static JsonNode tree(byte[] document, DataSize limit) {
    requireWithinLimit(document.length, limit);
    try {
      return TREES.readTree(document);
    } catch (JacksonException e) {
      throw refusal(e);
    } catch (IOException e) {
      throw new IllegalStateException("reading from memory failed", e);
    }
  }

  private void requireWithinLimit(long bytes) {
    requireWithinLimit(bytes, limit);
  }

  private static void requireWithinLimit(long bytes, DataSize limit) {
    if (bytes > limit.bytes()) {
      throw new JsonException(
          "the document has %d bytes, at most %s are allowed".formatted(bytes, limit));
    }
  }

  private static JsonException refusal(JacksonException e) {
    String key = e instanceof JsonMappingException mapping ? key(mapping.getPath()) : "";
    return new JsonException(
        (key.isEmpty() ? "" : "key '" + key + "': ") + reason(e) + place(e), e);
  }

  /** The path from the root of the document, such as {@code nodes[0].port}. */
  private static String key(List<JsonMappingException.Reference> path) {
    StringBuilder key = new StringBuilder();
    for (JsonMappingException.Reference step : path) {
      if (step.getFieldName() == null) {
        key.append('[').append(step.getIndex()).append(']');
      } else {
        key.append(key.isEmpty() ? "" : ".").append(step.getFieldName());
      }
    }
    return key.toString();
  }

  private static String reason(JacksonException e) {
    return switch (e) {
      case UnrecognizedPropertyException unknown ->
          "unknown, known keys are " + unknown.getKnownPropertyIds();
      case ValueInstantiationException refused when refused.getCause() != null ->
          String.valueOf(refused.getCause().getMessage());
      case MismatchedInputException mismatch ->
          JsonMismatch.reason(mismatch).orElseGet(() -> original(e));
      default -> original(e);
    };
  }

  private static String original(JacksonException e) {
    return SOURCE.matcher(e.getOriginalMessage()).replaceAll("");
  }

  private static String place(JacksonException e) {
    return Optional.ofNullable(e.getLocation())
        .map((JsonLocation at) ->
            " (line %d, column %d)".formatted(at.getLineNr(), at.getColumnNr()))
        .orElse("");
  }
}
