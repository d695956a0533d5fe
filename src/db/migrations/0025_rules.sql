-- Rules in the rule language: one text says what a rule watches for, and settings say how often it may speak. A rule
-- watches one instrument or every one of a watchlist.
create table watchlists (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, id)
);
create unique index watchlists_name on watchlists (workspace_id, lower(name));

create table watchlist_symbols (
  workspace_id uuid not null,
  watchlist_id uuid not null,
  instrument_id uuid not null references instruments,
  primary key (workspace_id, watchlist_id, instrument_id),
  foreign key (workspace_id, watchlist_id) references watchlists (workspace_id, id) on delete cascade
);
create index watchlist_symbols_instrument on watchlist_symbols (instrument_id);

alter table rules
  add column condition text,
  add column settings jsonb not null default '{"frequency": "once_per_bar_close"}',
  add column watchlist_id uuid,
  -- Kept, because alerts say which rule made them; it is seen no more, and can be brought back.
  add column deleted_at timestamptz;

-- An owner without BYPASSRLS sees nothing of a table whose row security is forced.
alter table rules no force row level security;
update rules set condition = case detector
  when 'big_move' then format('big_move(%s)', coalesce(params->>'min_pct', '5'))
  when 'gap' then format('gap(%s)', coalesce(params->>'min_pct', '3'))
  when 'volume_spike' then
    format('volume_spike(%s, %s)', coalesce(params->>'min_ratio', '3'), coalesce(params->>'window', '20'))
  when 'new_high' then
    format('new_high(%s, %s)', coalesce(params->>'window', '252'), coalesce(params->>'quiet', '20'))
  when 'new_low' then
    format('new_low(%s, %s)', coalesce(params->>'window', '252'), coalesce(params->>'quiet', '20'))
  when 'rsi_cross' then
    format('rsi_cross(%s, %s, %s)', coalesce(params->>'period', '14'), coalesce(params->>'level', '70'),
           case when params->>'direction' = '-1' then 'down' else 'up' end)
  else format('%s(%s, %s)', detector, coalesce(params->>'fast', '50'), coalesce(params->>'slow', '200'))
end;
alter table rules force row level security;

alter table rules
  alter column condition set not null,
  alter column instrument_id drop not null,
  drop column detector,
  drop column params,
  add check (length(condition) between 1 and 4000),
  add check (timeframe in ('1m', '5m', '15m', '1h', '4h', '1d', '1w')),
  add check (num_nonnulls(instrument_id, watchlist_id) = 1),
  add foreign key (workspace_id, watchlist_id) references watchlists (workspace_id, id);
create index rules_list on rules (workspace_id, created_at desc, id desc) where deleted_at is null;
create index rules_watchlist on rules (workspace_id, watchlist_id) where watchlist_id is not null;

-- What a rule remembers of one instrument between two bars: when it spoke last, whether it may again. `as_of` is the
-- bar it was written on; what is fed again up to there moves nothing.
create table rule_gates (
  workspace_id uuid not null,
  rule_id uuid not null,
  instrument_id uuid not null references instruments,
  rule_version integer not null,
  as_of timestamptz not null,
  state jsonb not null,
  primary key (workspace_id, rule_id, instrument_id),
  foreign key (workspace_id, rule_id) references rules (workspace_id, id) on delete cascade
);

do $$
declare t text;
begin
  foreach t in array array['watchlists', 'watchlist_symbols', 'rule_gates'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format(
      'create policy tenant on %I to bellwire_app
         using (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)
         with check (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)', t);
  end loop;
end $$;
grant select, insert, update, delete on watchlists, watchlist_symbols to bellwire_app;
grant select, insert, update on rule_gates to bellwire_app;

-- The engine asks which rules are active, on what, and where they stand. It sees no others.
alter policy engine_reads on rules using (state = 'active' and deleted_at is null);
grant select on watchlist_symbols, rule_gates to bellwire_system;
create policy engine_reads on watchlist_symbols for select to bellwire_system using (exists (
  select from rules r where r.workspace_id = watchlist_symbols.workspace_id
    and r.watchlist_id = watchlist_symbols.watchlist_id and r.state = 'active' and r.deleted_at is null));
create policy engine_reads on rule_gates for select to bellwire_system using (exists (
  select from rules r where r.workspace_id = rule_gates.workspace_id and r.id = rule_gates.rule_id
    and r.state = 'active' and r.deleted_at is null));
