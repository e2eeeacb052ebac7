package io.aumbry.config.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.cfg.EnumFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes records as JSON documents. Keys have the order of the components. An empty {@link
 * Optional} has no key.
 */
public final class JsonWriter {
  /** Writes component names unchanged, for the HTTP interfaces. */
  public static final JsonWriter CAMEL_CASE = new JsonWriter(mapper());

  /** Writes names and enum constants as {@code snake_case}, for commands. */
  public static final JsonWriter SNAKE_CASE =
      new JsonWriter(
          mapper()
              .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
              .enable(EnumFeature.WRITE_ENUMS_TO_LOWERCASE));

  /** As {@link #CAMEL_CASE}, with all characters outside US-ASCII escaped, for logs. */
  public static final JsonWriter ASCII =
      new JsonWriter(mapper().enable(JsonWriteFeature.ESCAPE_NON_ASCII));

  private final JsonMapper mapper;

  private JsonWriter(JsonMapper.Builder mapper) {
    this.mapper = mapper.build();
  }

  private static JsonMapper.Builder mapper() {
    return JsonMapper.builder()
        .disable(MapperFeature.AUTO_DETECT_IS_GETTERS)
        .addModule(new SimpleModule().addSerializer(new OptionalSerializer()))
        .withConfigOverride(
            Optional.class,
            optional ->
                optional.setInclude(
                    JsonInclude.Value.construct(
                        JsonInclude.Include.NON_EMPTY, JsonInclude.Include.ALWAYS)));
  }

  public String line(Record document) {
    return new String(bytes(document), StandardCharsets.UTF_8);
  }

  /** A document on one line, in UTF-8. */
  public byte[] bytes(Record document) {
    return bytes(document, mapper.writer());
  }

  public String indented(Record document) {
    return pretty(document);
  }

  public String indented(List<? extends Record> documents) {
    return pretty(documents);
  }

  /** The keys and values of a document in order, for other text forms. */
  public Map<String, Object> fields(Record document) {
    return mapper.convertValue(document, new TypeReference<LinkedHashMap<String, Object>>() {});
  }

  private String pretty(Object document) {
    byte[] bytes = bytes(document, mapper.writerWithDefaultPrettyPrinter());
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static byte[] bytes(Object document, ObjectWriter writer) {
    try {
      return writer.writeValueAsBytes(document);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(document.getClass() + " cannot be JSON", e);
    }
  }
}
