-- What an undo of an import takes back and leaves alone: the addresses that the import confirmed, and a mark in time
-- (a UUID of version 7) behind which consents are newer than it. Null for imports of before: what was changed since can
-- only be told by the time there.
alter table contact_import_changes
  add column confirmed_addresses uuid[] not null default '{}',
  add column mark uuid;

-- How many contacts an undo left, and why.
alter table contact_imports
  add column kept_changed integer not null default 0 check (kept_changed >= 0),
  add column kept_agreed integer not null default 0 check (kept_agreed >= 0);
