package io.aumbry.deploy.operator;

import static io.aumbry.deploy.operator.StatusJson.seconds;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code aumbry admin verify}. */
@Command(
    name = "verify",
    description = {
      "Whether all copies of all blobs are there, as storage nodes have found by comparing them.",
      "A partition is proven when each of its replicas was compared with each of its peers, and had"
          + " the same; since then it is known up to which time all is there. Exit code: 0 when all"
          + " are proven, 1 when some are not, 2 when not all nodes could be asked. With --wait only"
          + " what was proven since the command began to look counts."
    })
final class VerifyCommand extends LookCommand {
  private static final int NOT_PROVEN = 1;
  private static final int NOT_KNOWN = 2;

  @Option(names = "--partition", paramLabel = "N", description = "Only this one.")
  private Optional<Integer> partition = Optional.empty();

  @Option(names = "--all", description = "Show those that are proven, too. With --json all are.")
  private boolean all;

  @Option(
      names = "--wait",
      arity = "0..1",
      paramLabel = "SPAN",
      fallbackValue = "365d",
      converter = SpanConverter.class,
      description = {
        "Tell when all that was there when the command began is proven to have all",
        "its copies, or when the SPAN is over, such as 10min or 2h (default: none).",
        "Nodes compare each pair of replicas once in storage.compare-period."
      })
  private Optional<Duration> wait = Optional.empty();

  private Verification verification(Looks looks) {
    return Verification.of(looks.now(), partition);
  }

  @Override
  List<String> text(Looks looks) {
    Verification verification = verification(looks);
    List<String> lines = new ArrayList<>();
    lines.add(
        "%d of %s proven%s"
            .formatted(
                verification.proven(),
                Words.count(verification.verdicts().size(), "partition"),
                since(verification)));
    if (wait.isPresent() && !verification.isProvenOf(looks.span())) {
      lines.add("not all was compared again since this command began");
    }
    looks.now().silent().forEach((node, why) -> lines.add("not asked: " + node + ", " + why));
    Table table =
        new Table(">partition", ">complete", ">missing", ">divergent", ">doubtful", ">proven");
    for (Verification.Verdict verdict : verification.verdicts()) {
      if (all || partition.isPresent() || !verdict.isProven()) {
        table.add(
            verdict.partition(),
            verdict.complete(),
            verdict.missing(),
            verdict.divergent(),
            verdict.doubtful(),
            Words.ago(verdict.provenMillis(), "never"));
      }
    }
    if (!table.isEmpty()) {
      lines.add("");
      lines.addAll(table.lines());
    }
    return lines;
  }

  private static String since(Verification verification) {
    OptionalLong millis = verification.provenMillis();
    return millis.isPresent() && verification.allProven()
        ? ", all that was there " + Words.ago(millis, "") + " has all its copies"
        : "";
  }

  @Override
  void write(JsonGenerator json, Looks looks) throws IOException {
    Verification verification = verification(looks);
    json.writeStringField("cluster", looks.now().cluster());
    json.writeBooleanField("proven", verification.allProven());
    json.writeBooleanField("all_asked", !verification.unknown());
    json.writeArrayFieldStart("partitions");
    for (Verification.Verdict verdict : verification.verdicts()) {
      json.writeStartObject();
      json.writeNumberField("partition", verdict.partition());
      json.writeNumberField("complete", verdict.complete());
      json.writeNumberField("missing", verdict.missing());
      json.writeNumberField("divergent", verdict.divergent());
      json.writeNumberField("doubtful", verdict.doubtful());
      seconds(json, "proven_seconds_ago", verdict.provenMillis());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  @Override
  boolean waits() {
    return wait.isPresent();
  }

  @Override
  boolean isWaiting(Looks looks) {
    return wait.filter(span -> looks.span().compareTo(span) < 0).isPresent()
        && !verification(looks).isProvenOf(looks.span());
  }

  @Override
  int exitCode(Looks looks) {
    Verification verification = verification(looks);
    if (verification.unknown()) {
      return NOT_KNOWN;
    }
    boolean proven =
        wait.isPresent() ? verification.isProvenOf(looks.span()) : verification.allProven();
    return proven ? 0 : NOT_PROVEN;
  }
}
