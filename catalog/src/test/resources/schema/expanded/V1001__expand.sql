-- SPDX-License-Identifier: Apache-2.0
-- The next release adds a table and a column with a default.
CREATE TABLE of_next_release (id INTEGER NOT NULL PRIMARY KEY);
ALTER TABLE account ADD COLUMN colour VARCHAR(16) DEFAULT 'grey' NOT NULL;
