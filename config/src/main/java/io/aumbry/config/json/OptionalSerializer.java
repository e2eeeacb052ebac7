package io.aumbry.config.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import com.fasterxml.jackson.databind.util.NameTransformer;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Writes the value of an {@link Optional}, without another library for Jackson. */
final class OptionalSerializer extends StdSerializer<Optional<?>> {
  private static final long serialVersionUID = 1L;

  /** Present if the value is a record with keys that are merged into its parent. */
  private final transient @Nullable NameTransformer merged;

  OptionalSerializer() {
    this(null);
  }

  private OptionalSerializer(@Nullable NameTransformer merged) {
    super(Optional.class, false);
    this.merged = merged;
  }

  @Override
  public JsonSerializer<Optional<?>> unwrappingSerializer(NameTransformer names) {
    return new OptionalSerializer(names);
  }

  @Override
  public boolean isUnwrappingSerializer() {
    return merged != null;
  }

  @Override
  public boolean isEmpty(SerializerProvider provider, Optional<?> optional) {
    return optional.isEmpty();
  }

  @Override
  public void serialize(Optional<?> optional, JsonGenerator json, SerializerProvider provider)
      throws IOException {
    if (optional.isEmpty()) {
      throw new IllegalStateException("only a component of a record may be empty");
    }
    Object value = optional.get();
    JsonSerializer<Object> serializer = provider.findValueSerializer(value.getClass());
    (merged == null ? serializer : serializer.unwrappingSerializer(merged))
        .serialize(value, json, provider);
  }
}
