package io.aumbry.frontend.rest.cluster;

import io.aumbry.frontend.http.Names;
import io.aumbry.frontend.rest.Answer;
import io.aumbry.frontend.rest.Arguments;
import io.aumbry.frontend.rest.Call;
import io.aumbry.frontend.rest.Refusal;
import io.aumbry.frontend.rest.RestError;
import io.aumbry.frontend.rest.body.JsonBody;
import io.aumbry.router.ContainerReports;
import java.util.List;

/** {@code GET /statsReport}: the bytes and blobs of each container, from counters of the nodes. */
public final class UsageReports {
  private static final String BY_ACCOUNT = "ACCOUNT_REPORT";
  private static final String BY_CLASS = "PARTITION_CLASS_REPORT";

  private final ContainerReports source;
  private final JsonBody json;
  private final String cluster;

  public UsageReports(ContainerReports source, JsonBody json, String cluster) {
    this.source = source;
    this.json = json;
    this.cluster = cluster;
  }

  /**
   * Sums up the cluster. The answer names the partitions that did not answer, so that their absence
   * cannot be overlooked.
   *
   * @throws Refusal 400 for another type, 404 for another cluster, 503 if no partition answers
   */
  public Answer report(Call call) {
    Arguments arguments = call.arguments();
    String asked = arguments.required(Names.CLUSTER_NAME);
    String type = arguments.required(Names.STATS_TYPE);
    boolean isByClass = type.equals(BY_CLASS);
    if (!isByClass && !type.equals(BY_ACCOUNT)) {
      throw Arguments.invalid(Names.STATS_TYPE, type, "must be " + BY_ACCOUNT + " or " + BY_CLASS);
    }
    if (!asked.equals(cluster)) {
      throw new Refusal(
          RestError.NOT_FOUND,
          "There is no report for cluster '%s', only for '%s'".formatted(asked, cluster));
    }
    UsageSums sums = new UsageSums();
    List<Integer> missing = source.usage(sums, call.context());
    if (!missing.isEmpty() && !sums.hasPartitions()) {
      throw Refusal.unavailable(
          "None of the %d partitions reports its usage; retry later".formatted(missing.size()),
          "no partition answered");
    }
    return json.answer(
        sums.containers(), () -> isByClass ? sums.byClass(missing) : sums.byAccount(missing), call);
  }
}
