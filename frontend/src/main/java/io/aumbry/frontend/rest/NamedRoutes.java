package io.aumbry.frontend.rest;

import io.aumbry.frontend.gate.Owner;
import io.aumbry.frontend.http.Names;
import io.aumbry.transport.http.HttpRequest;
import java.util.regex.Pattern;

/** The paths {@code /named/account/container} and {@code /named/account/container/name}. */
final class NamedRoutes {
  private static final String NAME_METHODS = "GET, HEAD, PUT, DELETE, OPTIONS";
  private static final String FORM = "/named/account/container/name";
  private static final int SEGMENTS = 5;

  /** A path with such a segment could be normalised before it arrives. */
  private static final Pattern DOTS = Pattern.compile("(^|/)\\.{1,2}(/|$)");

  /** As in Ambry. */
  private static final int MAX_CHARACTERS = 350;

  private final Owners owners;

  NamedRoutes(Owners owners) {
    this.owners = owners;
  }

  static boolean isNamed(String path) {
    return path.regionMatches(true, 0, "/named", 0, "/named".length())
        && (path.length() == "/named".length() || path.charAt("/named".length()) == '/');
  }

  Route route(HttpRequest request, String path, boolean secure, Arguments arguments) {
    String method = request.method();
    if (method.equals("POST")) {
      throw Refusal.notAllowed(method, NAME_METHODS);
    }
    String[] segments = path.split("/", SEGMENTS);
    Owner owner = owner(path, segments);
    if (segments.length < SEGMENTS) {
      Routes.requireRead(method);
      return new Route.ListNames(owner);
    }
    String text = segments[SEGMENTS - 1];
    if (arguments.flag(Names.DATASET_VERSIONS)) {
      return VersionRoutes.route(request, new NamedAddress(owner, text, secure), arguments);
    }
    return switch (method) {
      case "PUT" -> new Route.PutNamed(whole(owner, text, secure));
      case "DELETE" -> new Route.DeleteNamed(whole(owner, text, secure));
      default -> reading(method, owner, text, secure);
    };
  }

  /**
   * The route of a path that must name a blob, and not a list.
   *
   * @throws Refusal 400 if it has no name
   */
  Route ofBlob(HttpRequest request, String path, boolean secure, Arguments arguments) {
    requireName(path);
    return route(request, path, secure, arguments);
  }

  private static void requireName(String path) {
    if (path.split("/", SEGMENTS).length < SEGMENTS) {
      throw new Refusal(
          RestError.BAD_REQUEST, "The path '" + path + "' must have the form " + FORM);
    }
  }

  private Owner owner(String path, String[] segments) {
    if (segments.length < SEGMENTS - 1 || segments[2].isEmpty() || segments[3].isEmpty()) {
      throw new Refusal(
          RestError.BAD_REQUEST, "The path '" + path + "' must have the form " + FORM);
    }
    return owners.owner(segments[2], segments[3], Owners.Unknown.OF_BLOBS);
  }

  private static Route reading(String method, Owner owner, String text, boolean secure) {
    BlobReading.Split split = BlobReading.split(text);
    BlobReading reading = BlobReading.of(split.part(), method).orElseThrow();
    return new Route.ReadNamed(address(owner, split.blob(), secure), reading);
  }

  /** Refuses a name that could not be read, because its end is the name of a part. */
  private static NamedAddress whole(Owner owner, String text, boolean secure) {
    String part = BlobReading.split(text).part();
    if (!part.isEmpty()) {
      throw new Refusal(
          RestError.BAD_REQUEST,
          "The name ends with /" + part + ", which is reserved for a part of a blob");
    }
    return address(owner, text, secure);
  }

  /**
   * The name after its container.
   *
   * @throws Refusal 400 if it breaks a rule of names
   */
  static NamedAddress address(Owner owner, String text, boolean secure) {
    if (("/" + text + "/").contains("//")) {
      throw new Refusal(RestError.BAD_REQUEST, "The name '" + text + "' has an empty segment");
    }
    if (text.chars().anyMatch(c -> c < ' ' || c == 0x7f) || DOTS.matcher(text).find()) {
      throw new Refusal(
          RestError.BAD_REQUEST, "The name has a control character, or a segment of dots");
    }
    int characters = text.codePointCount(0, text.length());
    if (characters > MAX_CHARACTERS) {
      throw new Refusal(
          RestError.BAD_REQUEST,
          "The name has " + characters + " characters, must be at most " + MAX_CHARACTERS);
    }
    return new NamedAddress(owner, text, secure);
  }

  /** The name in a path that identifies a blob in an argument. */
  NamedAddress address(String path) {
    requireName(path);
    String[] segments = path.split("/", SEGMENTS);
    return address(owner(path, segments), segments[SEGMENTS - 1], false);
  }
}
