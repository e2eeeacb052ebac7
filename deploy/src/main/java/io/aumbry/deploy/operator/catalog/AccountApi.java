package io.aumbry.deploy.operator.catalog;

import io.aumbry.deploy.client.ClientException;
import io.aumbry.deploy.client.ContainerReference;
import io.aumbry.deploy.client.ExitCode;
import io.aumbry.deploy.client.FrontendClient;
import io.aumbry.deploy.client.FrontendRequest;
import io.aumbry.deploy.client.JsonObject;
import java.io.IOException;
import java.util.List;

/** Accounts and containers in the REST API. */
record AccountApi(FrontendClient frontend) {
  static final String ACCOUNTS = "accounts";
  static final String CONTAINERS = "containers";

  static final String ACCOUNT_NAME = "accountName";
  static final String ACCOUNT_ID = "accountId";
  static final String CONTAINER_NAME = "containerName";
  static final String CONTAINER_ID = "containerId";

  static final String TARGET_ACCOUNT = "x-ambry-target-account-name";

  private static final String TARGET_CONTAINER = "x-ambry-target-container-name";
  private static final int CONFLICT = 409;

  JsonObject all() throws IOException {
    return frontend.json(FrontendRequest.get("/accounts"));
  }

  JsonObject account(String name) throws IOException {
    JsonObject answer =
        frontend.json(FrontendRequest.get("/accounts").header(TARGET_ACCOUNT, name));
    return only(answer, ACCOUNTS, "account " + name);
  }

  /** Creates or changes an account, with the containers in it. */
  void saveAccount(JsonObject account) throws IOException {
    frontend.perform(
        FrontendRequest.post("/accounts").body(JsonObject.ofAll(ACCOUNTS, List.of(account))));
  }

  JsonObject container(ContainerReference reference) throws IOException {
    FrontendRequest request =
        FrontendRequest.get("/accounts/containers")
            .header(TARGET_ACCOUNT, reference.account())
            .header(TARGET_CONTAINER, reference.container());
    return only(frontend.json(request), CONTAINERS, "container " + reference);
  }

  /** Creates or changes a container, and returns it as stored. */
  JsonObject saveContainer(String account, JsonObject container) throws IOException {
    FrontendRequest request =
        FrontendRequest.post("/accounts/containers")
            .header(TARGET_ACCOUNT, account)
            .body(JsonObject.ofAll(CONTAINERS, List.of(container)));
    return only(frontend.json(request), CONTAINERS, "container of account " + account);
  }

  /** Explains a refusal of a change that was based on a version that is no longer the latest. */
  static ClientException explained(ClientException failure, String what) {
    boolean isStale =
        failure.status() == CONFLICT
            && String.valueOf(failure.getMessage()).contains("snapshot version");
    return !isStale
        ? failure
        : new ClientException(
            ExitCode.REFUSED,
            "%s has been changed since this command read it; run the command again: %s"
                .formatted(what, failure.getMessage()));
  }

  private static JsonObject only(JsonObject answer, String array, String what) {
    List<JsonObject> found = answer.objects(array);
    if (found.size() != 1) {
      throw new ClientException(
          ExitCode.FAILED, "the frontend returned " + found.size() + " objects for " + what);
    }
    return found.getFirst();
  }
}
