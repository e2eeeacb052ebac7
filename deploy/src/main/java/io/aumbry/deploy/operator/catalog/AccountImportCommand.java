package io.aumbry.deploy.operator.catalog;

import io.aumbry.config.json.JsonException;
import io.aumbry.config.json.JsonWriter;
import io.aumbry.deploy.client.ClientException;
import io.aumbry.deploy.client.ExitCode;
import io.aumbry.deploy.client.FrontendClient;
import io.aumbry.deploy.client.JsonObject;
import io.aumbry.deploy.operator.catalog.AccountImport.Outcome;
import io.aumbry.deploy.operator.catalog.AccountImport.Verdict;
import io.aumbry.protocol.runtime.PrintableText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code aumbry admin account import}. */
@Command(
    name = "import",
    description = {
      "Imports accounts and containers of Ambry, with their ids.",
      "FILE has the JSON of Ambry: an array of accounts, or an object with the array 'accounts'."
          + " Fields that it does not give keep their values, and nothing is removed, so"
          + " that an import can be repeated. An account whose id belongs to an account of another"
          + " name is refused. The exit code is 4 if an account was refused."
    })
final class AccountImportCommand extends CatalogCommand {
  @Parameters(paramLabel = "FILE", description = "JSON of accounts.")
  private Path file = Path.of("");

  @Option(names = "--dry-run", description = "Print what an import would do, and change nothing.")
  private boolean isTrial;

  private record Report(List<Verdict> accounts, List<String> ignoredFields) {}

  @Override
  protected ExitCode act(FrontendClient client) throws IOException {
    List<JsonObject> documents = read();
    AccountImport accounts = new AccountImport(new AccountApi(client), isTrial);
    List<Verdict> verdicts = new ArrayList<>();
    try {
      for (JsonObject document : documents) {
        Verdict verdict = accounts.add(document);
        verdicts.add(verdict);
        announce(verdict);
      }
    } finally {
      conclude(verdicts, List.copyOf(accounts.ignored()));
    }
    return verdicts.stream().anyMatch(verdict -> verdict.outcome() == Outcome.REFUSED)
        ? ExitCode.REFUSED
        : ExitCode.OK;
  }

  private List<JsonObject> read() throws IOException {
    String text = Files.readString(file).strip();
    String object = text.startsWith("[") ? "{\"accounts\":" + text + "}" : text;
    try {
      JsonObject document = JsonObject.parse(object.getBytes(StandardCharsets.UTF_8));
      if (document.value(AccountApi.ACCOUNTS).isEmpty()) {
        throw new ClientException(ExitCode.USAGE, file + " has no array 'accounts'");
      }
      List<JsonObject> found = document.objects(AccountApi.ACCOUNTS);
      if (!(document.fields().get(AccountApi.ACCOUNTS) instanceof List<?> all)
          || all.size() != found.size()) {
        throw new ClientException(
            ExitCode.USAGE, file + ": 'accounts' must be an array of objects");
      }
      return found;
    } catch (JsonException wrong) {
      throw new ClientException(ExitCode.USAGE, file + ": " + wrong.getMessage());
    }
  }

  private void announce(Verdict verdict) {
    if (!isJson()) {
      String outcome = word(verdict.outcome());
      String reason = verdict.reason().map(why -> ": " + why).orElse("");
      out()
          .println(
              PrintableText.of("%-9s  %s%s".formatted(outcome, verdict.accountName(), reason)));
      out().flush();
    }
  }

  private void conclude(List<Verdict> verdicts, List<String> ignored) {
    if (isJson()) {
      out().println(JsonWriter.CAMEL_CASE.indented(new Report(verdicts, ignored)));
      return;
    }
    out()
        .println(
            Arrays.stream(Outcome.values())
                .map(outcome -> count(verdicts, outcome) + " " + word(outcome))
                .collect(Collectors.joining(", ")));
    if (!ignored.isEmpty()) {
      err().println(PrintableText.of("aumbry: fields not imported: " + String.join(", ", ignored)));
    }
  }

  private static long count(List<Verdict> verdicts, Outcome outcome) {
    return verdicts.stream().filter(verdict -> verdict.outcome() == outcome).count();
  }

  private static String word(Outcome outcome) {
    return outcome.name().toLowerCase(Locale.ROOT);
  }
}
