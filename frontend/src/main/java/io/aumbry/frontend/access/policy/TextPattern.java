package io.aumbry.frontend.access.policy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * A text of a policy that may have wildcards, and variables such as <code>${aws:username}</code>.
 * The value of a variable stands for itself, even if it contains wildcards.
 */
final class TextPattern {
  /** How a text is read. */
  record Syntax(boolean hasVariables, boolean hasWildcards, boolean ignoresCase) {
    /** A text without wildcards. */
    static Syntax plain(boolean hasVariables) {
      return new Syntax(hasVariables, false, false);
    }

    static Syntax wild(boolean hasVariables) {
      return new Syntax(hasVariables, true, false);
    }
  }

  private sealed interface Part {
    record Literal(String text, boolean hasWildcards) implements Part {
      int[] tokens() {
        return TextPattern.tokens(text, hasWildcards);
      }
    }

    record Variable(String key, Optional<String> otherwise) implements Part {}
  }

  private static final String BEGIN = "${";
  private static final List<String> LONG_VALUE = List.of("x".repeat(Wildcard.MOST_WITH_ONE + 1));

  private final Syntax syntax;
  private final List<Part> parts;

  /** The compiled pattern, if it has no variable. */
  private final Optional<Wildcard> constant;

  private TextPattern(Syntax syntax, List<Part> parts) {
    this.syntax = syntax;
    this.parts = parts;
    boolean isConstant = parts.stream().noneMatch(part -> part instanceof Part.Variable);
    this.constant = isConstant ? tokens(key -> List.of()).map(Wildcard::of) : Optional.empty();
  }

  /**
   * Parses a text.
   *
   * @throws IllegalArgumentException if a variable is malformed or unknown, or a part is too long
   */
  static TextPattern parse(String text, Syntax syntax) {
    List<Part> parts = new ArrayList<>();
    int at = 0;
    while (at < text.length()) {
      int begin = syntax.hasVariables() ? text.indexOf(BEGIN, at) : -1;
      int end = begin < 0 ? text.length() : begin;
      if (end > at) {
        parts.add(new Part.Literal(text.substring(at, end), syntax.hasWildcards()));
      }
      at = end;
      if (begin >= 0) {
        int close = text.indexOf('}', begin);
        if (close < 0) {
          throw new IllegalArgumentException("'" + text + "' has a ${ without a }");
        }
        parts.add(variable(text.substring(begin + BEGIN.length(), close)));
        at = close + 1;
      }
    }
    TextPattern pattern = new TextPattern(syntax, parts);
    pattern.requireLinear();
    return pattern;
  }

  /** A variable may have a long value, so that no question mark may be beside it between stars. */
  private void requireLinear() {
    if (constant.isPresent()) {
      constant.get().requireLinear();
    } else if (!Wildcard.of(tokens(key -> LONG_VALUE).orElseThrow()).isLinear()) {
      throw new IllegalArgumentException(
          "a part between two * has a ? and a variable, or more than %d characters"
              .formatted(Wildcard.MOST_WITH_ONE));
    }
  }

  /** A variable with an optional default, or an escaped character. */
  private static Part variable(String text) {
    if (text.equals("*") || text.equals("?") || text.equals("$")) {
      return new Part.Literal(text, false);
    }
    int comma = text.indexOf(',');
    if (comma < 0) {
      return new Part.Variable(ConditionKeys.require(text.trim()), Optional.empty());
    }
    String quoted = text.substring(comma + 1).trim();
    if (quoted.length() < 2 || !quoted.startsWith("'") || !quoted.endsWith("'")) {
      throw new IllegalArgumentException("the default in ${" + text + "} must be in single quotes");
    }
    String key = ConditionKeys.require(text.substring(0, comma).trim());
    return new Part.Variable(key, Optional.of(quoted.substring(1, quoted.length() - 1)));
  }

  private static int[] tokens(String text, boolean hasWildcards) {
    return text.chars()
        .map(c -> {
          if (hasWildcards && c == '*') {
            return Wildcard.ANY;
          }
          return hasWildcards && c == '?' ? Wildcard.ONE : c;
        })
        .toArray();
  }

