-- Rules that compare with other symbols: which, so that these are watched too, and how far such rules are dealt with.
create table rule_others (
  workspace_id uuid not null,
  rule_id uuid not null,
  instrument_id uuid not null references instruments,
  primary key (workspace_id, rule_id, instrument_id),
  foreign key (workspace_id, rule_id) references rules (workspace_id, id) on delete cascade
);
create index rule_others_instrument on rule_others (instrument_id);
alter table rule_others enable row level security;
alter table rule_others force row level security;
create policy tenant on rule_others to bellwire_app
  using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
grant select, insert, delete on rule_others to bellwire_app;
grant select on rule_others to bellwire_system;
create policy engine_reads on rule_others for select to bellwire_system using (exists (
  select from rules r where r.workspace_id = rule_others.workspace_id and r.id = rule_others.rule_id
    and r.state = 'active' and r.deleted_at is null));

-- The rules on one series that look at the same others are worked out together, once the bars of all are there. Every
-- bar up to `cursor_ts` is dealt with: its events are made.
create table joined_cursors (
  instrument_id uuid not null references instruments,
  timeframe text not null check (timeframe in ('1m', '5m', '15m', '1h', '4h', '1d', '1w')),
  -- Ids of instruments in order, with commas between them.
  others text not null check (length(others) between 36 and 400),
  cursor_ts timestamptz not null,
  updated_at timestamptz not null,
  primary key (instrument_id, timeframe, others)
);
grant select, insert, update, delete on joined_cursors to bellwire_system;
