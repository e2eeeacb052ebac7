package io.aumbry.deploy.dev;

import io.aumbry.catalog.sql.CatalogConfig;
import io.aumbry.deploy.client.profile.ClientKey;
import io.aumbry.deploy.client.profile.Profile;
import io.aumbry.deploy.client.profile.ProfileFile;
import io.aumbry.deploy.operator.catalog.AdministratorCreation;
import io.aumbry.frontend.access.key.KeyRingFile;
import io.aumbry.protocol.runtime.SystemRandom;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/** The administrator of a development cluster. Its key is in the profiles file of its folder. */
final class DevAdministrator {
  private static final String FIRST_KEY = "1";

  private DevAdministrator() {}

  static Path keyRing(Path data) {
    return data.resolve("key-ring");
  }

  static String catalog(Path data) {
    return "sqlite:" + data.resolve("catalog.db");
  }

  static Path profiles(Path data) {
    return data.resolve("profiles");
  }

  /**
   * Creates the key ring, and the administrator with a key, unless the folder has them. Called
   * before the frontends start.
   *
   * @param url of the first frontend
   * @param notices receives the key once
   * @return the key
   */
  static ClientKey prepare(Path data, URI url, Consumer<String> notices) throws IOException {
    if (!Files.exists(keyRing(data))) {
      KeyRingFile.create(keyRing(data), FIRST_KEY, SystemRandom.secure());
    }
    ProfileFile file = new ProfileFile(profiles(data));
    Optional<Profile> stored = Optional.ofNullable(file.read().get(Profile.DEFAULT_NAME));
    Optional<ClientKey> known = stored.flatMap(Profile::key);
    if (known.isPresent()) {
      file.put(Profile.DEFAULT_NAME, stored.orElseThrow().withUrl(url));
      return known.get();
    }
    ClientKey key = create(data);
    file.put(Profile.DEFAULT_NAME, new Profile(url, Optional.of(key), Profile.Defaults.NONE));
    notices.accept("the administrator has the access key " + key.accessKeyId());
    notices.accept("and the secret " + secretText(key) + ", which is shown only now");
    notices.accept("commands use it with AUMBRY_PROFILES=" + profiles(data));
    return key;
  }

  private static String secretText(ClientKey key) {
    return key.secret().text();
  }

  private static ClientKey create(Path data) throws IOException {
    CatalogConfig config = CatalogConfig.defaults().withUrl(catalog(data));
    return new AdministratorCreation(config, KeyRingFile.read(keyRing(data)))
        .create(AdministratorCreation.USUAL_NAME, false);
  }
}
