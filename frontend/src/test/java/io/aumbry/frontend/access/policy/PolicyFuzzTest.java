package io.aumbry.frontend.access.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Compares the engine with a naive evaluator, on random documents and requests. */
final class PolicyFuzzTest {
  private static final int DOCUMENTS = 50_000;

  @Test
  void bothEvaluatorsAgree() {
    PolicyGenerator generator = new PolicyGenerator(23);
    Map<String, Integer> verdicts = new HashMap<>();
    for (int i = 0; i < DOCUMENTS; i++) {
      boolean ofContainer = i % 2 == 0;
      Map<String, Object> document = generator.document(ofContainer);
      String json = PolicyGenerator.json(document);
      Policy policy =
          PolicyParser.parse(
              json.getBytes(StandardCharsets.UTF_8),
              ofContainer ? PolicyParser.Kind.RESOURCE : PolicyParser.Kind.IDENTITY,
              "test");
      NaiveEvaluator naive = new NaiveEvaluator(document);
      PolicyGenerator.Question question = generator.question();
      String verdict = PolicyTables.text(policy.evaluate(question.request()));
      String expected = naive.evaluate(question.naive());
      if (!verdict.equals(expected)) {
        assertThat(verdict).as("%s%n%s", json, question.naive()).isEqualTo(expected);
      }
      verdicts.merge(verdict, 1, Integer::sum);
    }
    assertThat(verdicts.get("allow")).isGreaterThan(DOCUMENTS / 20);
    assertThat(verdicts.get("deny")).isGreaterThan(DOCUMENTS / 20);
    assertThat(verdicts.get("silent")).isGreaterThan(DOCUMENTS / 5);
  }

  /** Random changes of documents are refused with the right exception, or accepted. */
  @Test
  void damagedDocumentsNeverFailOtherwise() {
    PolicyGenerator generator = new PolicyGenerator(24);
    Random random = new Random(25);
    Map<PolicyParser.Kind, Integer> accepted = new EnumMap<>(PolicyParser.Kind.class);
    for (int i = 0; i < 5_000; i++) {
      byte[] json =
          PolicyGenerator.json(generator.document(false)).getBytes(StandardCharsets.UTF_8);
      for (int change = 1 + random.nextInt(2); change > 0; change--) {
        json[random.nextInt(json.length)] = (byte) random.nextInt(128);
      }
      try {
        PolicyParser.parse(json, PolicyParser.Kind.IDENTITY, "test")
            .evaluate(generator.question().request());
        accepted.merge(PolicyParser.Kind.IDENTITY, 1, Integer::sum);
      } catch (MalformedPolicyException e) {
        assertThat(e.getMessage()).isNotBlank();
      }
    }
    assertThat(accepted).isNotEmpty();
  }
}
