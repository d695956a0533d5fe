-- Alerts that a person writes. Each has a record of kind `composed` among the rules, deleted from its first moment, which
-- carries its routes: nothing lists it and nothing can trigger it.
alter table rules drop constraint rules_kind_check;
alter table rules add constraint rules_kind_check
  check (kind in ('market', 'webhook', 'news', 'calendar', 'composed'));
alter table rules drop constraint rules_of_a_kind;
alter table rules add constraint rules_of_a_kind check (
  case kind
    when 'market'
      then condition is not null and timeframe is not null and num_nonnulls(instrument_id, watchlist_id) = 1 and outside is null
    when 'composed'
      then condition is null and timeframe is null and num_nonnulls(instrument_id, watchlist_id) = 0 and outside is null
           and deleted_at is not null
    else condition is null and timeframe is null and num_nonnulls(instrument_id, watchlist_id) = 0 and outside is not null
  end);

create table composed_alerts (
  workspace_id uuid not null references workspaces on delete cascade,
  alert_id uuid not null,
  rule_id uuid not null,
  -- What was typed, with its placeholders, in one language.
  words jsonb not null,
  language text not null,
  chart boolean not null,
  -- What the author vouched for: the place and what is written there.
  vouches jsonb not null default '[]',
  -- `user:` and an id, or `key:` and the name of an API key.
  written_by text not null,
  created_at timestamptz not null,
  -- When it goes out; null is as soon as it is approved. `send_local` is the wall-clock time that was chosen in `send_zone`.
  send_at timestamptz,
  send_local text check (length(send_local) = 16),
  send_zone text check (length(send_zone) between 1 and 64),
  -- What happens if newer prices are in by then.
  when_stale text not null default 'hold' check (when_stale in ('hold', 'send')),
  primary key (workspace_id, alert_id),
  check (num_nonnulls(send_at, send_local, send_zone) in (0, 3)),
  foreign key (workspace_id, alert_id) references alerts (workspace_id, id) on delete cascade,
  foreign key (workspace_id, rule_id) references rules (workspace_id, id) on delete cascade
);
create index composed_alerts_rule on composed_alerts (workspace_id, rule_id);
create index composed_alerts_send on composed_alerts (send_at) where send_at is not null;

alter table composed_alerts enable row level security;
alter table composed_alerts force row level security;
create policy tenant on composed_alerts to bellwire_app
  using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
grant select, insert, update on composed_alerts to bellwire_app;
