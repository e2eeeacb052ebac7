-- SPDX-License-Identifier: Apache-2.0
-- Multi-part uploads. Runs on SQLite, PostgreSQL, and engines that speak PostgreSQL's protocol.
--
-- Keys begin with the container and the key of the object, as those of names, so that a distributed engine
-- keeps an upload, its parts and its object together. upload_id is a UUID of version 7: the uploads of a key
-- are in the order of their creation.

CREATE TABLE upload (
  container_ref BIGINT NOT NULL,
  object_key ${bytes} NOT NULL,
  upload_id ${bytes} NOT NULL,
  -- 0 open, 1 done
  state SMALLINT DEFAULT 0 NOT NULL,
  owner VARCHAR(64) NOT NULL,
  storage_class VARCHAR(32) NOT NULL,
  checksum_kind VARCHAR(40) NOT NULL,
  attributes TEXT NOT NULL,
  -- when upkeep must look at the row
  due_millis BIGINT NOT NULL,
  -- the version of the object and its etag, if the upload is done
  blob_id ${bytes},
  size BIGINT,
  expires_millis BIGINT,
  vseq BIGINT,
  version_id VARCHAR(40),
  done_millis BIGINT,
  etag VARCHAR(100),
  PRIMARY KEY (container_ref ${ascending}, object_key, upload_id)
) ${clustered};

-- Lists read only this index. Completed uploads cost them nothing.
CREATE INDEX upload_open
  ON upload (container_ref ${ascending}, object_key, upload_id, owner, storage_class, checksum_kind)
  WHERE state = 0;
CREATE UNIQUE INDEX upload_blob ON upload (container_ref ${ascending}, blob_id) WHERE blob_id IS NOT NULL;
CREATE INDEX upload_due ON upload (due_millis ${ascending}) WHERE due_millis < 9223372036854775807;

-- The blob of a part belongs to its row. The transaction that removes the row puts the blob into the trash.
CREATE TABLE part (
  container_ref BIGINT NOT NULL,
  object_key ${bytes} NOT NULL,
  upload_id ${bytes} NOT NULL,
  part_number INTEGER NOT NULL,
  blob_id ${bytes} NOT NULL,
  size BIGINT NOT NULL,
  etag VARCHAR(100) NOT NULL,
  checksum VARCHAR(200) NOT NULL,
  modified_millis BIGINT NOT NULL,
  PRIMARY KEY (container_ref ${ascending}, object_key, upload_id, part_number)
) ${clustered};

CREATE UNIQUE INDEX part_blob ON part (container_ref ${ascending}, blob_id);
