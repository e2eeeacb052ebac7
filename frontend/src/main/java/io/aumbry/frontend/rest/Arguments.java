package io.aumbry.frontend.rest;

import io.aumbry.frontend.access.signed.UrlSigner;
import io.aumbry.frontend.http.FieldText;
import io.aumbry.frontend.http.Names;
import io.aumbry.transport.http.HttpRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiConsumer;

/**
 * The {@code x-ambry-*} arguments of a request, from its fields, query and form. A name may occur
 * twice only with the same value.
 */
public final class Arguments {
  private final List<String> names = new ArrayList<>();
  private final List<String> values = new ArrayList<>();

  private Optional<Map<String, String>> formMetadata = Optional.empty();
  private boolean sealed;

  private Arguments() {}

  /**
   * Reads the arguments of a request.
   *
   * @throws Refusal if an argument is ambiguous or invalid
   */
  public static Arguments of(HttpRequest request) {
    Arguments arguments = new Arguments();
    request.headers().forEach(arguments::addField);
    QueryParameters.forEach(request.query(), arguments::addParameter);
    return arguments;
  }

  /**
   * Refuses all further arguments, because the sender signed these but not the form that could
   * bring others.
   */
  public void seal() {
    sealed = true;
  }

  /**
   * Adds an argument from a part of a form. Parts that are not arguments are ignored.
   *
   * @throws Refusal if the argument is already present or invalid, or if more need a signature
   */
  public void addPart(String name, String text) {
    if (hasPrefix(name, Names.PREFIX)) {
      requireUnsealed(name);
      requireNew(name, has(name));
      add(name, text);
    }
  }

  /**
   * Adds user metadata from a part of a form, which replaces single arguments.
   *
   * @throws Refusal if there was such a part before, or if more arguments need a signature
   */
  public void addMetadataPart(String name, Map<String, String> metadata) {
    requireUnsealed(name);
    requireNew(name, formMetadata.isPresent());
    formMetadata = Optional.of(metadata);
  }

  private void requireUnsealed(String name) {
    if (sealed) {
      throw new Refusal(
          RestError.UNAUTHORIZED,
          "Part '" + name + "' of the form is an argument that the signature does not cover");
    }
  }

  private static void requireNew(String name, boolean known) {
    if (known) {
      throw new Refusal(RestError.BAD_REQUEST, "Part '" + name + "' occurs twice in the form");
    }
  }

  /** Replaces the values of an argument, which another rule decides. */
  public void replace(String name, String value) {
    int at = indexOf(name);
    if (at < 0) {
      names.add(name);
      values.add(value);
    } else {
      values.set(at, value);
    }
  }

  /** User metadata from a part of a form. */
  public Optional<Map<String, String>> formMetadata() {
    return formMetadata;
  }

  /** The value of an argument. An empty value is one, because a number or word cannot be empty. */
  public Optional<String> text(String name) {
    int at = indexOf(name);
    return at < 0 ? Optional.empty() : Optional.of(values.get(at));
  }

  public boolean has(String name) {
    return indexOf(name) >= 0;
  }

  public String required(String name) {
    return text(name)
        .filter(value -> !value.isEmpty())
        .orElseThrow(() -> new Refusal(RestError.MISSING_ARGS, "Missing argument " + name));
  }

  /** A value that can be returned in a field, or an empty string. */
  public String label(String name) {
    String value = text(name).orElse("");
    if (!FieldText.survives(value)) {
      throw invalid(name, value, "must be US-ASCII without control characters");
    }
    return value;
  }

  /** A whole number of at least {@code min}. */
  public OptionalLong number(String name, long min) {
    Optional<String> text = text(name);
    if (text.isEmpty()) {
      return OptionalLong.empty();
    }
    try {
      long value = Long.parseLong(text.get());
      if (value >= min) {
        return OptionalLong.of(value);
      }
    } catch (NumberFormatException e) {
      throw invalid(name, text.get(), "must be a whole number" + atLeast(min));
    }
    throw invalid(name, text.get(), "must be a whole number" + atLeast(min));
  }

  private static String atLeast(long min) {
    return min == Long.MIN_VALUE ? "" : " of at least " + min;
  }

  /** Whether {@code name} is {@code true}; absent means {@code false}. */
  public boolean flag(String name) {
    String value = text(name).orElse("false");
    if (!value.equalsIgnoreCase("true") && !value.equalsIgnoreCase("false")) {
      throw invalid(name, value, "must be true or false");
    }
    return value.equalsIgnoreCase("true");
  }

  public void forEach(String prefix, BiConsumer<String, String> action) {
    for (int i = 0; i < names.size(); i++) {
      if (hasPrefix(names.get(i), prefix)) {
        action.accept(names.get(i).substring(prefix.length()), values.get(i));
      }
    }
  }

  /** An error that quotes the value, unless that is a signature. */
  public static Refusal invalid(String name, String value, String rule) {
    return new Refusal(RestError.INVALID_ARGS, name + " is " + quoted(name, value) + ", " + rule);
  }

  private static String quoted(String name, String value) {
    return name.equalsIgnoreCase(UrlSigner.SIGNATURE) ? "not shown" : "'" + value + "'";
  }

  private void addField(String name, String value) {
    if (!hasPrefix(name, Names.PREFIX)) {
      return;
    }
    if (!FieldText.isPlain(value)) {
      throw invalid(
          name, value, "a field must be US-ASCII; encoded metadata goes as x-ambry-enc-um-");
    }
    add(name, value);
  }

  private void addParameter(String name, String value) {
    if (hasPrefix(name, Names.PREFIX)) {
      add(name, value);
    }
  }

  private void add(String name, String value) {
    if (!FieldText.isToken(name)) {
      throw new Refusal(
          RestError.INVALID_ARGS, "'" + name + "' is not a valid name of an argument");
    }
    int at = indexOf(name);
    if (at < 0) {
      names.add(name);
      values.add(value);
    } else if (!values.get(at).equals(value)) {
      throw invalid(name, value, "but is also " + quoted(name, values.get(at)));
    }
  }

  private int indexOf(String name) {
    for (int i = 0; i < names.size(); i++) {
      if (names.get(i).equalsIgnoreCase(name)) {
        return i;
      }
    }
    return -1;
  }

  public static boolean hasPrefix(String name, String prefix) {
    return name.regionMatches(true, 0, prefix, 0, prefix.length());
  }
}
