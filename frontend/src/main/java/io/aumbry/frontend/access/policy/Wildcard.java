package io.aumbry.frontend.access.policy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * A pattern in which {@code *} stands for any characters and {@code ?} for one UTF-16 unit.
 * Matching takes time proportional to the length of the text: literal parts between stars are
 * searched with the algorithm of Knuth, Morris and Pratt, and such parts with a question mark are
 * short.
 */
final class Wildcard {
  /** The token of {@code *}. Other tokens are characters. */
  static final int ANY = -1;

  /** The token of {@code ?}. */
  static final int ONE = -2;

  /** Length limit of a part between two stars that has a question mark. */
  static final int MOST_WITH_ONE = 64;

  /** A part without {@link #ANY}. */
  private static final class Part {
    private final int[] tokens;
    private final boolean isLiteral;

    /** At i, the length of the longest proper prefix of tokens 0 to i that is also a suffix. */
    private final int[] borders;

    private Part(int[] tokens) {
      this.tokens = tokens;
      this.isLiteral = Arrays.stream(tokens).noneMatch(token -> token == ONE);
      this.borders = isLiteral ? borders(tokens) : new int[0];
    }

    private boolean isLinear() {
      return isLiteral || tokens.length <= MOST_WITH_ONE;
    }

    private static int[] borders(int[] tokens) {
      int[] borders = new int[tokens.length];
      int length = 0;
      for (int i = 1; i < tokens.length; i++) {
        while (length > 0 && tokens[i] != tokens[length]) {
          length = borders[length - 1];
        }
        length += tokens[i] == tokens[length] ? 1 : 0;
        borders[i] = length;
      }
      return borders;
    }

    private boolean isAt(String text, int at) {
      for (int i = 0; i < tokens.length; i++) {
        if (tokens[i] != ONE && tokens[i] != text.charAt(at + i)) {
          return false;
        }
      }
      return true;
    }

    /** The end of the first occurrence within {@code from} to {@code to}, or -1. */
    private int find(String text, int from, int to) {
      return isLiteral ? findLiteral(text, from, to) : findSlowly(text, from, to);
    }

    private int findLiteral(String text, int from, int to) {
      int length = 0;
      for (int at = from; at < to && length < tokens.length; at++) {
        while (length > 0 && text.charAt(at) != tokens[length]) {
          length = borders[length - 1];
        }
        length += text.charAt(at) == tokens[length] ? 1 : 0;
        if (length == tokens.length) {
          return at + 1;
        }
      }
      return -1;
    }

    private int findSlowly(String text, int from, int to) {
      for (int at = from; at + tokens.length <= to; at++) {
        if (isAt(text, at)) {
          return at + tokens.length;
        }
      }
      return -1;
    }
  }

  private final Part first;
  private final List<Part> middle;

  /** The part after the last star, if there is a star. */
  private final Part last;

  private final boolean hasStar;

  private Wildcard(List<Part> parts) {
    this.hasStar = parts.size() > 1;
    this.first = parts.getFirst();
    this.last = parts.getLast();
    this.middle =
        hasStar
            ? parts.subList(1, parts.size() - 1).stream().filter(p -> p.tokens.length > 0).toList()
            : List.of();
  }

  static Wildcard of(int[] tokens) {
    List<Part> parts = new ArrayList<>();
    int begin = 0;
    for (int i = 0; i <= tokens.length; i++) {
      if (i == tokens.length || tokens[i] == ANY) {
        parts.add(new Part(Arrays.copyOfRange(tokens, begin, i)));
        begin = i + 1;
      }
    }
    return new Wildcard(parts);
  }

  /** Whether the tokens match a text that begins with {@code prefix}. */
  static boolean canBegin(int[] tokens, String prefix) {
    BitSet reached = new BitSet();
    reach(0, tokens, reached);
    for (int i = 0; i < prefix.length(); i++) {
      BitSet next = new BitSet();
      reached.stream()
          .filter(at -> at < tokens.length)
          .forEach(step(tokens, prefix.charAt(i), next));
      reached = next;
    }
    return !reached.isEmpty();
  }

  private static IntConsumer step(int[] tokens, char c, BitSet next) {
    return at -> {
      if (tokens[at] == ANY) {
        reach(at, tokens, next);
      } else if (tokens[at] == ONE || tokens[at] == c) {
        reach(at + 1, tokens, next);
      }
    };
  }

  /** Adds a position and those that follow without a character. */
  private static void reach(int position, int[] tokens, BitSet reached) {
    int at = position;
    reached.set(at);
    while (at < tokens.length && tokens[at] == ANY && !reached.get(at + 1)) {
      at++;
      reached.set(at);
    }
  }

  /**
   * Checks that a search takes linear time.
   *
   * @throws IllegalArgumentException if a part between stars has a question mark and is too long
   */
  void requireLinear() {
    for (Part part : middle) {
      if (!part.isLinear()) {
        throw new IllegalArgumentException(
            "a part between two * has a ? and %d characters, at most %d are allowed"
                .formatted(part.tokens.length, MOST_WITH_ONE));
      }
    }
  }

  /** Whether a search takes linear time. */
  boolean isLinear() {
    return middle.stream().allMatch(Part::isLinear);
  }

  boolean matches(String text) {
    int length = text.length();
    if (!hasStar) {
      return length == first.tokens.length && first.isAt(text, 0);
    }
    int end = length - last.tokens.length;
    if (first.tokens.length > end || !first.isAt(text, 0) || !last.isAt(text, end)) {
      return false;
    }
    int at = first.tokens.length;
    for (Part part : middle) {
      at = part.find(text, at, end);
      if (at < 0) {
        return false;
      }
    }
    return true;
  }
}