  /** Whether the pattern is the same for each request. */
  boolean isConstant() {
    return constant.isPresent();
  }

  /** Whether the pattern has neither variables nor wildcards. */
  boolean isFixed() {
    return isConstant() && tokens(key -> List.of()).stream().allMatch(TextPattern::isLiteral);
  }

  private static boolean isLiteral(int[] tokens) {
    return Arrays.stream(tokens).allMatch(token -> token >= 0);
  }

  /** Whether the request has a value for each variable. */
  boolean isResolved(RequestAttributes attributes) {
    return isConstant() || tokens(attributes).isPresent();
  }

  /** Whether the pattern matches. It matches nothing if a variable has no value. */
  boolean matches(String text, RequestAttributes attributes) {
    Optional<Wildcard> pattern = resolved(attributes);
    return pattern.isPresent() && matches(pattern.get(), text);
  }

  /** The comparison with the pattern in a request, whose variables are looked up once. */
  Predicate<String> test(RequestAttributes attributes) {
    Optional<Wildcard> pattern = resolved(attributes);
    return text -> pattern.isPresent() && matches(pattern.get(), text);
  }

  private Optional<Wildcard> resolved(RequestAttributes attributes) {
    return constant.isPresent() ? constant : tokens(attributes).map(Wildcard::of);
  }

  private boolean matches(Wildcard pattern, String text) {
    return pattern.matches(syntax.ignoresCase() ? folded(text) : text);
  }

  /** Whether the pattern matches {@code text}, if variables may have any value. */
  boolean canMatch(String text) {
    return Wildcard.of(anyTokens()).matches(text);
  }

  /** Whether it matches a text that begins with {@code prefix}, if variables may have any value. */
  boolean canBegin(String prefix) {
    return Wildcard.canBegin(anyTokens(), prefix);
  }

  private int[] anyTokens() {
    return parts.stream()
        .flatMapToInt(part ->
            switch (part) {
              case Part.Literal literal -> Arrays.stream(literal.tokens());
              case Part.Variable _ -> IntStream.of(Wildcard.ANY);
            })
        .toArray();
  }

  private Optional<int[]> tokens(RequestAttributes attributes) {
    List<int[]> pieces = new ArrayList<>(parts.size());
    for (Part part : parts) {
      switch (part) {
        case Part.Literal literal -> pieces.add(literal.tokens());
        case Part.Variable(String key, Optional<String> otherwise) -> {
          List<String> values = attributes.values(key);
          Optional<String> value = values.size() == 1 ? Optional.of(values.getFirst()) : otherwise;
          if (value.isEmpty()) {
            return Optional.empty();
          }
          pieces.add(tokens(value.get(), false));
        }
      }
    }
    return Optional.of(
        pieces.stream().flatMapToInt(Arrays::stream).map(this::foldedToken).toArray());
  }

  private int foldedToken(int token) {
    return syntax.ignoresCase() && token >= 0
        ? Character.toLowerCase(Character.toUpperCase((char) token))
        : token;
  }

  private static String folded(String text) {
    char[] chars = text.toCharArray();
    for (int i = 0; i < chars.length; i++) {
      chars[i] = Character.toLowerCase(Character.toUpperCase(chars[i]));
    }
    return new String(chars);
  }

  /** Splits at colons outside variables, at most into {@code most} pieces. */
  static List<String> splitAtColons(String text, int most) {
    List<String> pieces = new ArrayList<>();
    int depth = 0;
    int begin = 0;
    for (int i = 0; i < text.length() && pieces.size() < most - 1; i++) {
      char c = text.charAt(i);
      if (c == '$' && text.startsWith(BEGIN, i)) {
        depth++;
      } else if (c == '}' && depth > 0) {
        depth--;
      } else if (c == ':' && depth == 0) {
        pieces.add(text.substring(begin, i));
        begin = i + 1;
      }
    }
    pieces.add(text.substring(begin));
    return pieces;
  }
}
