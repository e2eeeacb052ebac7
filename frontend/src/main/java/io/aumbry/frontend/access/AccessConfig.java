package io.aumbry.frontend.access;

import io.aumbry.config.Default;
import io.aumbry.config.Setting;
import java.nio.file.Path;
import java.util.Optional;

/** The settings of authentication. */
public record AccessConfig(
    @Setting(
            key = "frontend.authentication",
            text =
                "Whether requests need credentials. required: all do, except for public"
                    + " containers. optional: everyone may also write to the built-in public"
                    + " container. off: everyone may do everything.")
        @Default("required")
        AuthenticationMode authentication,
    @Setting(
            key = "frontend.key-ring",
            text =
                "File with the keys that seal secrets and sign tokens, the same on all frontends."
                    + " Only its owner may read it.")
        Optional<Path> keyRing,
    @Setting(
            key = "frontend.region",
            text = "Region in signatures of clients. us-east-1 is accepted too.")
        @Default("us-east-1")
        String region,
    @Setting(
            key = "frontend.identity-providers",
            text = "JSON file with the OpenID Connect providers that may issue tokens.")
        Optional<Path> providers) {}
