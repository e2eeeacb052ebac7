package io.aumbry.config;

/**
 * The file that lists every key of a role with its meaning, its bounds and its default, ready to be
 * copied and changed.
 */
public final class ReferenceFile {
  private static final int WIDTH = 100;

  private ReferenceFile() {}

  /** The whole text. */
  public static String render(KeySet<?> keys) {
    StringBuilder text = new StringBuilder();
    text.append("# Configuration of aumbry ").append(keys.role()).append(".\n");
    comment(
        text,
        "Made from the keys that the code declares; a test holds it to them. A line with one # is a"
            + " key with its default. The environment (key a.b-c is AUMBRY_A_B_C) wins over this"
            + " file, a flag (--a.b-c=value) over both. An unknown key stops the start.");
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
