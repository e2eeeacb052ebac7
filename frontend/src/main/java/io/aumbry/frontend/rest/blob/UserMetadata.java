package io.aumbry.frontend.rest.blob;

import io.aumbry.frontend.http.FieldText;
import io.aumbry.frontend.http.Names;
import io.aumbry.frontend.rest.Arguments;
import io.aumbry.frontend.rest.Refusal;
import io.aumbry.frontend.rest.RestError;
import io.aumbry.transport.http.HttpHeaders;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The uploader's keys and values as fields: {@code x-ambry-um-key: value}, or {@code
 * x-ambry-enc-um-key} with a URL-encoded value if the value is not valid in a field.
 */
final class UserMetadata {
  private UserMetadata() {}

  static Map<String, String> read(Arguments arguments) {
    return arguments.formMetadata().orElseGet(() -> ofFields(arguments));
  }

  static Map<String, String> read(String part, byte[] content) {
    Map<String, String> entries =
        AmbryMetadata.parse(content)
            .orElseThrow(() ->
                new Refusal(
                    RestError.BAD_REQUEST, "Part '" + part + "' is not in Ambry's binary form"));
    entries.keySet().forEach(UserMetadata::checked);
    return entries;
  }

  private static Map<String, String> ofFields(Arguments arguments) {
    Map<String, String> entries = new LinkedHashMap<>();
    arguments.forEach(Names.METADATA, (key, value) -> entries.put(checked(key), value));
    arguments.forEach(
        Names.ENCODED_METADATA,
        (key, value) -> {
          if (arguments.has(Names.METADATA + key)) {
            throw Arguments.invalid(
                Names.ENCODED_METADATA + key, value, "but is also given without encoding");
          }
          entries.put(checked(key), decoded(key, value));
        });
    return entries;
  }

  /**
   * Writes entries as fields.
   *
   * @param unprefixed keys that are whole names of fields; ignored for names that this API or HTTP
   *     itself uses
   */
  static void write(
      Map<String, String> entries, Set<String> unprefixed, HttpHeaders.Builder headers) {
    entries.forEach((key, value) -> {
      if (FieldText.survives(value)) {
        boolean whole = unprefixed.contains(key) && !ReservedFields.contain(key);
        headers.add(whole ? key : Names.METADATA + key, value);
      } else {
        headers.add(Names.ENCODED_METADATA + key, FieldText.encode(value));
      }
    });
  }

  private static String checked(String key) {
    if (!FieldText.isToken(key)) {
      throw new Refusal(
          RestError.INVALID_ARGS, "User metadata has key '" + key + "', which no field can have");
    }
    return key;
  }

  private static String decoded(String key, String value) {
    return FieldText.decode(value, true)
        .orElseThrow(() ->
            Arguments.invalid(Names.ENCODED_METADATA + key, value, "must be URL-encoded UTF-8"));
  }
}
