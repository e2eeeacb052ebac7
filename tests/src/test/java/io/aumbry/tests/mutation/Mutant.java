package io.aumbry.tests.mutation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * One change that PIT made.
 *
 * @param place the changed line
 * @param line its number in the source
 * @param description the change, as PIT describes it
 * @param status the result, as PIT reports it
 */
record Mutant(Place place, int line, String description, String status) {
  private static final Pattern LAMBDA = Pattern.compile("lambda\\$(.*)\\$\\d+");

  /**
   * Identifies a mutant by its content, so that edits elsewhere in the file do not matter.
   *
   * @param className the top-level class
   * @param method its method, also for a lambda in it
   * @param mutator the simple name of PIT's mutator
   * @param source the line of source
   */
  record Place(String className, String method, String mutator, String source) {}

  boolean survived() {
    return status.equals("SURVIVED") || status.equals("NO_COVERAGE");
  }

  boolean timedOut() {
    return status.equals("TIMED_OUT");
  }

  /** Whether PIT ended before it tried this mutant. */
  boolean untried() {
    return status.equals("NOT_STARTED") || status.equals("STARTED");
  }

  static List<Mutant> read(Path report, Path sources) throws IOException {
    NodeList found;
    try {
      found =
          DocumentBuilderFactory.newDefaultInstance()
              .newDocumentBuilder()
              .parse(report.toFile())
              .getElementsByTagName("mutation");
    } catch (ParserConfigurationException | SAXException e) {
      throw new IOException("no report of PIT: " + report, e);
    }
    List<Mutant> mutants = new ArrayList<>();
    for (int i = 0; i < found.getLength(); i++) {
      if (found.item(i) instanceof Element element) {
        mutants.add(mutant(element, sources));
      }
    }
    return mutants;
  }

  private static Mutant mutant(Element element, Path sources) throws IOException {
    String className = text(element, "mutatedClass").replaceFirst("\\$.*", "");
    String mutator = text(element, "mutator").replaceFirst(".*\\.", "").replace("Mutator", "");
    int line = Integer.parseInt(text(element, "lineNumber"));
    Matcher lambda = LAMBDA.matcher(text(element, "mutatedMethod"));
    String method = lambda.matches() ? lambda.group(1) : text(element, "mutatedMethod");
    Place place = new Place(className, method, mutator, line(source(sources, className), line));
    return new Mutant(place, line, text(element, "description"), element.getAttribute("status"));
  }

  static Path source(Path sources, String className) {
    return sources.resolve(className.replace('.', '/') + ".java");
  }

  private static String line(Path source, int number) throws IOException {
    List<String> lines = Files.readAllLines(source);
    return number < 1 || number > lines.size() ? "" : lines.get(number - 1).strip();
  }

  private static String text(Element element, String name) {
    return element.getElementsByTagName(name).item(0).getTextContent();
  }
}
