-- What a rule whose repeats go out at lengthening intervals remembers, by symbol and brand.
create table rule_repeats (
  workspace_id uuid not null references workspaces on delete cascade,
  rule_id uuid not null,
  brand_id uuid not null,
  -- The instrument's id, or what an external event is about.
  about text not null check (length(about) between 1 and 80),
  -- When an alert passed last, and which of the intervals runs since.
  passed_at timestamptz not null,
  step smallint not null check (step >= 0),
  -- So many were held since.
  held integer not null check (held >= 0),
  last_at timestamptz not null,
  primary key (workspace_id, rule_id, brand_id, about),
  foreign key (workspace_id, rule_id) references rules (workspace_id, id) on delete cascade,
  foreign key (workspace_id, brand_id) references brands (workspace_id, id) on delete cascade
);

-- How many repeats were held before an alert that passed.
create table alert_repeats (
  workspace_id uuid not null references workspaces on delete cascade,
  alert_id uuid not null,
  held integer not null check (held >= 0),
  primary key (workspace_id, alert_id),
  foreign key (workspace_id, alert_id) references alerts (workspace_id, id) on delete cascade
);

do $$
declare t text;
begin
  foreach t in array array['rule_repeats', 'alert_repeats'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format(
      'create policy tenant on %I to bellwire_app
         using (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)
         with check (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)', t);
  end loop;
end $$;
grant select, insert, update on rule_repeats to bellwire_app;
grant select, insert on alert_repeats to bellwire_app;
