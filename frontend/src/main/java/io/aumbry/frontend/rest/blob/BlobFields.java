package io.aumbry.frontend.rest.blob;

import io.aumbry.frontend.http.Names;
import io.aumbry.protocol.blob.BlobProperties;
import io.aumbry.transport.http.HttpDate;
import io.aumbry.transport.http.HttpHeaders;
import java.util.Base64;
import java.util.OptionalInt;
import java.util.Set;

final class BlobFields {
  private static final String HTML = "text/html";
  private static final String XML = "xml";
  private static final String STYLES = "text/xsl";
  private static final String PARTS = "multipart/";

  private BlobFields() {}

  static void writeContent(BlobView blob, HttpHeaders.Builder headers) {
    BlobProperties.Labels labels = blob.properties().labels();
    String created = writeValidators(blob, headers);
    headers
        .add("Accept-Ranges", "bytes")
        .add("Content-Type", labels.contentType())
        // Prevents uploads labelled as images from running as scripts.
        .add("X-Content-Type-Options", "nosniff");
    if (mayHaveScripts(mediaType(labels.contentType()))) {
      headers.add("Content-Security-Policy", "sandbox");
    }
    addIfPresent(headers, "Content-Disposition", disposition(blob));
    addIfPresent(headers, "Content-Encoding", labels.contentEncoding());
    writeProperties(blob, created, headers);
  }

  static void writeInfo(BlobView blob, HttpHeaders.Builder headers) {
    String created = writeValidators(blob, headers);
    addIfPresent(headers, Names.CONTENT_ENCODING, blob.properties().labels().contentEncoding());
    writeProperties(blob, created, headers);
  }

  /** The fields of a 304 (RFC 9110, 15.4.5). Returns the formatted creation time. */
  static String writeValidators(BlobView blob, HttpHeaders.Builder headers) {
    String created = HttpDate.format(blob.properties().creationMillis());
    headers.add("Last-Modified", created).add("ETag", blob.address().entityTag());
    return created;
  }

  /** An attachment, if browsers must not show the blob or its container wants its file name. */
  private static String disposition(BlobView blob) {
    BlobProperties.Labels labels = blob.properties().labels();
    Set<String> named =
        blob.address().owner().container().rules().delivery().downloadContentTypes();
    if (!labels.filename().isEmpty() && named.contains(labels.contentType())) {
      String quoted = labels.filename().replace("\\", "\\\\").replace("\"", "\\\"");
      return "attachment; filename=\"" + quoted + '"';
    }
    return mediaType(labels.contentType()).equalsIgnoreCase(HTML) ? "attachment" : "";
  }

  private static void writeProperties(BlobView blob, String created, HttpHeaders.Builder headers) {
    BlobProperties properties = blob.properties();
    BlobProperties.Labels labels = properties.labels();
    headers
        .add(Names.BLOB_SIZE, Long.toString(properties.size()))
        .add(Names.SERVICE_ID, labels.serviceId())
        .add(Names.CREATION_TIME, created)
        .add(Names.ENCRYPTED, Boolean.toString(blob.address().id().flags().encrypted()));
    if (blob.expires()) {
      headers.add(Names.TTL, Long.toString(properties.ttlSeconds()));
    }
    headers.add(Names.CONTENT_TYPE, labels.contentType());
    addIfPresent(headers, Names.OWNER_ID, labels.ownerId());
    addIfPresent(headers, Names.FILENAME, labels.filename());
    addIfPresent(headers, Names.EXTERNAL_ASSET_TAG, labels.externalAssetTag());
    OptionalInt checksum = properties.checksum();
    if (checksum.isPresent()) {
      headers.add(Names.CHECKSUM, checksumText(checksum.getAsInt()));
    }
    headers
        .add(Names.TARGET_ACCOUNT, blob.address().owner().account().name())
        .add(Names.TARGET_CONTAINER, blob.address().owner().container().name())
        .add(Names.PRIVATE, Boolean.toString(blob.address().owner().isPrivate()))
        .add(Names.LIFE_VERSION, Integer.toString(blob.state().lifeVersion()));
  }

  /** Base64 of the four bytes, big-endian. */
  static String checksumText(int crc) {
    byte[] bytes = {(byte) (crc >>> 24), (byte) (crc >>> 16), (byte) (crc >>> 8), (byte) crc};
    return Base64.getEncoder().encodeToString(bytes);
  }

  /** They would run with the rights of this origin, which all blobs share. */
  private static boolean mayHaveScripts(String type) {
    return type.regionMatches(true, type.length() - XML.length(), XML, 0, XML.length())
        || type.regionMatches(true, 0, PARTS, 0, PARTS.length())
        || type.equalsIgnoreCase(STYLES);
  }

  /** The type without its parameters. */
  private static String mediaType(String contentType) {
    int end = contentType.indexOf(';');
    return (end < 0 ? contentType : contentType.substring(0, end)).strip();
  }

  private static void addIfPresent(HttpHeaders.Builder headers, String name, String value) {
    if (!value.isEmpty()) {
      headers.add(name, value);
    }
  }
}
