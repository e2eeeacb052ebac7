package io.aumbry.catalog.dataset;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** A dataset. Its versions are blobs with the names {@code dataset/version}. */
public record Dataset(DatasetRef ref, VersionSchema schema, Settings settings) {
  /**
   * The changeable fields.
   *
   * @param retentionPolicy a note for the owner, at most 100 characters
   * @param retentionCount number of versions to keep, at least 1; without it, all
   * @param retentionTime of new versions, at least 1 s; without it, they do not expire
   * @param userTags of the owner; at most 16 KiB of text in all
   */
  public record Settings(
      Optional<String> retentionPolicy,
      Optional<Integer> retentionCount,
      Optional<Duration> retentionTime,
      Optional<Map<String, String>> userTags) {
    private static final int MAX_POLICY_CHARS = 100;
    private static final int MAX_TAG_CHARS = 16 << 10;

    /**
     * Checks the limits.
     *
     * @throws AumbryException {@link ErrorCode#BAD_REQUEST} if a field is out of bounds
     */
    public Settings {
      userTags = userTags.map(Map::copyOf);
      retentionPolicy.ifPresent(policy ->
          require(
              policy.length() <= MAX_POLICY_CHARS, "retentionPolicy has more than 100 characters"));
      retentionCount.ifPresent(
          count -> require(count >= 1, "retentionCount is " + count + ", must be at least 1"));
      retentionTime.ifPresent(time ->
          require(
              time.compareTo(Duration.ofSeconds(1)) >= 0,
              "retentionTimeInSeconds is " + time.toSeconds() + ", must be at least 1"));
      int tagChars =
          userTags.orElse(Map.of()).entrySet().stream()
              .mapToInt(tag -> tag.getKey().length() + tag.getValue().length())
              .sum();
      require(
          tagChars <= MAX_TAG_CHARS,
          "userTags have " + tagChars + " characters, must be at most " + MAX_TAG_CHARS);
    }

    private static void require(boolean condition, String message) {
      if (!condition) {
        throw new AumbryException(ErrorCode.BAD_REQUEST, message);
      }
    }

    /** These settings, with those of {@code change} that are present. */
    public Settings changed(Settings change) {
      return new Settings(
          change.retentionPolicy.or(() -> retentionPolicy),
          change.retentionCount.or(() -> retentionCount),
          change.retentionTime.or(() -> retentionTime),
          change.userTags.or(() -> userTags));
    }
  }
}
