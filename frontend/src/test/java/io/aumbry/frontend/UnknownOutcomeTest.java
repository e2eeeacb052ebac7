package io.aumbry.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.catalog.Catalog;
import io.aumbry.catalog.account.DueRemoval;
import io.aumbry.catalog.command.AccountCommand;
import io.aumbry.catalog.command.IdentityCommand;
import io.aumbry.catalog.snapshot.CatalogSnapshot;
import io.aumbry.frontend.rest.Gate;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.RequestContext;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Changes of which the catalog could not say whether they were made. */
final class UnknownOutcomeTest {
  private ErrorCode failure = ErrorCode.OUTCOME_UNKNOWN;
  private final Rest rest =
      new Rest(
          UnaryOperator.identity(),
          Rest.builtIn(Map.of()),
          Optional.of(new FailingCatalog()),
          Gate.open());

  private final class FailingCatalog implements Catalog {
    @Override
    public <R> R apply(AccountCommand<R> command, RequestContext context) {
      throw new AumbryException(failure, "db.example.com:5432 is gone");
    }

    @Override
    public <R> R apply(IdentityCommand<R> command, RequestContext context) {
      throw new AumbryException(failure, "db.example.com:5432 is gone");
    }

    @Override
    public Map<String, Long> keyUses(List<String> keys, RequestContext context) {
      return Map.of();
    }

    @Override
    public List<DueRemoval> dueRemovals(DueRemoval.Query query, RequestContext context) {
      return List.of();
    }

    @Override
    public CatalogSnapshot snapshot() {
      return CatalogSnapshot.empty();
    }
  }

  private Reply change(String target, String body) {
    return rest.request("POST", target).body(Rest.bytes(body)).send();
  }

  @ParameterizedTest
  @CsvSource({"/accounts, '{\"accounts\":[]}'", "/users, '{\"userName\":\"ann\"}'"})
  void theAnswerSaysThatTheOutcomeIsUnknown(String target, String body) {
    Reply reply = change(target, body);
    assertThat(reply.status()).as(reply.text()).isEqualTo(503);
    assertThat(reply.header("x-ambry-error-code")).isEqualTo("OutcomeUnknown");
    assertThat(reply.header("Retry-After")).isEqualTo("1");
    assertThat(reply.header("x-ambry-failure-reason"))
        .contains("not known yet", "Read the object before you repeat")
        .doesNotContain("db.example.com");
  }

  @Test
  void aChangeThatWasNotMadeHasAnotherCode() {
    failure = ErrorCode.CATALOG_UNAVAILABLE;
    Reply reply = change("/accounts", "{\"accounts\":[]}");
    assertThat(reply.status()).isEqualTo(503);
    assertThat(reply.header("x-ambry-error-code")).isEqualTo("ServiceUnavailable");
  }
}
