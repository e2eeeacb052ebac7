package io.aumbry.deploy.operator.catalog;

import io.aumbry.config.json.JsonWriter;
import io.aumbry.deploy.client.FrontendCommand;
import io.aumbry.deploy.client.JsonObject;
import io.aumbry.deploy.operator.text.TextTable;
import io.aumbry.protocol.runtime.PrintableText;
import java.util.function.Function;
import picocli.CommandLine.Option;

/** Base of the commands that print objects of the catalog. */
abstract class CatalogCommand extends FrontendCommand {
  private static final int KEY_WIDTH = 28;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  final boolean isJson() {
    return json;
  }

  /** Prints the objects of an array as a table, or the whole document as JSON. */
  final void print(
      JsonObject document, String array, TextTable table, Function<JsonObject, Object[]> row) {
    if (json) {
      out().println(JsonWriter.CAMEL_CASE.indented(document));
      return;
    }
    document.objects(array).forEach(each -> table.add(row.apply(each)));
    table.lines().forEach(line -> out().println(PrintableText.of(line)));
  }

  /** Prints all fields of one object. */
  final void print(JsonObject object) {
    if (json) {
      out().println(JsonWriter.CAMEL_CASE.indented(object));
      return;
    }
    object
        .fields()
        .keySet()
        .forEach(key ->
            out()
                .println(
                    PrintableText.of(
                        key
                            + " ".repeat(Math.max(1, KEY_WIDTH - key.length()))
                            + FieldValue.shown(object, key))));
  }
}
