-- SPDX-License-Identifier: Apache-2.0
-- The binding of the catalog to its cluster. Runs on SQLite, PostgreSQL, and engines that speak
-- PostgreSQL's protocol.

-- One row, with id 1, from the first frontend. The coordinator of each data centre records the identity.
CREATE TABLE binding (
  id INTEGER NOT NULL PRIMARY KEY,
  identity VARCHAR(32) NOT NULL,
  cluster VARCHAR(63) NOT NULL
);
