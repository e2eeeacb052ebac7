package io.aumbry.frontend.rest;

import io.aumbry.frontend.form.FormType;
import io.aumbry.frontend.gate.Owner;
import io.aumbry.frontend.http.FieldText;
import io.aumbry.frontend.http.Names;
import io.aumbry.frontend.http.PathPrefixes;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.transport.http.HttpRequest;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Finds the operation of a request from its method, path and arguments alone.
 *
 * <p>A request for an account, a container, a user or a key that does not exist is routed again
 * with a placeholder, so that access is decided as if it existed.
 */
public final class Routes {
  public static final String HEALTH_CHECK = "/healthCheck";

  private static final String SIGNED_URL = "/signedUrl";
  private static final String ROOT_METHODS = "POST, OPTIONS";
  private static final String READ_METHODS = "GET, HEAD, OPTIONS";
  private static final String CHANGE_METHODS = "PUT, OPTIONS";
  private static final String BLOB_METHODS = "GET, HEAD, DELETE, OPTIONS";

  private static final Pattern AMBIGUOUS =
      Pattern.compile("%(2f|5c|7f|[01][0-9a-f])|/(\\.|%2e){1,2}(/|$)", Pattern.CASE_INSENSITIVE);

  private static final Set<String> READS_AND_DELETES = Set.of("GET", "HEAD", "DELETE");

