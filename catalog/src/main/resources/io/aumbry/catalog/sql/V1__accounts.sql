-- SPDX-License-Identifier: Apache-2.0
-- Accounts and identities. Runs on SQLite, PostgreSQL, and engines that speak PostgreSQL's protocol.

-- The version of the schema that a process must know. A migration that contracts the schema updates it.
CREATE TABLE schema_contract (
  id INTEGER NOT NULL PRIMARY KEY,
  version INTEGER NOT NULL
);
INSERT INTO schema_contract (id, version) VALUES (1, 1);

-- One row for each thread that writes, by which the outcome of its last COMMIT can be asked.
CREATE TABLE commit_mark (
  mark_id VARCHAR(32) NOT NULL PRIMARY KEY,
  sequence BIGINT NOT NULL,
  created_millis BIGINT NOT NULL,
  asked INTEGER NOT NULL
);

-- Counts the changes of the tables below. Every change locks its row first, so changes have an order.
-- history is a digest of all changes, which differs from that of any other sequence of changes.
CREATE TABLE change_counter (
  family VARCHAR(16) NOT NULL PRIMARY KEY,
  version BIGINT NOT NULL,
  history VARCHAR(64) NOT NULL
);
INSERT INTO change_counter (family, version, history) VALUES ('accounts', 0, '');

CREATE TABLE account (
  account_id INTEGER NOT NULL PRIMARY KEY,
  name VARCHAR(255) NOT NULL UNIQUE,
  active BOOLEAN NOT NULL,
  snapshot_version INTEGER NOT NULL,
  modified_millis BIGINT NOT NULL,
  acl_inherited BOOLEAN NOT NULL,
  quota_resource VARCHAR(16) NOT NULL,
  next_container INTEGER NOT NULL
);

-- rules: JSON, see RulesDocument
CREATE TABLE container (
  account_id INTEGER NOT NULL REFERENCES account (account_id),
  container_id INTEGER NOT NULL,
  name VARCHAR(255) NOT NULL,
  status VARCHAR(32) NOT NULL,
  snapshot_version INTEGER NOT NULL,
  modified_millis BIGINT NOT NULL,
  delete_trigger_millis BIGINT NOT NULL,
  previously_encrypted BOOLEAN NOT NULL,
  rules TEXT NOT NULL,
  PRIMARY KEY (account_id, container_id),
  UNIQUE (account_id, name)
);

-- account_id: 0 for administrators of the cluster, hence no reference
CREATE TABLE identity_user (
  user_id VARCHAR(64) NOT NULL PRIMARY KEY,
  account_id INTEGER NOT NULL,
  name VARCHAR(64) NOT NULL,
  active BOOLEAN NOT NULL,
  created_millis BIGINT NOT NULL,
  UNIQUE (account_id, name)
);

CREATE TABLE access_key (
  key_id VARCHAR(20) NOT NULL PRIMARY KEY,
  user_id VARCHAR(64) NOT NULL REFERENCES identity_user (user_id),
  sealing_key VARCHAR(64) NOT NULL,
  sealed_secret VARCHAR(512) NOT NULL,
  active BOOLEAN NOT NULL,
  created_millis BIGINT NOT NULL,
  expires_millis BIGINT NOT NULL
);
CREATE INDEX access_key_user ON access_key (user_id);

-- Apart from access_key, because a use is not a change of an identity.
CREATE TABLE access_key_use (
  key_id VARCHAR(20) NOT NULL PRIMARY KEY,
  used_millis BIGINT NOT NULL
);

CREATE TABLE policy (
  target_kind VARCHAR(16) NOT NULL,
  target_id VARCHAR(255) NOT NULL,
  document TEXT NOT NULL,
  PRIMARY KEY (target_kind, target_id)
);

CREATE TABLE role_grant (
  user_id VARCHAR(64) NOT NULL REFERENCES identity_user (user_id),
  role VARCHAR(64) NOT NULL,
  account_id INTEGER NOT NULL,
  PRIMARY KEY (user_id, role, account_id)
);
