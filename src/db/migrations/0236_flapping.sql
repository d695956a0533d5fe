-- Rules that the system suspends because they trigger too often: a mute of its own, until someone resumes them.
alter table mutes add column suspended jsonb;

-- When a workspace has another limit: more than `most` times in `minutes` about one symbol. `most` null: never.
create table flapping_limits (
  workspace_id uuid primary key references workspaces on delete cascade,
  most integer check (most between 2 and 10000),
  minutes integer not null check (minutes between 1 and 1440)
);

-- What was before a rule was resumed doesn't suspend it again; and when it was reported that a critical one isn't suspended.
create table rule_flapping (
  workspace_id uuid not null references workspaces on delete cascade,
  rule_id uuid not null,
  resumed_at timestamptz,
  reported_at timestamptz,
  primary key (workspace_id, rule_id),
  foreign key (workspace_id, rule_id) references rules (workspace_id, id) on delete cascade
);

-- How often a rule triggered about a symbol in a span of the market's time.
create index alerts_by_rule_and_symbol on alerts (workspace_id, rule_id, instrument_id, event_time) where not trial;

do $$
declare t text;
begin
  foreach t in array array['flapping_limits', 'rule_flapping'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format(
      'create policy tenant on %I to bellwire_app
         using (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)
         with check (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)', t);
  end loop;
end $$;
grant select, insert, update on flapping_limits, rule_flapping to bellwire_app;
