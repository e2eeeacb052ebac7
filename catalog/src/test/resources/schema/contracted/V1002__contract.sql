-- SPDX-License-Identifier: Apache-2.0
-- The release after the next one needs processes that know version 1001.
UPDATE schema_contract SET version = 1001;
DROP TABLE access_key_use;
