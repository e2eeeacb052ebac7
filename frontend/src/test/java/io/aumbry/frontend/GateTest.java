package io.aumbry.frontend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.aumbry.frontend.audit.AuditEvent;
import io.aumbry.frontend.gate.Action;
import io.aumbry.frontend.gate.AuthenticatedSender;
import io.aumbry.frontend.gate.CacheScope;
import io.aumbry.frontend.gate.Caller;
import io.aumbry.frontend.gate.Resource;
import io.aumbry.frontend.rest.Call;
import io.aumbry.frontend.rest.Gate;
import io.aumbry.frontend.rest.Refusal;
import io.aumbry.frontend.rest.RestError;
import io.aumbry.frontend.rest.Route;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The gate before every operation, and the audit log behind it. */
final class GateTest {
  private final Guard guard = new Guard();
  private final Rest rest = new Rest(UnaryOperator.identity(), Rest.builtIn(Map.of()), guard);
  private final String path = rest.stored(Rest.bytes("x"));

  /** Records what it is asked. It refuses as told. */
  private static final class Guard implements Gate, AuthenticatedSender {
    final List<Action> actions = new ArrayList<>();
    final List<String> resources = new ArrayList<>();
    Optional<RestError> refusal = Optional.empty();

    @Override
    public AuthenticatedSender admit(Route route, Call call) {
      call.trail().claims("AKCLAIMED");
      authorise(route.action(), route.resource());
      return this;
    }

    @Override
    public Caller caller() {
      return new Caller.Known("alice", 7, "AKVALID");
    }

    @Override
    public boolean isSigned() {
      return true;
    }

    @Override
    public boolean permits(Action action, Resource resource) {
      return refusal.isEmpty();
    }

    @Override
    public CacheScope cacheScope(Action action, Resource resource) {
      return CacheScope.SHARED;
    }

    @Override
    public void requireStillAllowed() {
      // Rights do not change here.
    }

    @Override
    public ByteSource verified(ByteSource body) {
      return body;
    }

    @Override
    public void requireVerified() {
      // Nothing is signed.
    }

