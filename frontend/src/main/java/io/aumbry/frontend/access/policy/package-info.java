/**
 * The policy engine of all doors: documents in the language of AWS, compiled once by {@link
 * io.aumbry.frontend.access.policy.PolicyParser}, evaluated without side effects by {@link
 * io.aumbry.frontend.access.policy.Policy}.
 *
 * <p>A statement applies if its action, principal, resource and all of its conditions match. A
 * statement that denies wins over all that allow. Without a statement that allows, a request is
 * denied.
 *
 * <p>Actions have names of Aumbry and of S3 ({@link
 * io.aumbry.frontend.access.policy.PolicyAction}). Resources have names of six parts, as in AWS:
 *
 * <pre>
 * arn:aumbry:name:::ACCOUNT/CONTAINER/NAME      a blob by its name
 * arn:aumbry:id:::ACCOUNT/CONTAINER/ID          a blob by its id
 * arn:aumbry:dataset:::ACCOUNT/CONTAINER/NAME
 * arn:aumbry:container:::ACCOUNT/CONTAINER
 * arn:aumbry:account:::ACCOUNT
 * arn:aumbry:user:::ACCOUNT/USER
 * arn:aumbry:role:::ROLE
 * arn:aumbry:cluster:::*
 * arn:aws:s3:::BUCKET/KEY                       the same blob through S3
 * </pre>
 *
 * <p>A slash in the name of an account or container is written {@code %2F}, a percent sign {@code
 * %25}.
 */
@NullMarked
package io.aumbry.frontend.access.policy;

import org.jspecify.annotations.NullMarked;
