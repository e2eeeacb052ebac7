package io.aumbry.frontend.rest;

import io.aumbry.frontend.account.Account;
import io.aumbry.frontend.account.Accounts;
import io.aumbry.frontend.account.Container;
import io.aumbry.frontend.http.FieldText;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.transport.http.HttpRequest;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Finds the operation of a request from its method, path and arguments alone. */
public final class Routes {
  public static final String HEALTH_CHECK = "/healthCheck";

  private static final String ROOT_METHODS = "POST, OPTIONS";
  private static final String BLOB_METHODS = "GET, HEAD, DELETE, OPTIONS";
  private static final String PART_METHODS = "GET, HEAD, OPTIONS";

  private static final String CHANGE_METHODS = "PUT, OPTIONS";

  private static final String UPDATE_TTL = "/updateTtl";
  private static final String UNDELETE = "/undelete";

  private static final String SEGMENT = "Segment/";
  private static final Set<String> PARTS =
      Set.of("BlobInfo", "UserMetadata", "BlobChunkIds", "Replicas");

  private static final Pattern AMBIGUOUS =
      Pattern.compile("%(2f|5c|7f|[01][0-9a-f])|/(\\.|%2e){1,2}(/|$)", Pattern.CASE_INSENSITIVE);

  /** First segments of Ambry operations that Aumbry does not serve. */
  private static final Set<String> NOT_SERVED = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);

  static {
    NOT_SERVED.addAll(
        Set.of("accounts", "getClusterMapSnapshot", "named", "peers", "resourceInfo", "s3"));
    NOT_SERVED.addAll(Set.of("signedId", "signedUrl", "statsReport", "stitch"));
  }

  private final Accounts accounts;
  private final PathPrefixes prefixes;

  public Routes(Accounts accounts, PathPrefixes prefixes) {
    this.accounts = accounts;
    this.prefixes = prefixes;
  }

  public Route route(HttpRequest request, Arguments arguments) {
    if (request.path().equals(HEALTH_CHECK)) {
      return new Route.Health();
    }
    String method = request.method();
    switch (method) {
      case "GET", "HEAD", "DELETE", "OPTIONS" -> requireNoBody(request);
      case "POST", "PUT" -> {}
      default ->
          throw new Refusal(
              RestError.UNSUPPORTED_METHOD, "'" + method + "' is not a method of this API");
    }
    requireUnsigned(arguments);
    String path = path(request, arguments);
    if (method.equals("OPTIONS")) {
      return new Route.Preflight(allowedOrigin(path));
    }
    if (path.length() <= 1) {
      return ofRoot(method);
    }
    Optional<Function<BlobAddress, Route>> change = change(path);
    return change.isPresent() ? ofChange(method, change.get(), arguments) : ofPath(method, path);
  }

  private static Optional<Function<BlobAddress, Route>> change(String path) {
    if (path.equalsIgnoreCase(UPDATE_TTL)) {
      return Optional.of(Route.UpdateTtl::new);
    }
    return path.equalsIgnoreCase(UNDELETE) ? Optional.of(Route.Undelete::new) : Optional.empty();
  }

  private Route ofChange(String method, Function<BlobAddress, Route> change, Arguments arguments) {
    if (!method.equals("PUT")) {
      throw Refusal.notAllowed(method, CHANGE_METHODS);
    }
    String id = named(arguments.required(Names.BLOB_ID));
    arguments.required(Names.SERVICE_ID);
    return change.apply(address(id.substring(1)));
  }

  private static void requireNoBody(HttpRequest request) {
    if (request.contentLength() != 0) {
      throw new Refusal(
          RestError.INVALID_REQUEST_STATE, "A " + request.method() + " must not have a body");
    }
  }

  /** Ignoring a signed URL would ignore its restrictions. */
  private static void requireUnsigned(Arguments arguments) {
    if (arguments.has(Names.URL_TYPE)) {
      throw new Refusal(RestError.INVALID_ARGS, "Signed URLs are not served");
    }
  }

  /** The path without its prefixes. If it is empty, the blob id in the arguments. */
  private String path(HttpRequest request, Arguments arguments) {
    requireUnambiguous(request.path());
    String path = prefixes.strip(decoded(request.path()));
    Optional<String> id = path.length() <= 1 ? arguments.text(Names.BLOB_ID) : Optional.empty();
    if (id.isEmpty()) {
      return path;
    }
    return named(id.get());
  }

  /**
   * Refuses paths that a proxy may interpret differently: with an encoded slash or control
   * character, or a dot segment. No path of this API needs them.
   */
  private static void requireUnambiguous(String path) {
    boolean mayBe = path.indexOf('%') >= 0 || path.contains("/.");
    if (mayBe && AMBIGUOUS.matcher(path).find()) {
      throw new Refusal(
          RestError.BAD_REQUEST,
          "The path has an encoded slash or control character, or a segment of dots");
    }
  }

  private String named(String argument) {
    String text = decoded(argument);
    return prefixes.strip(text.startsWith("/") ? text : "/" + text);
  }

  private static String decoded(String path) {
    return FieldText.decode(path, false)
        .orElseThrow(() -> new Refusal(RestError.BAD_REQUEST, "The path is not URL-encoded UTF-8"));
  }

  private static Route ofRoot(String method) {
    if (!method.equals("POST")) {
      throw Refusal.notAllowed(method, ROOT_METHODS);
    }
    return new Route.Upload();
  }

  private Route ofPath(String method, String path) {
    int slash = path.indexOf('/', 1);
    String first = slash < 0 ? path.substring(1) : path.substring(1, slash);
    if (first.isEmpty() || NOT_SERVED.contains(first)) {
      throw notServed(path);
    }
    return slash < 0
        ? ofBlob(method, first)
        : ofPart(method, path, first, path.substring(slash + 1));
  }

  private Route ofPart(String method, String path, String id, String part) {
    boolean segment = part.startsWith(SEGMENT);
    if (!segment && !PARTS.contains(part)) {
      throw notServed(path);
    }
    if (!method.equals("GET") && !method.equals("HEAD")) {
      throw Refusal.notAllowed(method, PART_METHODS);
    }
    BlobAddress blob = address(id);
    return switch (part) {
      case "BlobInfo" -> new Route.Properties(blob);
      case "UserMetadata" -> new Route.Metadata(blob);
      case "BlobChunkIds" -> new Route.ChunkIds(blob);
      case "Replicas" -> new Route.Replicas(blob);
      default ->
          new Route.Segment(
              blob, segmentNumber(part.substring(SEGMENT.length())), method.equals("HEAD"));
    };
  }

  private static int segmentNumber(String text) {
    try {
      int number = Integer.parseInt(text);
      if (number >= 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw notANumber(text);
    }
    throw notANumber(text);
  }

  private static Refusal notANumber(String text) {
    return new Refusal(
        RestError.BAD_REQUEST,
        "Segment/" + text + " is not a segment; segments are numbered from 0");
  }

  private Route ofBlob(String method, String id) {
    return switch (method) {
      case "GET" -> new Route.Content(address(id), false);
      case "HEAD" -> new Route.Content(address(id), true);
      case "DELETE" -> new Route.Delete(address(id));
      default ->
          throw known(id).isPresent()
              ? Refusal.notAllowed(method, BLOB_METHODS)
              : notServed("/" + id);
    };
  }

  private Optional<BlobAddress> known(String segment) {
    try {
      return Optional.of(address(segment));
    } catch (AumbryException | Refusal notABlob) {
      return Optional.empty();
    }
  }

  private static Refusal notServed(String path) {
    return new Refusal(RestError.NOT_FOUND, "There is nothing at '" + path + "'");
  }

  private String allowedOrigin(String path) {
    if (path.length() <= 1) {
      return "";
    }
    int end = path.indexOf('/', 1);
    return known(path.substring(1, end < 0 ? path.length() : end))
        .map(blob -> blob.container().allowedOrigin())
        .orElse("");
  }

  /** The blob with its owner. An extension such as {@code .jpg} is ignored. */
  private BlobAddress address(String segment) {
    int dot = segment.indexOf('.');
    BlobId id = BlobId.parse(dot < 0 ? segment : segment.substring(0, dot));
    if (!id.kind().isPublic()) {
      throw new Refusal(RestError.BAD_REQUEST, "The id names a part of a blob, not a blob");
    }
    Account account =
        accounts
            .byId(id.account())
            .orElseThrow(() ->
                new Refusal(
                    RestError.INVALID_ACCOUNT,
                    "The id names account " + id.account() + ", which there is not"));
    Container container =
        account
            .container(id.container())
            .orElseThrow(() ->
                new Refusal(
                    RestError.INVALID_CONTAINER,
                    "The id names container " + id.container() + ", which there is not"));
    return new BlobAddress(id, account, container);
  }
}
