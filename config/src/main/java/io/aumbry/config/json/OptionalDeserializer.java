package io.aumbry.config.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.deser.ContextualDeserializer;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.type.TypeFactory;
import java.io.IOException;
import java.util.Optional;

/** Reads the value of an {@link Optional}. {@link OptionalKeys} handles an absent key. */
final class OptionalDeserializer extends StdDeserializer<Optional<?>>
    implements ContextualDeserializer {
  private static final long serialVersionUID = 1L;

  private final JavaType content;

  OptionalDeserializer() {
    this(TypeFactory.unknownType());
  }

  private OptionalDeserializer(JavaType content) {
    super(Optional.class);
    this.content = content;
  }

  @Override
  public JsonDeserializer<?> createContextual(
      DeserializationContext context, BeanProperty property) {
    return new OptionalDeserializer(context.getContextualType().containedTypeOrUnknown(0));
  }

  @Override
  public Optional<?> deserialize(JsonParser json, DeserializationContext context)
      throws IOException {
    return Optional.of(context.readValue(json, content));
  }
}
