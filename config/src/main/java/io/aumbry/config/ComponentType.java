package io.aumbry.config;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The text form of a component's values, from its Java type and its annotation. The values of an
 * {@code int} or {@code long} are bytes if its bounds have a unit.
 *
 * @param range and the others as in {@link Setting}
 */
record ComponentType(String range, String form, String pattern, int most) {

  static ValueType<?> of(Type type, Setting setting) {
    return new ComponentType(setting.range(), setting.form(), setting.pattern(), setting.most())
        .of(type);
  }

  /** The type of a constant. */
  static ValueType<?> ofFixed(Type type, String value) {
    return new ComponentType(value + " to " + value, "", "", 1).of(type);
  }

  static boolean isOptional(Type type) {
    return type instanceof ParameterizedType generic && generic.getRawType() == Optional.class;
  }

  /** The empty list or map. */
  static Object empty(Type type) {
    Type raw = type instanceof ParameterizedType generic ? generic.getRawType() : type;
    if (raw == List.class) {
      return List.of();
    } else if (raw == Map.class) {
      return Map.of();
    }
    throw new IllegalArgumentException("the default of a " + type + " must not be empty");
  }

  private ValueType<?> of(Type type) {
    return switch (type) {
      case ParameterizedType generic -> of(generic, generic.getActualTypeArguments());
      case Class<?> plain when plain.isEnum() -> ValueTypes.oneOf(plain);
      case Class<?> plain -> of(plain);
      default -> throw new IllegalArgumentException(type + " cannot be configured");
    };
  }

  private ValueType<?> of(ParameterizedType type, Type[] arguments) {
    if (type.getRawType() == Optional.class) {
      return of(arguments[0]).map(Optional::of);
    }
    if (type.getRawType() == List.class) {
      return ValueTypes.listOf(of(arguments[0]), most);
    }
    if (type.getRawType() == Map.class && arguments[0] instanceof Class<?> keys) {
      return ValueTypes.mapOf(keys, of(arguments[1]));
    }
    throw new IllegalArgumentException(type + " cannot be configured");
  }

  private ValueType<?> of(Class<?> type) {
    String[] bounds = range.split(" to ", 2);
    if (type == int.class || type == Integer.class) {
      return range.endsWith("B")
          ? ValueTypes.size(bounds[0], bounds[1]).map(size -> Math.toIntExact(size.bytes()))
          : ValueTypes.integer(Integer.parseInt(bounds[0]), Integer.parseInt(bounds[1]));
    } else if (type == long.class) {
      return ValueTypes.size(bounds[0], bounds[1]).map(DataSize::bytes);
    } else if (type == boolean.class) {
      return ValueTypes.of("true or false", Boolean::valueOf);
    } else if (type == double.class) {
      return ValueTypes.of("fraction", Double::valueOf);
    } else if (type == DataSize.class) {
      return ValueTypes.size(bounds[0], bounds[1]);
    } else if (type == Duration.class) {
      return ValueTypes.duration(bounds[0], bounds[1]);
    } else if (type == String.class) {
      return pattern.isEmpty() ? ValueTypes.text() : ValueTypes.text(form, pattern);
    } else if (type == Path.class) {
      return ValueTypes.path();
    } else if (type == UUID.class) {
      return ValueTypes.uuid();
    }
    return parsed(type);
  }

  /** A type with a static method {@code parse(String)}. */
  private ValueType<?> parsed(Class<?> type) {
    try {
      Method parse = type.getMethod("parse", String.class);
      return ValueTypes.of(form, text -> invoke(parse, text));
    } catch (NoSuchMethodException none) {
      throw new IllegalArgumentException(type + " has no public static parse(String)", none);
    }
  }

  private static Object invoke(Method parse, String text) {
    try {
      return parse.invoke(null, text);
    } catch (InvocationTargetException failure) {
      if (failure.getCause() instanceof IllegalArgumentException refused) {
        throw refused;
      }
      throw new IllegalStateException(parse + " of '" + text + "'", failure);
    } catch (IllegalAccessException hidden) {
      throw new IllegalStateException(parse + " is not public", hidden);
    }
  }
}
