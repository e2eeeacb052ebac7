/**
 * Hooks of maintenance: executables and HTTP calls in one folder, which cannot be left by the name
 * of a hook. Write access to ZooKeeper therefore does not allow other commands or calls.
 *
 * <p>A file with the ending {@code .http} describes a call, in the form of configuration files:
 *
 * <pre>
 * hook.url = https://deploy.example.com/aumbry/upgrade
 * hook.token-file = /etc/aumbry/deploy.token
 * hook.ca-file = /etc/aumbry/deploy-ca.pem
 * </pre>
 */
@NullMarked
package io.aumbry.deploy.operator.hook;

import org.jspecify.annotations.NullMarked;
