-- The compliance ledger: what was decided, consented to and sent, as one chain of hashes per workspace. No foreign keys
-- and no cascades: deleting a rule, a person or a workspace leaves it as it is. Nobody who serves requests may change or
-- delete any of it; the functions below are the only way in.

create table ledger_entries (
  workspace_id uuid not null,
  sequence bigint not null check (sequence > 0),
  kind text not null check (kind ~ '^[a-z][a-z_]{0,39}$'),
  -- What it is about: an alert's id, or a person's pseudonym.
  subject text not null check (subject ~ '^[A-Za-z0-9._:-]{1,100}$'),
  at timestamptz not null,
  -- Canonical JSON (RFC 8785), as text: these bytes are what was hashed.
  body text not null check (octet_length(body) <= 1000000),
  previous bytea not null check (octet_length(previous) = 32),
  hash bytea not null check (octet_length(hash) = 32),
  primary key (workspace_id, sequence)
);
create index ledger_entries_subject on ledger_entries (workspace_id, subject, sequence);
create index ledger_entries_at on ledger_entries (workspace_id, at, sequence);

-- Where each chain ends, and how long it is kept.
create table ledger_chains (
  workspace_id uuid primary key,
  sequence bigint not null,
  hash bytea not null,
  signed_sequence bigint not null default 0,
  signed_at timestamptz,
  retention_years smallint not null default 6 check (retention_years in (3, 5, 6)),
  -- Legal hold: nothing is pruned.
  held_at timestamptz
);
create index ledger_chains_unsigned on ledger_chains (workspace_id) where signed_sequence < sequence;

-- Texts, pictures and lists of deliveries, by the SHA-256 of their bytes.
create table ledger_bytes (
  workspace_id uuid not null,
  hash bytea not null,
  type text not null check (length(type) between 1 and 120),
  size integer not null,
  bytes bytea not null,
  kept_at timestamptz not null default now(),
  primary key (workspace_id, hash)
);

-- A signature of the installation over the chain up to an entry.
create table ledger_heads (
  workspace_id uuid not null,
  sequence bigint not null,
  hash bytea not null,
  at timestamptz not null,
  public_key bytea not null check (octet_length(public_key) = 32),
  signature bytea not null check (octet_length(signature) = 64),
  primary key (workspace_id, sequence)
);

-- One random key per person. Their pseudonym and what is sealed about them mean nothing once it is destroyed.
create table ledger_keys (
  workspace_id uuid not null,
  person uuid not null,
  key bytea check (octet_length(key) = 32),
  created_at timestamptz not null default now(),
  destroyed_at timestamptz,
  primary key (workspace_id, person),
  check ((key is null) = (destroyed_at is not null))
);

-- Settled windows of deliveries that wait for the writer of the chain.
create table ledger_windows (
  workspace_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  alert_id uuid not null,
  body text not null,
  primary key (workspace_id, id)
);
-- Read once and deleted within seconds: compressing it would be wasted.
alter table ledger_windows alter column body set storage external;

