package io.aumbry.config;

/**
 * A file that lists every key of a role with its meaning, bounds and default, ready to be copied
 * and edited.
 */
public final class ReferenceFile {
  private static final int WIDTH = 100;

  private ReferenceFile() {}

  public static String render(KeySet<?> keys) {
    StringBuilder text = new StringBuilder();
    text.append("# Configuration of aumbry ").append(keys.role()).append(".\n");
    comment(
        text,
        "Generated from the keys in the code, which a test checks. A line with one # is a key with"
            + " its default. The environment (AUMBRY_A_B_C for key a.b-c) overrides this file, and a"
            + " flag (--a.b-c=value) overrides both. A process refuses to start with an unknown key.");
    for (KeySet.Titled section : keys.sections()) {
      text.append("\n\n## ").append(section.title()).append('\n');
      section.keys().forEach(key -> append(text, key));
    }
    return text.toString();
  }

  private static void append(StringBuilder text, Key key) {
    text.append('\n');
    comment(text, key.description() + " (" + key.type().describe() + ")");
    if (key.isRequired()) {
      text.append("# Required.\n#").append(key.name()).append(" =\n");
    } else {
      text.append('#').append(key.name()).append(" =");
      text.append(key.defaultText().isEmpty() ? "" : " ").append(key.defaultText()).append('\n');
    }
  }

  private static void comment(StringBuilder text, String words) {
    int column = 0;
    for (String word : words.split(" ", -1)) {
      if (column == 0 || column + 1 + word.length() > WIDTH) {
        text.append(column == 0 ? "#" : "\n#");
        column = 1;
      }
      text.append(' ').append(word);
      column += 1 + word.length();
    }
    text.append('\n');
  }
}
