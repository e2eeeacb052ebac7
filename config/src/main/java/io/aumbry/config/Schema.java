package io.aumbry.config;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The sources of the values of a config record, by the annotations of its components. */
final class Schema {
  private static final ClassValue<Schema> SCHEMAS =
      new ClassValue<>() {
        @Override
        protected Schema computeValue(Class<?> type) {
          return new Schema(type);
        }
      };

  private final Constructor<?> constructor;
  private final List<Source> sources;

  /** The source of a component's value. */
  sealed interface Source {
    Object read(Map<String, String> texts);
  }

  /** A setting. */
  record Keyed(Key key) implements Source {
    @Override
    public Object read(Map<String, String> texts) {
      return key.read(texts);
    }
  }

  /** A constant. */
  record Fixed(Object value) implements Source {
    @Override
    public Object read(Map<String, String> texts) {
      return value;
    }
  }

  /**
   * Another config record.
   *
   * @param section title of the section that starts here, if any
   */
  record Nested(Optional<String> section, Schema schema) implements Source {
    @Override
    public Object read(Map<String, String> texts) {
      return schema.read(texts);
    }
  }

  private Schema(Class<?> type) {
    RecordComponent[] components = type.getRecordComponents();
    Class<?>[] types =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    try {
      this.constructor = type.getConstructor(types);
    } catch (NoSuchMethodException hidden) {
      throw new IllegalArgumentException(type + " and its constructor must be public", hidden);
    }
    this.sources = Arrays.stream(components).map(Schema::source).toList();
  }

  static Schema of(Class<?> type) {
    return SCHEMAS.get(type);
  }

  List<Source> sources() {
    return sources;
  }

  /**
   * Creates an instance of the record.
   *
   * @param texts valid texts, by key
   * @throws ConfigException if the record refuses the combination
   */
  Object read(Map<String, String> texts) {
    Object[] values = sources.stream().map(source -> source.read(texts)).toArray();
    try {
      return constructor.newInstance(values);
    } catch (InvocationTargetException failure) {
      if (failure.getCause() instanceof IllegalArgumentException refused) {
        throw new ConfigException(String.valueOf(refused.getMessage()));
      }
      throw new IllegalStateException("cannot create a " + constructor, failure);
    } catch (ReflectiveOperationException failure) {
      throw new IllegalStateException("cannot create a " + constructor, failure);
    }
  }

  private static Source source(RecordComponent component) {
    Type type = component.getGenericType();
    Setting setting = component.getAnnotation(Setting.class);
    Default otherwise = component.getAnnotation(Default.class);
    if (setting != null) {
      return new Keyed(Key.of(setting, Optional.ofNullable(otherwise).map(Default::value), type));
    }
    if (otherwise != null) {
      return new Fixed(ComponentType.ofFixed(type, otherwise.value()).parse(otherwise.value()));
    }
    if (component.getType() == Optional.class) {
      return new Fixed(Optional.empty());
    }
    Section section = component.getAnnotation(Section.class);
    return new Nested(Optional.ofNullable(section).map(Section::value), of(component.getType()));
  }
}
