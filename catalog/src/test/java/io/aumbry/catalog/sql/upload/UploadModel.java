package io.aumbry.catalog.sql.upload;

import io.aumbry.catalog.command.UploadCommand.Abort;
import io.aumbry.catalog.command.UploadCommand.Complete;
import io.aumbry.catalog.command.UploadCommand.PutPart;
import io.aumbry.catalog.upload.MultipartUpload;
import io.aumbry.catalog.upload.Part;
import io.aumbry.catalog.upload.UploadRef;
import io.aumbry.protocol.blob.BlobId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A naive catalog of uploads and objects in maps. A result is its simple name. */
final class UploadModel {
  final Map<UploadRef, State> uploads = new TreeMap<>();
  final Map<String, BlobId> objects = new TreeMap<>();
  final Set<BlobId> trash = new HashSet<>();

  /** The last blobs of deleted names, by name. */
  private final Map<String, BlobId> remembered = new TreeMap<>();

  /** An upload with its parts, open or completed. */
  static final class State {
    final TreeMap<Integer, Part> parts = new TreeMap<>();
    final long createdMillis;
    private Optional<BlobId> object = Optional.empty();
    private long completedMillis;

    /** Whether no object needs the parts. */
    private boolean isReleased;

    State(long createdMillis) {
      this.createdMillis = createdMillis;
    }

    boolean isOpen() {
      return object.isEmpty();
    }

    private List<BlobId> blobs() {
      return parts.values().stream().map(Part::blob).toList();
    }
  }

  /** The blobs that the catalog knows. */
  Set<BlobId> known() {
    Set<BlobId> known = new HashSet<>(trash);
    known.addAll(objects.values());
    known.addAll(remembered.values());
    uploads.values().forEach(state -> known.addAll(state.blobs()));
    return known;
  }

  /** Deletes all blobs in the trash. */
  void dropTrash() {
    for (State state : uploads.values()) {
      state.isReleased |= state.object.filter(trash::contains).isPresent();
    }
    trash.clear();
  }

  void write(String key, BlobId blob) {
    delete(key);
    remembered.remove(key);
    objects.put(key, blob);
  }

  void delete(String key) {
    Optional.ofNullable(objects.remove(key))
        .ifPresent(old -> {
          trash.add(old);
          remembered.put(key, old);
        });
  }

  void create(UploadRef ref, long nowMillis) {
    uploads.put(ref, new State(nowMillis));
  }

  private Optional<State> find(UploadRef ref) {
    return Optional.ofNullable(uploads.get(ref));
  }

  String putPart(PutPart put) {
    Optional<State> open = find(put.upload()).filter(State::isOpen);
    if (open.isEmpty()) {
      return "NoUpload";
    }
    Part part = put.part();
    Optional.ofNullable(open.get().parts.put(part.number(), part))
        .ifPresent(old -> trash.add(old.blob()));
    return "Stored";
  }

  String complete(Complete complete) {
    Optional<State> found = find(complete.upload());
    if (found.isEmpty()) {
      return "NoUpload";
    }
    State state = found.get();
    if (!state.isOpen()) {
      return "Completed";
    }
    for (Complete.Chosen chosen : complete.parts()) {
      Optional<Part> part = Optional.ofNullable(state.parts.get(chosen.number()));
      if (part.filter(stored -> stored.blob().equals(chosen.blob())).isEmpty()) {
        return "PartChanged";
      }
    }
    String key = complete.upload().name().key().text();
    if (!isMet(complete.condition(), Optional.ofNullable(objects.get(key)))) {
      return "ConditionFailed";
    }
    write(key, complete.object().content().blob());
    state.object = Optional.of(complete.object().content().blob());
    state.completedMillis = complete.nowMillis();
    state.isReleased = complete.object().bytes() == Complete.Bytes.COPIED;
    Set<Integer> kept =
        state.isReleased
            ? Set.of()
            : complete.parts().stream().map(Complete.Chosen::number).collect(Collectors.toSet());
    for (Part part : List.copyOf(state.parts.values())) {
      if (!kept.contains(part.number())) {
        trash.add(part.blob());
        state.parts.remove(part.number());
      }
    }
    return "Completed";
  }

  private static boolean isMet(Complete.Condition condition, Optional<BlobId> live) {
    return switch (condition) {
      case Complete.Any _ -> true;
      case Complete.Absent _ -> live.isEmpty();
      case Complete.Current(BlobId blob) -> live.equals(Optional.of(blob));
    };
  }

  Abort.Outcome abort(UploadRef ref) {
    Optional<State> found = find(ref);
    if (found.isEmpty()) {
      return Abort.Outcome.NO_UPLOAD;
    }
    if (!found.get().isOpen()) {
      return Abort.Outcome.COMPLETED;
    }
    remove(ref, found.get());
    return Abort.Outcome.ABORTED;
  }

  private void remove(UploadRef ref, State state) {
    trash.addAll(state.blobs());
    uploads.remove(ref);
  }

  void purge() {
    new ArrayList<>(uploads.entrySet())
        .forEach(entry -> {
          if (entry.getValue().isOpen()) {
            remove(entry.getKey(), entry.getValue());
          }
        });
  }

  void reap(long nowMillis) {
    for (Map.Entry<UploadRef, State> entry : new ArrayList<>(uploads.entrySet())) {
      State state = entry.getValue();
      if (state.isOpen()) {
        if (nowMillis >= state.createdMillis + MultipartUpload.MAX_OPEN.toMillis()) {
          remove(entry.getKey(), state);
        }
      } else if (state.isReleased) {
        trash.addAll(state.blobs());
        state.parts.clear();
        if (nowMillis >= state.completedMillis + MultipartUpload.REMEMBERED.toMillis()) {
          uploads.remove(entry.getKey());
        }
      }
    }
  }
}
