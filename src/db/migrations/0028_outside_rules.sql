-- Rules on what comes from outside instead of bars: a webhook, news, an entry of a calendar. They stand beside the rules
-- of the rule language, and their events and alerts go the same way; they have no instrument and no timeframe.
alter table rules
  add column kind text not null default 'market' check (kind in ('market', 'webhook', 'news', 'calendar')),
  -- What makes a rule speak that has no condition in the rule language, and how often it may.
  add column outside jsonb,
  alter column condition drop not null,
  alter column timeframe drop not null;
do $$
declare name text;
begin
  select conname into strict name from pg_constraint
   where conrelid = 'rules'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%num_nonnulls%';
  execute format('alter table rules drop constraint %I', name);
end $$;
alter table rules add constraint rules_of_a_kind check (
  case kind when 'market'
    then condition is not null and timeframe is not null and num_nonnulls(instrument_id, watchlist_id) = 1 and outside is null
    else condition is null and timeframe is null and num_nonnulls(instrument_id, watchlist_id) = 0 and outside is not null
  end);

-- What an event is about that no instrument of ours is: a ticker as its sender wrote it, a source, a currency.
alter table events
  add column about text check (length(about) between 1 and 80),
  alter column instrument_id drop not null,
  alter column timeframe drop not null,
  alter column value drop not null,
  add constraint events_of_a_kind check (case when instrument_id is null
    then about is not null and timeframe is null and trial_run_id is null
    else about is null and timeframe is not null and value is not null end);
alter table alerts
  add column about text check (length(about) between 1 and 80),
  alter column instrument_id drop not null,
  alter column timeframe drop not null,
  alter column value drop not null,
  add constraint alerts_of_a_kind check (case when instrument_id is null
    then about is not null and timeframe is null and not trial
    else about is null and timeframe is not null and value is not null end);
create index events_from_outside on events (workspace_id, rule_id, bar_ts desc) where instrument_id is null;

-- The address of a webhook rule. Of its secret only a hash is kept: it is told once, and made anew on request.
create table rule_hooks (
  workspace_id uuid not null,
  rule_id uuid not null,
  secret_hash bytea not null check (length(secret_hash) = 32),
  -- Its first characters, by which a person knows it again.
  hint text not null check (length(hint) between 4 and 20),
  made_at timestamptz not null,
  accepted bigint not null default 0,
  repeated bigint not null default 0,
  refused bigint not null default 0,
  primary key (workspace_id, rule_id),
  foreign key (workspace_id, rule_id) references rules (workspace_id, id) on delete cascade
);
create unique index rule_hooks_secret on rule_hooks (secret_hash);

-- What came to a webhook lately, and what became of it. The evidence of an alert is kept with its event.
create table hook_calls (
  workspace_id uuid not null,
  id uuid not null,
  rule_id uuid not null,
  received_at timestamptz not null,
  content_type text not null check (length(content_type) <= 100),
  body text not null check (length(body) <= 16384),
  body_hash bytea not null check (length(body_hash) = 32),
  -- The id that its sender gave it.
  said_id text check (length(said_id) between 1 and 200),
  outcome text not null check (outcome in ('accepted', 'repeated', 'quiet', 'refused')),
  -- Why it made no alert.
  reason text check (length(reason) <= 300),
  alert_id uuid,
  primary key (workspace_id, id),
  foreign key (workspace_id, rule_id) references rule_hooks (workspace_id, rule_id) on delete cascade,
  foreign key (workspace_id, alert_id) references alerts (workspace_id, id) on delete cascade
);
create index hook_calls_list on hook_calls (workspace_id, rule_id, received_at desc, id desc);
create index hook_calls_alert on hook_calls (workspace_id, alert_id) where alert_id is not null;

do $$
declare t text;
begin
  foreach t in array array['rule_hooks', 'hook_calls'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format(
      'create policy tenant on %I to bellwire_app
         using (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)
         with check (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)', t);
  end loop;
end $$;
grant select, insert, update on rule_hooks to bellwire_app;
grant select, insert, delete on hook_calls to bellwire_app;

-- Before the workspace is known, whoever has the secret may see the one row that its hash leads to.
create policy own_secret on rule_hooks for select to bellwire_app
  using (secret_hash = decode(nullif(current_setting('app.hook_hash', true), ''), 'hex'));
