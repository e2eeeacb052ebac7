/**
 * Access of the client commands to frontends: addresses, access keys and defaults.
 *
 * <p>The profiles file is a JSON document, {@code $AUMBRY_PROFILES} or {@code
 * ~/.config/aumbry/profiles}, with mode 0600:
 *
 * <pre>
 * {
 *   "version" : 1,
 *   "profiles" : {
 *     "default" : {
 *       "url" : "https://aumbry.example.com:1174",
 *       "accessKey" : "AK...",              both keys, or a token, or neither
 *       "secretKey" : "...",
 *       "token" : { "text" : "aumbry_...", "expires" : "2026-01-31T12:00:00Z" },
 *       "account" : "demo",                 optional
 *       "container" : "photos",             optional
 *       "caFile" : "/etc/aumbry/ca.pem"     optional
 *     }
 *   }
 * }
 * </pre>
 */
@NullMarked
package io.aumbry.deploy.client.profile;

import org.jspecify.annotations.NullMarked;
