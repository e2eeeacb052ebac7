package io.aumbry.frontend.rest;

import io.aumbry.frontend.form.FormType;
import io.aumbry.frontend.gate.Owner;
import io.aumbry.frontend.http.FieldText;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.transport.http.HttpRequest;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Finds the operation of a request from its method, path and arguments alone. */
public final class Routes {
  public static final String HEALTH_CHECK = "/healthCheck";

  private static final String ROOT_METHODS = "POST, OPTIONS";
  private static final String READ_METHODS = "GET, HEAD, OPTIONS";
  private static final String CHANGE_METHODS = "PUT, OPTIONS";

  private static final Pattern AMBIGUOUS =
      Pattern.compile("%(2f|5c|7f|[01][0-9a-f])|/(\\.|%2e){1,2}(/|$)", Pattern.CASE_INSENSITIVE);

  /** First segments of Ambry operations, which are never blob ids. */
  private static final Set<String> RESERVED = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);

  static {
    RESERVED.addAll(
        Set.of("accounts", "getClusterMapSnapshot", "named", "peers", "resourceInfo", "s3"));
    RESERVED.addAll(Set.of("signedId", "signedUrl", "statsReport", "stitch"));
    RESERVED.addAll(Set.of("keys", "policies", "roles", "users"));
  }

  private final Owners owners;
  private final PathPrefixes prefixes;
  private final BlobRoutes blobs;
  private final AccountRoutes accounts;
  private final IdentityRoutes identities;

  public Routes(Registry registry, PathPrefixes prefixes) {
    this.owners = registry.owners();
    this.identities = new IdentityRoutes(registry);
    this.prefixes = prefixes;
    this.blobs = new BlobRoutes(owners);
    this.accounts = new AccountRoutes(owners);
  }

  /** The route of any request. */
  public Route route(HttpRequest request, Arguments arguments) {
    try {
      return served(request, arguments);
    } catch (Refusal | AumbryException why) {
      return new Route.Unroutable(Refusal.of(why));
    }
  }

  private Route served(HttpRequest request, Arguments arguments) {
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
    requireUnambiguous(request.path());
    String whole = decoded(request.path());
    String path = path(whole, arguments);
    if (method.equals("OPTIONS")) {
      return new Route.Preflight(allowedOrigin(path));
    }
    return path.length() <= 1
        ? ofRoot(request, arguments)
        : ofPath(method, path, prefixes.isSecure(whole), arguments);
  }

  private Route ofPath(String method, String path, boolean secure, Arguments arguments) {
    return switch (path.toLowerCase(Locale.ROOT)) {
      case "/updatettl" -> ofChange(method, Route.UpdateTtl::new, arguments);
      case "/undelete" -> ofChange(method, Route.Undelete::new, arguments);
      case AccountRoutes.ACCOUNTS -> accounts.ofAccounts(method, arguments);
      case AccountRoutes.CONTAINERS -> accounts.ofContainers(method, arguments);
      case "/peers" -> ofRead(method, new Route.Peers());
      case "/getclustermapsnapshot" -> ofRead(method, new Route.ClusterMap());
      case "/resourceinfo" -> ofRead(method, new Route.Resources());
      default -> {
        yield isReserved(path)
            ? identities.route(method, path, arguments).orElseThrow(() -> notServed(path))
            : blobs.route(method, path, secure);
      }
    };
  }

  private static boolean isReserved(String path) {
    int slash = path.indexOf('/', 1);
    String first = slash < 0 ? path.substring(1) : path.substring(1, slash);
    return first.isEmpty() || RESERVED.contains(first);
  }

  private static Route ofRead(String method, Route route) {
    requireRead(method);
    return route;
  }

  static void requireRead(String method) {
    if (!method.equals("GET") && !method.equals("HEAD")) {
      throw Refusal.notAllowed(method, READ_METHODS);
    }
  }

  private Route ofChange(String method, Function<BlobAddress, Route> change, Arguments arguments) {
    if (!method.equals("PUT")) {
      throw Refusal.notAllowed(method, CHANGE_METHODS);
    }
    String id = named(arguments.required(Names.BLOB_ID));
    arguments.required(Names.SERVICE_ID);
    return change.apply(blobs.address(id.substring(1), false));
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
  private String path(String whole, Arguments arguments) {
    String path = prefixes.strip(whole);
    Optional<String> id = path.length() <= 1 ? arguments.text(Names.BLOB_ID) : Optional.empty();
    return id.map(this::named).orElse(path);
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

  private Route ofRoot(HttpRequest request, Arguments arguments) {
    if (!request.method().equals("POST")) {
      throw Refusal.notAllowed(request.method(), ROOT_METHODS);
    }
    boolean isForm = FormType.isForm(request.headers().first("content-type").orElse(""));
    return new Route.Upload(isForm ? Optional.empty() : Optional.of(owners.ofUpload(arguments)));
  }

  static Refusal notServed(String path) {
    return new Refusal(RestError.NOT_FOUND, "There is nothing at '" + path + "'");
  }

  /** The origin that the container of a blob or name allows; empty without one. */
  private String allowedOrigin(String path) {
    String[] segments = path.split("/", 5);
    if (segments.length < 2) {
      return "";
    }
    if (segments[1].equalsIgnoreCase("named") && segments.length > 3) {
      return owners.named(segments[2], segments[3]).map(Owner::allowedOrigin).orElse("");
    }
    return blobs.known(segments[1]).map(blob -> blob.owner().allowedOrigin()).orElse("");
  }
}
