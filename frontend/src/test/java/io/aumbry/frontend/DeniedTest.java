package io.aumbry.frontend;

import static io.aumbry.frontend.NamedClient.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.catalog.command.IdentityCommand;
import io.aumbry.catalog.identity.StoredPolicy;
import io.aumbry.catalog.identity.User;
import io.aumbry.frontend.access.AuthenticationMode;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Denials of documented actions, resources and conditions have their effect. */
final class DeniedTest {
  private static final String ALBUM =
      "x-ambry-target-account-name=photos&x-ambry-target-container-name=album";

  private Guarded guarded;
  private Guarded.Key owner;
  private Guarded.Key helper;

  @BeforeEach
  void start(@TempDir Path folder) {
    guarded = new Guarded(folder, AuthenticationMode.REQUIRED);
    User anna = guarded.user("anna", Guarded.PHOTOS, "owner", Guarded.PHOTOS);
    User otto = guarded.user("otto", Guarded.PHOTOS, "reader", Guarded.PHOTOS);
    owner = guarded.key(anna, true, Long.MAX_VALUE);
    helper = guarded.key(otto, true, Long.MAX_VALUE);
  }

  @AfterEach
  void stop() {
    guarded.close();
  }

  private void deny(String action, String resource, String condition) {
    String document =
        """
        {"Version":"2012-10-17","Statement":{"Effect":"Deny","Principal":"*",
         "Action":"%s","Resource":"%s"%s}}
        """
            .formatted(action, resource, condition.isEmpty() ? "" : ",\"Condition\":" + condition);
    HttpResponse<String> put =
        guarded.request("PUT", "/policies/container/photos/album").body(document).signedBy(owner);
    assertThat(put.statusCode()).as(put.body()).isEqualTo(200);
  }

  @Test
  void aPolicyThatNamesAnotherContainerIsNotStored() {
    deny("aumbry:GetBlob", "arn:aumbry:name:::photos/album/x", "");
    String foreign = "arn:aumbry:name:::music/album/x";
    String document =
        """
        {"Statement":{"Effect":"Deny","Principal":"*","Action":"*",
         "Resource":["arn:aumbry:name:::photos/album/y","%s"]}}
        """
            .formatted(foreign);
    String target = "/policies/container/photos/album";
    HttpResponse<String> put = guarded.request("PUT", target).body(document).signedBy(owner);
    assertRefused(
        put,
        400,
        "Statement.Resource[1]: '"
            + foreign
            + "' is not in the container of the policy, which may"
            + " name * or arn:aumbry:container:::photos/album,");
    assertThat(guarded.request("GET", target).signedBy(owner).body())
        .contains("photos/album/x")
        .doesNotContain("music");
  }

  private HttpResponse<String> container(String status) {
    return guarded
        .request("POST", "/accounts/containers?x-ambry-target-account-name=photos")
        .body(
            """
            {"containers":[{"containerId":1,"containerName":"album","status":"%s",
             "snapshotVersion":0}]}
            """
                .formatted(status))
        .signedBy(owner);
  }

  @ParameterizedTest
  @CsvSource({"aumbry:DeleteContainer, DELETE_IN_PROGRESS", "aumbry:UpdateContainer, ACTIVE"})
  void aContainerKeepsItself(String action, String status) {
    deny(action, "*", "");
    HttpResponse<String> refused = container(status);
    assertThat(refused.statusCode()).as(refused.body()).isEqualTo(403);
    deny(action, "arn:aumbry:name:::photos/album/*", "");
    HttpResponse<String> done = container(status);
    assertThat(done.statusCode()).as(done.body()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"StringLike\":{\"aumbry:prefix\":\"secret/*\"}}",
        "{\"StringLike\":{\"s3:prefix\":\"secret/*\"}}",
        "{\"StringEquals\":{\"aumbry:delimiter\":\"/\"}}",
        "{\"NumericGreaterThan\":{\"aumbry:max-keys\":\"10\"}}"
      })
  void argumentsOfListsAreAttributes(String condition) {
    deny("aumbry:ListNames", "*", condition);
    String list = "/named/photos/album?prefix=secret/x&delimiter=/&max-keys=11";
    assertThat(guarded.request("GET", list).signedBy(owner).statusCode()).isEqualTo(403);
    String other = "/named/photos/album?prefix=open/&max-keys=10";
    assertThat(guarded.request("GET", other).signedBy(owner).statusCode()).isNotEqualTo(403);
  }

  @ParameterizedTest
  @CsvSource({"aumbry:GetDataset, GET", "aumbry:DeleteDataset, DELETE"})
  void aDatasetIsAResource(String action, String method) {
    deny(action, "arn:aumbry:dataset:::photos/album/d", "");
    String dataset = "/accounts/containers/datasets?" + ALBUM + "&x-ambry-target-dataset-name=";
    assertThat(guarded.request(method, dataset + "d").signedBy(owner).statusCode()).isEqualTo(403);
    assertThat(guarded.request(method, dataset + "other").signedBy(owner).statusCode())
        .isNotEqualTo(403);
  }

  @Test
  void theKindAndTheAgeOfASignatureAreAttributes() {
    String path =
        HttpRest.header(guarded.upload("photos", "album", "x").signedBy(owner), "location");
    deny("aumbry:GetBlob", "*", "{\"StringEquals\":{\"s3:authType\":\"REST-QUERY-STRING\"}}");
    assertThat(guarded.request("GET", path).presignedBy(owner).statusCode()).isEqualTo(403);
    assertThat(guarded.request("GET", path).signedBy(owner).statusCode()).isEqualTo(200);
    deny("aumbry:GetBlob", "*", "{\"NumericGreaterThanEquals\":{\"s3:signatureAge\":\"0\"}}");
    assertThat(guarded.request("GET", path).signedBy(owner).statusCode()).isEqualTo(403);
  }

  @Test
  void aUserIsRenamedOnlyWithTheRightForBothNames() {
    guarded.user("temp-1", Guarded.PHOTOS, "reader", Guarded.PHOTOS);
    guarded.done(
        new IdentityCommand.PutPolicy(
            new StoredPolicy(
                new StoredPolicy.Target(StoredPolicy.Kind.USER, "u-otto"),
                "{\"Version\":\"2012-10-17\",\"Statement\":[{\"Effect\":\"Allow\","
                    + "\"Action\":\"aumbry:PutUser\",\"Resource\":[\"arn:aumbry:user:::photos/temp-*\","
                    + "\"arn:aumbry:account:::photos\"]}]}")));
    assertThat(renamed("boss").statusCode()).isEqualTo(403);
    HttpResponse<String> temporary = renamed("temp-2");
    assertThat(temporary.statusCode()).as(temporary.body()).isEqualTo(200);
  }

  private HttpResponse<String> renamed(String name) {
    return guarded
        .request("PUT", "/users/u-temp-1")
        .body("{\"userName\":\"" + name + "\",\"active\":true}")
        .signedBy(helper);
  }
}
