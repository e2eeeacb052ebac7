-- Names of blobs. Portable: SQLite, PostgreSQL, CockroachDB, YugabyteDB, Citus.
--
-- container_ref is account id * 2^32 + container id. It leads every primary key, so that a
-- distributed engine shards by container and then by range of keys. Citus distributes by this
-- column. YugabyteDB needs yb_use_hash_splitting_by_default=off. Keys are bytes, whose order does
-- not depend on a collation. Times are milliseconds of wall time; 2^63-1 means never.

-- The newest version of each name.
CREATE TABLE object (
  container_ref BIGINT NOT NULL,
  object_key BYTEA NOT NULL,
  vseq BIGINT NOT NULL,
  version_id VARCHAR(40) NOT NULL,
  is_null SMALLINT DEFAULT 1 NOT NULL,
  -- 0 live, 1 delete marker of S3, 2 deleted, 3 expired
  marker SMALLINT DEFAULT 0 NOT NULL,
  blob_id BYTEA,
  size BIGINT DEFAULT 0 NOT NULL,
  modified_ms BIGINT NOT NULL,
  expires_ms BIGINT DEFAULT 9223372036854775807 NOT NULL,
  -- when upkeep must look at the row
  due_ms BIGINT DEFAULT 9223372036854775807 NOT NULL,
  etag VARCHAR(100),
  owner VARCHAR(64),
  storage_class VARCHAR(32),
  checksum VARCHAR(200),
  headers TEXT,
  user_metadata TEXT,
  tags TEXT,
  acl TEXT,
  encryption TEXT,
  lock_mode VARCHAR(16),
  lock_until_ms BIGINT,
  legal_hold SMALLINT DEFAULT 0 NOT NULL,
  parts INTEGER,
  PRIMARY KEY (container_ref, object_key)
);

-- Lists read only this index. Markers, history and the rest of the row cost them nothing.
CREATE INDEX object_live ON object (container_ref, object_key, size, modified_ms, expires_ms)
  WHERE marker = 0;
CREATE UNIQUE INDEX object_blob ON object (container_ref, blob_id) WHERE blob_id IS NOT NULL;
CREATE INDEX object_due ON object (due_ms) WHERE due_ms < 9223372036854775807;

-- Older versions of names.
CREATE TABLE object_version (
  container_ref BIGINT NOT NULL,
  object_key BYTEA NOT NULL,
  vseq BIGINT NOT NULL,
  version_id VARCHAR(40) NOT NULL,
  is_null SMALLINT DEFAULT 0 NOT NULL,
  marker SMALLINT DEFAULT 0 NOT NULL,
  blob_id BYTEA,
  size BIGINT DEFAULT 0 NOT NULL,
  modified_ms BIGINT NOT NULL,
  expires_ms BIGINT DEFAULT 9223372036854775807 NOT NULL,
  due_ms BIGINT DEFAULT 9223372036854775807 NOT NULL,
  etag VARCHAR(100),
  owner VARCHAR(64),
  storage_class VARCHAR(32),
  checksum VARCHAR(200),
  headers TEXT,
  user_metadata TEXT,
  tags TEXT,
  acl TEXT,
  encryption TEXT,
  lock_mode VARCHAR(16),
  lock_until_ms BIGINT,
  legal_hold SMALLINT DEFAULT 0 NOT NULL,
  parts INTEGER,
  noncurrent_since_ms BIGINT NOT NULL,
  PRIMARY KEY (container_ref, object_key, version_id)
);

CREATE UNIQUE INDEX object_version_order
  ON object_version (container_ref, object_key, vseq DESC);
CREATE UNIQUE INDEX object_version_null
  ON object_version (container_ref, object_key) WHERE is_null = 1;
CREATE UNIQUE INDEX object_version_blob
  ON object_version (container_ref, blob_id) WHERE blob_id IS NOT NULL;

-- Blobs whose name is gone. A worker deletes them. shard is derived from the blob id.
CREATE TABLE trash (
  shard SMALLINT NOT NULL,
  not_before_ms BIGINT NOT NULL,
  blob_id BYTEA NOT NULL,
  -- 0 replaced, 1 deleted, 2 expired
  reason SMALLINT NOT NULL,
  PRIMARY KEY (shard, not_before_ms, blob_id)
);

-- The leases of frontends that commit names. state: 0 open, 1 fenced, 2 closed.
CREATE TABLE writer (
  writer_id VARCHAR(36) NOT NULL PRIMARY KEY,
  state SMALLINT NOT NULL,
  clean_until_ms BIGINT NOT NULL,
  renewed_ms BIGINT NOT NULL,
  transfer_limit_ms BIGINT NOT NULL,
  ended_ms BIGINT DEFAULT 0 NOT NULL
);

CREATE TABLE dataset (
  container_ref BIGINT NOT NULL,
  dataset_name BYTEA NOT NULL,
  version_schema SMALLINT NOT NULL,
  retention_policy VARCHAR(100),
  retention_count INTEGER,
  retention_seconds BIGINT,
  user_tags TEXT NOT NULL,
  modified_ms BIGINT NOT NULL,
  PRIMARY KEY (container_ref, dataset_name)
);

-- version_order: the numbers of the version as big-endian bytes, in the order of versions.
-- The blob of a version has the name dataset/version.
CREATE TABLE dataset_version (
  container_ref BIGINT NOT NULL,
  dataset_name BYTEA NOT NULL,
  version_order BYTEA NOT NULL,
  original_version VARCHAR(100) NOT NULL,
  created_ms BIGINT NOT NULL,
  PRIMARY KEY (container_ref, dataset_name, version_order)
);
