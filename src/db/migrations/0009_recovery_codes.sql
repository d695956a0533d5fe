-- One-time codes for whoever has lost the device of his second factor; kept as keyed hashes.
create table auth_recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash bytea not null,
  made_at timestamptz not null,
  -- Kept when spent: how many are left of the set, and since when, is shown.
  used_at timestamptz,
  primary key (user_id, code_hash)
);
grant select, insert, update, delete on auth_recovery_codes to bellwire_app;

-- All limits are counted in one table now (src/limits).
drop table lead_limits;
alter table auth_limits rename to limits;
alter index auth_limits_resets rename to limits_resets;
alter index auth_limits_pkey rename to limits_pkey;