    @Override
    public void authorise(Action action, Resource resource) {
      actions.add(action);
      resources.add(resource.label());
      refusal.ifPresent(error -> {
        throw new Refusal(error, "not you");
      });
    }
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /ID, READ_BLOB, blob/aumbry/public/ID",
    "HEAD, /ID, READ_BLOB, blob/aumbry/public/ID",
    "GET, /ID/BlobInfo, READ_BLOB, blob/aumbry/public/ID",
    "GET, /ID/UserMetadata, READ_BLOB, blob/aumbry/public/ID",
    "GET, /ID/Segment/0, READ_BLOB, blob/aumbry/public/ID",
    "GET, /ID/BlobChunkIds, READ_BLOB, blob/aumbry/public/ID",
    "GET, /ID/Replicas, LOCATE_BLOB, blob/aumbry/public/ID",
    "GET, /ID/Status, LOCATE_BLOB, blob/aumbry/public/ID",
    "DELETE, /ID, DELETE_BLOB, blob/aumbry/public/ID",
    "PUT, /updateTtl?x-ambry-blob-id=ID&x-ambry-service-id=s, UPDATE_TTL, blob/aumbry/public/ID",
    "PUT, /undelete?x-ambry-blob-id=ID&x-ambry-service-id=s, UNDELETE_BLOB, blob/aumbry/public/ID",
    "POST, /?x-ambry-service-id=s, WRITE_BLOB, container/aumbry/public",
    "GET, /accounts, LIST_ACCOUNTS, cluster",
    "GET, /accounts?x-ambry-target-account-id=1, READ_ACCOUNT, account/aumbry",
    "POST, /accounts, CHANGE_ACCOUNTS, cluster",
    "POST, /accounts/containers?x-ambry-target-account-id=1, CHANGE_CONTAINERS, account/aumbry",
    "GET, /peers, READ_PEERS, cluster",
    "GET, /getClusterMapSnapshot, READ_CLUSTER_MAP, cluster",
    "GET, /resourceInfo, READ_CLUSTER_MAP, cluster",
    "GET, /statsReport, READ_USAGE, cluster",
    "GET, /named/aumbry/public/a/b, READ_BLOB, name/aumbry/public/a/b",
    "HEAD, /named/aumbry/public/a, READ_BLOB, name/aumbry/public/a",
    "GET, /named/aumbry/public/a/BlobInfo, READ_BLOB, name/aumbry/public/a",
    "GET, /named/aumbry/public/a/Replicas, LOCATE_BLOB, name/aumbry/public/a",
    "PUT, /named/aumbry/public/a, WRITE_BLOB, name/aumbry/public/a",
    "DELETE, /named/aumbry/public/a, DELETE_BLOB, name/aumbry/public/a",
    "GET, /named/aumbry/public?prefix=, LIST_BLOBS, container/aumbry/public",
    "PUT, /updateTtl?x-ambry-blob-id=/named/aumbry/public/a&x-ambry-service-id=s, UPDATE_TTL,"
        + " name/aumbry/public/a",
    "GET, /named/aumbry/public/d/1?x-ambry-dataset-version-query-enabled=true, READ_BLOB,"
        + " name/aumbry/public/d/1",
    "PUT, /named/aumbry/public/d/1?x-ambry-dataset-version-query-enabled=true, WRITE_BLOB,"
        + " name/aumbry/public/d/1",
    "DELETE, /named/aumbry/public/d/1?x-ambry-dataset-version-query-enabled=true, DELETE_BLOB,"
        + " name/aumbry/public/d/1",
    "PUT, /named/aumbry/public/d/1?x-ambry-dataset-version-query-enabled=true&op=RENAME"
        + "&targetVersion=2, WRITE_BLOB, name/aumbry/public/d/1",
    "GET, /named/aumbry/public/d?x-ambry-dataset-version-query-enabled=true"
        + "&x-ambry-enable-dataset-version-listing=true, LIST_DATASETS, dataset/aumbry/public/d",
    "GET, /accounts/containers/datasets?x-ambry-target-account-name=aumbry"
        + "&x-ambry-target-container-name=public, LIST_DATASETS, container/aumbry/public",
    "GET, /accounts/containers/datasets?x-ambry-target-account-name=aumbry"
        + "&x-ambry-target-container-name=public&x-ambry-target-dataset-name=d, GET_DATASET,"
        + " dataset/aumbry/public/d",
    "DELETE, /accounts/containers/datasets?x-ambry-target-account-name=aumbry"
        + "&x-ambry-target-container-name=public&x-ambry-target-dataset-name=d, DELETE_DATASET,"
        + " dataset/aumbry/public/d",
    "POST, /accounts/containers/datasets, PUT_DATASET, container in the body",
    "POST, /stitch?x-ambry-service-id=s, WRITE_BLOB, container/aumbry/public",
    "GET, /signedUrl?x-ambry-url-type=GET&x-ambry-blob-id=ID, READ_BLOB, blob/aumbry/public/ID",
    "GET, /signedUrl?x-ambry-url-type=GET&x-ambry-blob-id=/named/aumbry/public/a, READ_BLOB,"
        + " name/aumbry/public/a",
    "GET, /signedUrl?x-ambry-url-type=POST&x-ambry-service-id=s, WRITE_BLOB,"
        + " container/aumbry/public",
    "OPTIONS, /ID, PROBE, ''",
    "GET, /healthCheck, PROBE, ''",
    "GET, /nothing/there, UNROUTABLE, ''",
    "POST, /tokens, MINT_TOKEN, ''",
    "GET, /no-id, UNROUTABLE, ''",
    "PATCH, /ID, UNROUTABLE, ''",
    "GET, /accounts?x-ambry-target-account-id=5, READ_ACCOUNT, account/5",
    "GET, /named/nobody/public/a, READ_BLOB, name/nobody/public/a",
    "PUT, /named/aumbry/none/a, WRITE_BLOB, name/aumbry/none/a",
    "GET, /users/u-nobody, READ_USER, user/u-nobody/u-nobody",
    "DELETE, /keys/AKNOBODY, DELETE_KEY, user/AKNOBODY/AKNOBODY"
  })
  void everyRequestPassesTheGateBeforeItsOperation(
      String method, String target, Action action, String resource) {
    String id = path.substring(1);
    for (RestError error : List.of(RestError.UNAUTHORIZED, RestError.ACCESS_DENIED)) {
      guard.actions.clear();
      guard.resources.clear();
      rest.audit.clear();
      guard.refusal = Optional.of(error);
      int calls = rest.router.contexts().size();
      Reply reply = rest.request(method, target.replace("ID", id)).send();
      assertThat(reply.status()).isEqualTo(error.status());
      assertThat(guard.actions).containsExactly(action);
      assertThat(guard.resources).containsExactly(resource.replace("ID", id));
      assertThat(rest.router.contexts()).hasSize(calls);
      AuditEvent event = rest.audit.getFirst();
      assertThat(rest.audit).hasSize(1);
      assertThat(event.action()).isEqualTo(action);
      assertThat(event.resource().label()).isEqualTo(resource.replace("ID", id));
      assertThat(event.subject().caller()).isEqualTo(Caller.ANONYMOUS);
      assertThat(event.subject().claimed()).isEqualTo("AKCLAIMED");
      assertThat(event.outcome()).isEqualTo("refused");
      assertThat(event.status()).isEqualTo(error.status());
      assertThat(event.requestId()).isEqualTo(reply.header("x-ambry-request-id"));
    }
  }

  @Test
  void aRefusedCallerDoesNotLearnWhichAccountsExist() {
    guard.refusal = Optional.of(RestError.UNAUTHORIZED);
    for (String account : List.of("aumbry", "unknown")) {
      Reply reply =
          rest.upload(Rest.PUBLIC, Rest.bytes("x")).with("x-ambry-owner-id", account).send();
      assertThat(reply.status()).isEqualTo(401);
      Reply other =
          rest.request("POST", "/?x-ambry-service-id=s").ofOwner(account, Rest.PUBLIC).send();
      assertThat(other.status()).isEqualTo(401);
      assertThat(other.header("x-ambry-failure-reason")).isEqualTo("not you");
    }
  }

  @Test
  void aFormIsAuthorisedWhenItsOwnerIsRead() {
    String form =
        """
        --b
        Content-Disposition: form-data; name="x-ambry-service-id"; filename="a"

        tests
        --b
        Content-Disposition: form-data; name="x-ambry-content-type"; filename="a"

        a/b
        --b
        Content-Disposition: form-data; name="x-ambry-private"; filename="a"

        true
        --b
        Content-Disposition: form-data; name="Blob"; filename="a"

        x
        --b--
        """
            .replace("\n", "\r\n");
    guard.actions.clear();
    guard.resources.clear();
    rest.audit.clear();
    Rest.Request request =
        rest.request("POST", "/")
            .with("Content-Type", "multipart/form-data; boundary=b")
            .body(Rest.bytes(form));
    Reply reply = request.send();
    assertThat(reply.status()).as(reply.text()).isEqualTo(201);
    assertThat(guard.actions).containsExactly(Action.WRITE_BLOB, Action.WRITE_BLOB);
    assertThat(guard.resources)
        .containsExactly("container in the body", "container/aumbry/private");
    assertThat(rest.audit.getFirst().resource().label())
        .isEqualTo("blob/aumbry/private" + reply.header("Location"));
  }

  @Test
  void eachChangeIsAuditedWithItsOutcomeAndNoRead() {
    AuditEvent put = rest.audit.getFirst();
    assertThat(put.action()).isEqualTo(Action.WRITE_BLOB);
    assertThat(put.resource().label()).isEqualTo("blob/aumbry/public" + path);
    assertThat(put.subject().caller().label()).isEqualTo("alice");
    assertThat(put.subject().claimed()).isEqualTo("AKVALID");
    assertThat(put.outcome()).isEqualTo("ok");
    assertThat(put.status()).isEqualTo(201);
    assertThat(put.origin().getAddress().isLoopbackAddress()).isTrue();
    rest.audit.clear();

    rest.get(path).send();
    rest.get(path + "/Status").send();
    rest.get("/accounts").send();
    rest.request("OPTIONS", path).send();
    rest.get("/nothing").send();
    assertThat(rest.audit).isEmpty();

    rest.router.failWith(ErrorCode.QUORUM_NOT_REACHED);
    rest.request("DELETE", path).send();
    assertThat(rest.audit)
        .extracting(AuditEvent::outcome, AuditEvent::status)
        .containsExactly(tuple("failed", 503));
  }

  @Test
  void aClientThatLeavesIsAuditedToo() {
    rest.audit.clear();
    rest.upload(Rest.PUBLIC, Rest.randomBytes(1000)).bodyBreakingAt(10).exchange();
    assertThat(rest.audit).extracting(AuditEvent::outcome).containsExactly("broken");
  }

  /** Credentials travel in fields and in the query, which the audit log never sees. */
  @Test
  void noSecretReachesTheAuditLog() {
    rest.audit.clear();
    rest.request("DELETE", path + "?x-ambry-signature=s3cr3t&X-Amz-Signature=s3cr3t")
        .with("Authorization", "Bearer s3cr3t")
        .send();
    assertThat(rest.audit).hasSize(1);
    assertThat(rest.audit.getFirst().toString()).doesNotContain("s3cr3t");
  }

  @ParameterizedTest
  @EnumSource(Action.class)
  void policyNamesAreUnique(Action action) {
    assertThat(action.policyName()).matches("(s3|aumbry):[A-Z][A-Za-z]+");
    assertThat(Action.values())
        .filteredOn(other -> other.policyName().equals(action.policyName()))
        .hasSize(1);
  }
}
