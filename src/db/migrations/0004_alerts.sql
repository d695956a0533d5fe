-- The way of an alert: rule -> event -> alert -> variant -> delivery -> attempt. All tenant tables.

create table rules (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  name text not null check (length(name) between 1 and 200),
  instrument_id uuid not null references instruments,
  timeframe text not null,
  detector text not null,
  params jsonb not null default '{}',
  state text not null check (state in ('active', 'paused')),
  approval text not null default 'auto' check (approval in ('auto', 'human')),
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, id)
);
create index rules_active on rules (instrument_id, timeframe) where state = 'active';

create table trial_runs (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  rule_id uuid not null,
  requested_by uuid not null,
  state text not null check (state in ('queued', 'done', 'nothing_found', 'failed')),
  error text,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, rule_id) references rules (workspace_id, id) on delete cascade
);
create index trial_runs_recent on trial_runs (workspace_id, created_at desc);

-- The dedupe key names rule, bar and condition: replays, restarts and a second engine never make a second event.
create table events (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  rule_id uuid not null,
  rule_version integer not null,
  instrument_id uuid not null references instruments,
  timeframe text not null,
  detector text not null,
  bar_ts timestamptz not null,
  value double precision not null,
  evidence jsonb not null,
  dedupe_key text not null,
  trial_run_id uuid,
  created_at timestamptz not null,
  primary key (workspace_id, id),
  unique (workspace_id, dedupe_key),
  foreign key (workspace_id, rule_id) references rules (workspace_id, id) on delete cascade,
  foreign key (workspace_id, trial_run_id) references trial_runs (workspace_id, id) on delete cascade
);

create table alerts (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  event_id uuid not null,
  brand_id uuid not null,
  state text not null check (state in ('drafted', 'pending_review', 'approved', 'rejected', 'expired', 'scheduled',
    'sending', 'sent', 'partly_sent', 'failed', 'unknown')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, id),
  unique (workspace_id, event_id),
  foreign key (workspace_id, event_id) references events (workspace_id, id) on delete cascade,
  foreign key (workspace_id, brand_id) references brands (workspace_id, id)
);

create index alerts_recent on alerts (workspace_id, created_at desc, id desc);

create table alert_transitions (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  alert_id uuid not null,
  from_state text,
  to_state text not null,
  actor text not null,
  reason text not null,
  at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, alert_id) references alerts (workspace_id, id) on delete cascade
);
create index alert_transitions_alert on alert_transitions (workspace_id, alert_id, at);

create table variants (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  alert_id uuid not null,
  channel text not null,
  language text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  created_at timestamptz not null,
  primary key (workspace_id, id),
  unique (workspace_id, alert_id, channel, language),
  foreign key (workspace_id, alert_id) references alerts (workspace_id, id) on delete cascade
);

-- The delivery ledger. A row is claimed (state 'sending', with a lease) before the request goes out.
create table deliveries (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  alert_id uuid not null,
  variant_id uuid not null,
  recipient_id uuid not null,
  channel text not null,
  send_no integer not null default 1,
  state text not null check (state in ('pending', 'held', 'sending', 'retry', 'sent', 'unknown', 'rejected')),
  reason text,
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  claimed_by uuid,
  lease_until timestamptz,
  provider_message_id text,
  sent_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, id),
  unique (workspace_id, variant_id, recipient_id, send_no),
  foreign key (workspace_id, alert_id) references alerts (workspace_id, id) on delete cascade,
  foreign key (workspace_id, variant_id) references variants (workspace_id, id) on delete cascade,
  foreign key (workspace_id, recipient_id) references recipients (workspace_id, id) on delete cascade
);
create index deliveries_recent on deliveries (workspace_id, created_at desc, id desc);
create index deliveries_alert on deliveries (workspace_id, alert_id);
create index deliveries_open on deliveries (state, lease_until, next_attempt_at)
  where state in ('pending', 'sending', 'retry');

create table attempts (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  delivery_id uuid not null,
  n integer not null,
  outcome text not null check (outcome in ('sent', 'retry', 'unknown', 'rejected')),
  detail text not null,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, delivery_id) references deliveries (workspace_id, id) on delete cascade
);
create index attempts_delivery on attempts (workspace_id, delivery_id, n);

do $$
declare t text;
begin
  foreach t in array array['rules', 'trial_runs', 'events', 'alerts', 'alert_transitions', 'variants', 'deliveries', 'attempts'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format(
      'create policy tenant on %I to bellwire_app
         using (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)
         with check (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)', t);
  end loop;
end $$;

grant select, insert, update, delete on rules, trial_runs to bellwire_app;
grant select, insert, update on alerts, deliveries to bellwire_app;
-- What happened stays as it happened: these rows are written once.
grant select, insert on events, alert_transitions, variants, attempts to bellwire_app;

-- The engine's cross-tenant questions, and nothing else: which rules are active, which deliveries need a worker.
grant select on rules, deliveries to bellwire_system;
create policy engine_reads on rules for select to bellwire_system using (state = 'active');
create policy engine_reads on deliveries for select to bellwire_system using (state in ('pending', 'sending', 'retry'));
