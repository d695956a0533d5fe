-- Keys for customers' programs. They belong to the workspace: who made one is noted, and may have left.
create table api_keys (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  name text not null check (length(name) between 1 and 80),
  -- Its first characters, by which a person knows it again.
  hint text not null check (length(hint) between 8 and 20),
  -- A keyed hash; the key itself is told once and kept nowhere.
  key_hash bytea not null check (length(key_hash) = 32),
  scopes text[] not null check (cardinality(scopes) between 1 and 50),
  created_by uuid,
  created_by_name text not null check (length(created_by_name) <= 320),
  created_at timestamptz not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  last_used_network text check (length(last_used_network) <= 45),
  revoked_at timestamptz,
  primary key (workspace_id, id)
);
create unique index api_keys_hash on api_keys (key_hash);

-- What was asked for with an Idempotency-Key, and what was answered: for a day.
create table idempotency_keys (
  workspace_id uuid not null references workspaces on delete cascade,
  -- `session <user id>` or `key <key id>`.
  actor text not null check (length(actor) <= 60),
  route text not null check (length(route) <= 200),
  key_hash bytea not null check (length(key_hash) = 32),
  request_hash bytea not null check (length(request_hash) = 32),
  -- Whose turn it is: a claim that has lapsed is taken over, and the first must not answer for the second.
  claim uuid not null,
  claimed_at timestamptz not null,
  -- Null while it is worked on.
  status smallint check (status between 200 and 499),
  -- Null where the answer is not kept.
  body text check (length(body) <= 65536),
  content_type text check (length(content_type) <= 200),
  primary key (workspace_id, actor, route, key_hash)
);
create index idempotency_keys_age on idempotency_keys (claimed_at);

do $$
declare t text;
begin
  foreach t in array array['api_keys', 'idempotency_keys'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format(
      'create policy tenant on %I to bellwire_app
         using (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)
         with check (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)', t);
  end loop;
end $$;
grant select, insert, update on api_keys to bellwire_app;
grant select, insert, update, delete on idempotency_keys to bellwire_app;

-- Before the workspace is known, whoever has a key may see the one row that its hash leads to.
create policy own_key on api_keys for select to bellwire_app
  using (key_hash = decode(nullif(current_setting('app.key_hash', true), ''), 'hex'));

-- Named cross-tenant questions: what is old enough to go.
grant select (workspace_id, id, revoked_at), delete on api_keys to bellwire_system;
create policy upkeep_reads on api_keys for select to bellwire_system
  using (revoked_at < now() - interval '90 days');
create policy upkeep_deletes on api_keys for delete to bellwire_system
  using (revoked_at < now() - interval '90 days');
grant select (workspace_id, actor, route, key_hash, claimed_at), delete on idempotency_keys to bellwire_system;
create policy upkeep_reads on idempotency_keys for select to bellwire_system
  using (claimed_at < now() - interval '24 hours');
create policy upkeep_deletes on idempotency_keys for delete to bellwire_system
  using (claimed_at < now() - interval '24 hours');

-- Whoever lets somebody in remembers it for a few seconds, and streams stay open for hours. The end of a session, a key
-- or a membership is therefore told to every process, whichever way it came about, when its transaction commits.
create function tell_ended() returns trigger language plpgsql as $$
begin
  -- What it is, and the column that names it.
  perform pg_notify('bellwire_ended', json_build_object(tg_argv[0], to_jsonb(old) ->> tg_argv[1])::text);
  return null;
end $$;
create trigger tell_ended after delete on sessions for each row execute function tell_ended('session', 'id');
create trigger tell_ended after delete on members for each row execute function tell_ended('user', 'user_id');
create trigger tell_changed after update of role on members for each row
  when (old.role is distinct from new.role) execute function tell_ended('user', 'user_id');
create trigger tell_changed after update of banned_until on users for each row
  when (old.banned_until is distinct from new.banned_until) execute function tell_ended('user', 'id');
create trigger tell_ended after delete on api_keys for each row execute function tell_ended('key', 'id');
create trigger tell_changed after update of revoked_at on api_keys for each row
  when (old.revoked_at is distinct from new.revoked_at) execute function tell_ended('key', 'id');
