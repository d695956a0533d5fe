-- Where a workspace reads its calendar: an address that is asked, or files that are given in (then it has no address).
create table calendar_sources (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  name text not null check (length(name) between 1 and 80),
  url text check (length(url) between 8 and 500),
  -- What its texts are, where it was said; else it is recognised.
  format text check (format in ('ical', 'csv', 'json')),
  -- What its entries are, where they do not say.
  kind text check (kind in ('economic', 'earnings', 'other')),
  -- The zone of times that name none, and how 03/04 is read.
  time_zone text not null check (length(time_zone) between 1 and 60),
  date_order text check (date_order in ('dmy', 'mdy')),
  created_at timestamptz not null,
  -- Until then nobody asks it; null where files are given in.
  next_at timestamptz,
  -- When somebody looks next whether an entry of it makes a rule speak.
  turn_at timestamptz not null,
  etag text check (length(etag) <= 200),
  last_modified text check (length(last_modified) <= 200),
  -- What had passed at the first reading is old.
  first_read_at timestamptz,
  read_at timestamptz,
  failures integer not null default 0,
  problem text check (length(problem) <= 300),
  -- Of the last reading.
  put_aside bigint not null default 0,
  primary key (workspace_id, id),
  unique (workspace_id, url)
);
create index calendar_sources_due on calendar_sources (next_at);
create index calendar_sources_turn on calendar_sources (turn_at);

create table calendar_entries (
  workspace_id uuid not null,
  id uuid not null,
  source_id uuid not null,
  -- What it is known by again: the source's own id, else what it is about, its day and its turn in it.
  key text not null check (length(key) between 1 and 300),
  kind text not null check (kind in ('economic', 'earnings', 'other')),
  title text not null check (length(title) between 1 and 150),
  country text check (length(country) <= 40),
  currency text check (length(currency) = 3),
  symbol text check (length(symbol) between 1 and 40),
  -- Its time; where it has none, the beginning of its day in the zone of its source. `day` is the day there.
  at timestamptz not null,
  day date not null,
  timing text not null check (timing in ('exact', 'before_open', 'after_close', 'all_day', 'unknown')),
  importance text check (importance in ('low', 'medium', 'high')),
  -- Exactly as the source writes them.
  previous text check (length(previous) between 1 and 40),
  forecast text check (length(forecast) between 1 and 40),
  actual text check (length(actual) between 1 and 40),
  unit text check (length(unit) between 1 and 20),
  link text check (length(link) <= 500),
  seen_at timestamptz not null,
  changed_at timestamptz not null,
  -- When this time of it became known, and when its actual figure came; null where that was there at the first reading.
  time_known_at timestamptz not null,
  actual_at timestamptz,
  -- Cancelled, or told no more though its time had not come.
  gone_at timestamptz,
  primary key (workspace_id, id),
  unique (workspace_id, source_id, key),
  foreign key (workspace_id, source_id) references calendar_sources (workspace_id, id) on delete cascade
);
create index calendar_entries_list on calendar_entries (workspace_id, at, id);
create index calendar_entries_source on calendar_entries (workspace_id, source_id, at);

-- What a rule has had its say on: for each time of an entry once before it and once at it, and once when its figure came.
create table calendar_said (
  workspace_id uuid not null,
  rule_id uuid not null,
  entry_id uuid not null,
  occasion text not null check (occasion in ('before', 'at', 'released')),
  entry_at timestamptz not null,
  said_at timestamptz not null,
  -- Why it made no alert, where it made none.
  quiet text check (length(quiet) <= 300),
  primary key (workspace_id, entry_id, rule_id, occasion, entry_at),
  foreign key (workspace_id, rule_id) references rules (workspace_id, id) on delete cascade,
  foreign key (workspace_id, entry_id) references calendar_entries (workspace_id, id) on delete cascade
);
create index calendar_said_rule on calendar_said (workspace_id, rule_id);

-- Lines of the last reading that could not be taken, with the reason; they alert nobody.
create table calendar_put_aside (
  workspace_id uuid not null,
  source_id uuid not null,
  n integer not null,
  -- Where it stands: "Line 12".
  place text not null check (length(place) between 1 and 40),
  reason text not null check (length(reason) <= 40),
  problem text not null check (length(problem) <= 300),
  sample text not null check (length(sample) <= 300),
  primary key (workspace_id, source_id, n),
  foreign key (workspace_id, source_id) references calendar_sources (workspace_id, id) on delete cascade
);

do $$
declare t text;
begin
  foreach t in array array['calendar_sources', 'calendar_entries', 'calendar_said', 'calendar_put_aside'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format(
      'create policy tenant on %I to bellwire_app
         using (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)
         with check (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)', t);
  end loop;
end $$;
grant select, insert, update, delete
  on calendar_sources, calendar_entries, calendar_said, calendar_put_aside to bellwire_app;

-- Named cross-tenant questions: which sources are due to be asked, and of which an entry may be due.
grant select, update (next_at, turn_at) on calendar_sources to bellwire_system;
create policy engine_claims on calendar_sources to bellwire_system using (true) with check (true);

-- A rule on the calendar that is made or changed is looked at soon, and its sources are asked again.
create function wake_calendar() returns trigger language plpgsql as $$
begin
  update calendar_sources
     set turn_at = least(turn_at, new.updated_at),
         next_at = case when next_at is not null then least(next_at, new.updated_at) end
   where workspace_id = new.workspace_id and new.state = 'active' and new.deleted_at is null;
  return null;
end $$;
create trigger wake_calendar after insert or update on rules
  for each row when (new.kind = 'calendar') execute function wake_calendar();