do $$
declare t text;
begin
  foreach t in array array['ledger_entries', 'ledger_chains', 'ledger_bytes', 'ledger_heads', 'ledger_keys', 'ledger_windows'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format(
      'create policy tenant on %I to bellwire_app
         using (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)
         with check (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)', t);
    execute format('grant select on %I to bellwire_app', t);
    -- An owner without BYPASSRLS sees nothing of a table whose row security is forced; the functions run as the owner.
    execute format('create policy owner_keeps on %I to %I using (true) with check (true)', t, current_user);
  end loop;
end $$;
grant insert on ledger_keys to bellwire_app;
grant insert, delete on ledger_windows to bellwire_app;

-- What the writer of the chains asks across workspaces: where there is something to do.
create policy system_finds on ledger_windows for select to bellwire_system using (true);
create policy system_finds on ledger_chains for select to bellwire_system using (true);
grant select (workspace_id) on ledger_windows to bellwire_system;
grant select (workspace_id, sequence, signed_sequence, signed_at) on ledger_chains to bellwire_system;

create function ledger_workspace() returns uuid
  language plpgsql stable set search_path = pg_catalog, pg_temp
as $$
declare id uuid := nullif(current_setting('app.workspace_id', true), '')::uuid;
begin
  if id is null then
    raise exception 'the transaction is in no workspace' using errcode = '42501';
  end if;
  return id;
end
$$;

-- Appends to the chain of the transaction's workspace. The row of ledger_chains stays locked until the transaction ends,
-- so a caller appends last. The text that is hashed is canonical JSON: src/ledger/entry.ts makes the same.
create function append_to_ledger(of_kind text, of_subject text, moment timestamptz, content text)
  returns table (new_sequence bigint, new_hash bytea)
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  workspace uuid := ledger_workspace();
  chain ledger_chains;
  instant timestamptz := date_trunc('milliseconds', moment);
begin
  select * into chain from ledger_chains c where c.workspace_id = workspace for update;
  if not found then
    insert into ledger_chains (workspace_id, sequence, hash)
      values (workspace, 0, decode(repeat('00', 32), 'hex')) on conflict do nothing;
    select * into chain from ledger_chains c where c.workspace_id = workspace for update;
  end if;
  new_sequence := chain.sequence + 1;
  new_hash := sha256(convert_to(format(
    '{"at":"%s","body":"%s","kind":"%s","previous":"%s","sequence":%s,"subject":"%s","version":1,"workspace":"%s"}',
    to_char(instant at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    encode(sha256(convert_to(content, 'UTF8')), 'hex'), of_kind, encode(chain.hash, 'hex'), new_sequence, of_subject,
    workspace), 'UTF8'));
  insert into ledger_entries (workspace_id, sequence, kind, subject, at, body, previous, hash)
    values (workspace, new_sequence, of_kind, of_subject, instant, content, chain.hash, new_hash);
  update ledger_chains set sequence = new_sequence, hash = new_hash where workspace_id = workspace;
  return next;
end
$$;

create function keep_ledger_bytes(of_type text, content bytea) returns bytea
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare found_hash bytea := sha256(content);
begin
  insert into ledger_bytes (workspace_id, hash, type, size, bytes)
    values (ledger_workspace(), found_hash, of_type, octet_length(content), content) on conflict do nothing;
  return found_hash;
end
$$;

-- Keeps a signature over the chain up to an entry, if the entry is there and has that hash.
create function keep_ledger_head(of_sequence bigint, of_hash bytea, moment timestamptz, of_public_key bytea, of_signature bytea)
  returns boolean
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare workspace uuid := ledger_workspace();
begin
  perform 1 from ledger_entries e
    where e.workspace_id = workspace and e.sequence = of_sequence and e.hash = of_hash;
  if not found then return false; end if;
  insert into ledger_heads (workspace_id, sequence, hash, at, public_key, signature)
    values (workspace, of_sequence, of_hash, date_trunc('milliseconds', moment), of_public_key, of_signature)
    on conflict do nothing;
  update ledger_chains set signed_sequence = of_sequence, signed_at = moment
    where workspace_id = workspace and signed_sequence < of_sequence;
  return true;
end
$$;

-- The person stays listed without a key, so that none is made for them again.
create function destroy_ledger_key(of_person uuid) returns void
  language sql security definer set search_path = public, pg_temp
as $$
  insert into ledger_keys (workspace_id, person, key, destroyed_at) values (ledger_workspace(), of_person, null, now())
    on conflict (workspace_id, person) do update set key = null, destroyed_at = now()
    where ledger_keys.key is not null
$$;

do $$
declare f text;
begin
  foreach f in array array['append_to_ledger', 'keep_ledger_bytes', 'keep_ledger_head', 'destroy_ledger_key'] loop
    execute format('revoke all on function %I from public', f);
    execute format('grant execute on function %I to bellwire_app', f);
  end loop;
end $$;
