package io.aumbry.frontend.rest.dataset;

import io.aumbry.catalog.dataset.DatasetRef;
import io.aumbry.frontend.gate.Owner;
import io.aumbry.frontend.rest.Answer;
import io.aumbry.frontend.rest.BlobReading;
import io.aumbry.frontend.rest.Call;
import io.aumbry.frontend.rest.Route;
import io.aumbry.frontend.rest.VersionAddress;
import java.util.function.Function;

/** All operations with datasets. */
public record DatasetOperations(DatasetSettings datasets, DatasetVersions versions) {
  /**
   * Answers a request.
   *
   * @param blobs answers the read of a blob
   */
  public Answer answer(Route.OfDataset route, Call call, Function<Route, Answer> blobs) {
    return switch (route) {
      case Route.PutVersion(VersionAddress version) -> versions.put(version, call);
      case Route.ReadVersion(VersionAddress version, BlobReading reading) ->
          versions.read(version, reading, call, blobs);
      case Route.DeleteVersion(VersionAddress version) -> versions.delete(version, call);
      case Route.RenameVersion(VersionAddress version, String target) ->
          versions.rename(version, target, call);
      case Route.ListVersions(Owner owner, DatasetRef dataset) ->
          versions.list(owner, dataset, call);
      case Route.ReadDataset(Owner owner, DatasetRef dataset) ->
          datasets.read(owner, dataset, call);
      case Route.ListDatasets(Owner owner) -> datasets.list(owner, call);
      case Route.DeleteDataset(Owner _, DatasetRef dataset) -> datasets.delete(dataset, call);
      case Route.ChangeDataset _ -> datasets.change(call);
    };
  }
}
