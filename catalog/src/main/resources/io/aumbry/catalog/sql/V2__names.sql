-- SPDX-License-Identifier: Apache-2.0
-- Names of blobs. Runs on SQLite, PostgreSQL, and engines that speak PostgreSQL's protocol.
--
-- container_ref is account id * 2^32 + container id. It leads every key, so that a distributed engine
-- shards by container and then by range of keys; Citus distributes by this column. Keys are bytes, whose
-- order does not depend on a collation. Times are milliseconds of wall time; 2^63-1 means never.

-- The newest version of each name.
CREATE TABLE object (
  container_ref BIGINT NOT NULL,
  object_key ${bytes} NOT NULL,
  vseq BIGINT NOT NULL,
  version_id VARCHAR(40) NOT NULL,
  is_null SMALLINT DEFAULT 1 NOT NULL,
  -- 0 live, 1 delete marker of S3, 2 deleted, 3 expired
  marker SMALLINT DEFAULT 0 NOT NULL,
  blob_id ${bytes},
  size BIGINT DEFAULT 0 NOT NULL,
  modified_millis BIGINT NOT NULL,
  expires_millis BIGINT DEFAULT 9223372036854775807 NOT NULL,
  -- when upkeep must look at the row
  due_millis BIGINT DEFAULT 9223372036854775807 NOT NULL,
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
  lock_until_millis BIGINT,
  legal_hold SMALLINT DEFAULT 0 NOT NULL,
  parts INTEGER,
  PRIMARY KEY (container_ref ${ascending}, object_key)
) ${clustered};

-- Lists read only this index. Markers, history and the rest of the row cost them nothing.
CREATE INDEX object_live
  ON object (container_ref ${ascending}, object_key, size, modified_millis, expires_millis)
  WHERE marker = 0;
CREATE UNIQUE INDEX object_blob ON object (container_ref ${ascending}, blob_id) WHERE blob_id IS NOT NULL;
CREATE INDEX object_due ON object (due_millis ${ascending}) WHERE due_millis < 9223372036854775807;

-- Older versions of names.
CREATE TABLE object_version (
  container_ref BIGINT NOT NULL,
  object_key ${bytes} NOT NULL,
  vseq BIGINT NOT NULL,
  version_id VARCHAR(40) NOT NULL,
  is_null SMALLINT DEFAULT 0 NOT NULL,
  marker SMALLINT DEFAULT 0 NOT NULL,
  blob_id ${bytes},
  size BIGINT DEFAULT 0 NOT NULL,
  modified_millis BIGINT NOT NULL,
  expires_millis BIGINT DEFAULT 9223372036854775807 NOT NULL,
  due_millis BIGINT DEFAULT 9223372036854775807 NOT NULL,
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
  lock_until_millis BIGINT,
  legal_hold SMALLINT DEFAULT 0 NOT NULL,
  parts INTEGER,
  noncurrent_since_millis BIGINT NOT NULL,
  PRIMARY KEY (container_ref ${ascending}, object_key, version_id)
) ${clustered};

CREATE UNIQUE INDEX object_version_order
  ON object_version (container_ref ${ascending}, object_key, vseq DESC);
CREATE UNIQUE INDEX object_version_null
  ON object_version (container_ref ${ascending}, object_key) WHERE is_null = 1;
CREATE UNIQUE INDEX object_version_blob
  ON object_version (container_ref ${ascending}, blob_id) WHERE blob_id IS NOT NULL;

-- Blobs whose name is gone. A worker deletes them. shard is derived from the blob id.
CREATE TABLE trash (
  shard SMALLINT NOT NULL,
  not_before_millis BIGINT NOT NULL,
  blob_id ${bytes} NOT NULL,
  reason VARCHAR(16) NOT NULL,
  PRIMARY KEY (shard ${ascending}, blob_id)
) ${clustered};

CREATE INDEX trash_due ON trash (shard ${ascending}, not_before_millis);

-- The leases of frontends that commit names.
CREATE TABLE writer (
  writer_id VARCHAR(100) NOT NULL PRIMARY KEY,
  state VARCHAR(16) NOT NULL,
  clean_until_millis BIGINT NOT NULL,
  renewed_millis BIGINT NOT NULL,
  transfer_limit_millis BIGINT NOT NULL,
  ended_millis BIGINT DEFAULT 0 NOT NULL,
  -- the process that sweeps after a fenced lease, and until when
  claimant VARCHAR(100),
  claimed_until_millis BIGINT DEFAULT 0 NOT NULL
) ${clustered};

CREATE TABLE dataset (
  container_ref BIGINT NOT NULL,
  dataset_name ${bytes} NOT NULL,
  version_schema VARCHAR(16) NOT NULL,
  retention_policy VARCHAR(100),
  retention_count INTEGER,
  retention_seconds BIGINT,
  user_tags TEXT,
  modified_millis BIGINT NOT NULL,
  -- 0 unless deleted
  deleted_millis BIGINT DEFAULT 0 NOT NULL,
  PRIMARY KEY (container_ref ${ascending}, dataset_name)
) ${clustered};

-- version_order: the numbers of the version as big-endian bytes, in the order of versions. object_key is
-- the name of its blob, dataset/version. A row may outlive the name. The greatest one of a dataset is kept,
-- so that no number is used twice.
CREATE TABLE dataset_version (
  container_ref BIGINT NOT NULL,
  dataset_name ${bytes} NOT NULL,
  version_order ${bytes} NOT NULL,
  original_order ${bytes} NOT NULL,
  object_key ${bytes} NOT NULL,
  created_millis BIGINT NOT NULL,
  PRIMARY KEY (container_ref ${ascending}, dataset_name, version_order)
) ${clustered};