  /** First segments of Ambry operations, which are never blob ids. */
  private static final Set<String> RESERVED = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);

  static {
    RESERVED.addAll(Set.of("accounts", "getClusterMapSnapshot", "peers", "resourceInfo", "s3"));
    RESERVED.addAll(Set.of("signedId", "signedUrl", "statsReport", "stitch"));
    RESERVED.addAll(Set.of("keys", "policies", "roles", "tokens", "users"));
  }

  private final Owners owners;
  private final PathPrefixes prefixes;
  private final SignedIds signedIds;
  private final BlobRoutes blobs;
  private final AccountRoutes accounts;
  private final NamedRoutes names;
  private final IdentityRoutes identities;

  /** The same routes with placeholders. They have none themselves. */
  private final Optional<Routes> assuming;

  public Routes(Registry registry, PathPrefixes prefixes, SignedIds signedIds) {
    this(
        registry,
        prefixes,
        signedIds,
        Optional.of(new Routes(registry.assuming(), prefixes, signedIds, Optional.empty())));
  }

  private Routes(
      Registry registry, PathPrefixes prefixes, SignedIds signedIds, Optional<Routes> assuming) {
    this.assuming = assuming;
    this.signedIds = signedIds;
    this.owners = registry.owners();
    this.identities = new IdentityRoutes(registry);
    this.prefixes = prefixes;
    this.blobs = new BlobRoutes(owners);
    this.accounts = new AccountRoutes(owners);
    this.names = new NamedRoutes(owners);
  }

  /** The route of any request. */
  public Route route(HttpRequest request, Arguments arguments) {
    try {
      return served(request, arguments);
    } catch (Refusal | AumbryException failure) {
      Refusal why = Refusal.of(failure);
      return why.isForUnknown() ? absent(request, arguments, why) : new Route.Unroutable(why);
    }
  }

  /** Other mistakes of the request precede, as they do if the object exists. */
  private Route absent(HttpRequest request, Arguments arguments, Refusal why) {
    Route assumed = assuming.orElseThrow().route(request, arguments);
    return assumed instanceof Route.Unroutable ? assumed : new Route.Absent(assumed, why);
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
    requireUnambiguous(request.path());
    String whole = decoded(request.path());
    String path = signedIds.unsigned(prefixes.strip(whole));
    boolean isRoot = path.length() <= 1;
    Optional<String> blob = isRoot ? arguments.text(Names.BLOB_ID) : Optional.empty();
    if (method.equals("OPTIONS")) {
      return new Route.Preflight(
          isRoot && blob.isEmpty()
              ? uploadOrigin(arguments)
              : allowedOrigin(blob.map(this::named).orElse(path)));
    }
    boolean secure = prefixes.isSecure(whole);
    if (blob.isPresent()) {
      return ofArgument(request, blob.get(), secure, arguments);
    }
    return isRoot ? ofRoot(request, arguments) : ofPath(request, path, secure, arguments);
  }

  /** The argument in place of a path names a blob, and never an operation. */
  private Route ofArgument(HttpRequest request, String text, boolean secure, Arguments arguments) {
    if (!READS_AND_DELETES.contains(request.method())) {
      throw Refusal.notAllowed(request.method(), BLOB_METHODS);
    }
    return ofBlob(request, named(text), secure, arguments);
  }

  private Route ofBlob(HttpRequest request, String path, boolean secure, Arguments arguments) {
    return NamedRoutes.isNamed(path)
        ? names.ofBlob(request, path, secure, arguments)
        : blobs.route(request.method(), path, secure);
  }

  private Route ofPath(HttpRequest request, String path, boolean secure, Arguments arguments) {
    String method = request.method();
    return switch (path.toLowerCase(Locale.ROOT)) {
      case "/updatettl" -> ofTtlUpdate(method, arguments);
      case "/undelete" -> ofUndelete(method, arguments);
      case AccountRoutes.ACCOUNTS -> accounts.ofAccounts(method, arguments);
      case AccountRoutes.DATASETS -> accounts.ofDatasets(method, arguments);
      case AccountRoutes.CONTAINERS -> accounts.ofContainers(method, arguments);
      case "/signedurl" -> ofSigning(request, arguments);
      case "/stitch" -> ofStitch(method, arguments);
      case "/peers" -> ofRead(method, new Route.Peers());
      case "/getclustermapsnapshot" -> ofRead(method, new Route.ClusterMap());
      case "/resourceinfo" -> ofRead(method, new Route.Resources());
      case "/statsreport" -> ofRead(method, new Route.Usage());
      default -> {
        if (NamedRoutes.isNamed(path)) {
          yield names.route(request, path, secure, arguments);
        }
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

  private Route ofSigning(HttpRequest request, Arguments arguments) {
    requireRead(request.method());
    String type = arguments.required(Names.URL_TYPE);
    return switch (type) {
      case "GET" -> {
        String id = arguments.required(Names.BLOB_ID);
        String path = named(id);
        Route download = ofBlob(request, path, false, arguments);
        if (!isContent(download, path)) {
          throw Arguments.invalid(Names.BLOB_ID, id, "must be a blob, and not a part of one");
        }
        yield new Route.SignDownload(id, download.resource());
      }
      case "POST" -> new Route.SignUpload(owners.ofUpload(arguments));
      default -> throw Arguments.invalid(Names.URL_TYPE, type, "must be GET or POST");
    };
  }

  /** Whether a URL for this route serves the content of a blob, and nothing else. */
  private static boolean isContent(Route route, String path) {
    return switch (route) {
      case Route.Content _ -> true;
      case Route.ReadNamed _, Route.ReadVersion _ -> BlobReading.split(path).part().isEmpty();
      default -> false;
    };
  }

  private Route ofStitch(String method, Arguments arguments) {
    if (!method.equals("POST")) {
      throw Refusal.notAllowed(method, ROOT_METHODS);
    }
    return new Route.Stitch(owners.ofUpload(arguments));
  }

  private Route ofTtlUpdate(String method, Arguments arguments) {
    String target = changed(method, arguments);
    return NamedRoutes.isNamed(target)
        ? new Route.UpdateNamedTtl(names.address(target))
        : new Route.UpdateTtl(blobs.address(target.substring(1), false));
  }

  private Route ofUndelete(String method, Arguments arguments) {
    String target = changed(method, arguments);
    if (NamedRoutes.isNamed(target)) {
      throw new Refusal(RestError.CONFLICT, "A deleted name cannot be restored; upload it again");
    }
    return new Route.Undelete(blobs.address(target.substring(1), false));
  }

  /** The path of the blob that the arguments name. */
  private String changed(String method, Arguments arguments) {
    if (!method.equals("PUT")) {
      throw Refusal.notAllowed(method, CHANGE_METHODS);
    }
    String target = named(arguments.required(Names.BLOB_ID));
    arguments.required(Names.SERVICE_ID);
    return target;
  }

  private static void requireNoBody(HttpRequest request) {
    if (request.contentLength() != 0) {
      throw new Refusal(
          RestError.INVALID_REQUEST_STATE, request.method() + " must not have a body");
    }
  }

  /** Whether the path is that of a signed URL. Its arguments name the blob. */
  public boolean isRoot(HttpRequest request) {
    return stripped(request).filter(path -> path.length() <= 1).isPresent();
  }

  /** Whether a signed URL is asked for, so that its arguments are not yet signed. */
  public boolean asksForSignature(HttpRequest request) {
    return stripped(request).filter(SIGNED_URL::equalsIgnoreCase).isPresent();
  }

  private Optional<String> stripped(HttpRequest request) {
    return FieldText.decode(request.path(), false).map(prefixes::strip);
  }

  /**
   * Refuses paths that a proxy may interpret differently: with an encoded slash, backslash or
   * control character, or a dot segment. No path of this API needs them.
   */
  private static void requireUnambiguous(String path) {
    boolean mayBe = path.indexOf('%') >= 0 || path.contains("/.");
    if (mayBe && AMBIGUOUS.matcher(path).find()) {
      throw new Refusal(
          RestError.BAD_REQUEST,
          "The path has an encoded slash, backslash or control character, or a segment of dots");
    }
  }

  private String named(String argument) {
    requireUnambiguous(argument);
    String text = decoded(argument);
    return signedIds.unsigned(prefixes.strip(text.startsWith("/") ? text : "/" + text));
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

  /** An upload may name its container in the query, as signed URLs do. */
  private String uploadOrigin(Arguments arguments) {
    Optional<String> account = arguments.text(Names.TARGET_ACCOUNT);
    Optional<String> container = arguments.text(Names.TARGET_CONTAINER);
    return account.isPresent() && container.isPresent()
        ? owners.named(account.get(), container.get()).map(Owner::allowedOrigin).orElse("")
        : "";
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
