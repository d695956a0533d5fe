-- A sending domain that is new sends few messages a day, and more each day. What it sent before this has shown whose it is.
alter table sending_domains
  add column warm_up_began_at timestamptz,
  add column warm_up_ended_at timestamptz,
  -- Who ended it early, and why; null where its last day was over.
  add column warm_up_ended_by text check (length(warm_up_ended_by) <= 200),
  add column warm_up_end_reason text check (length(warm_up_end_reason) <= 300);
alter table sending_domains no force row level security;
update sending_domains set warm_up_ended_at = aligned_at where aligned_at is not null;
alter table sending_domains force row level security;

-- What a domain may send on a day (UTC) and has taken, for all processes together.
create table warm_up_days (
  workspace_id uuid not null,
  domain_id uuid not null,
  day date not null,
  step smallint not null check (step >= 1),
  most integer not null check (most >= 1),
  taken integer not null default 0 check (taken between 0 and most),
  -- Why the step isn't the next one: bounces or complaints were too many.
  slowed text check (slowed in ('kept', 'back')),
  primary key (workspace_id, domain_id, day),
  foreign key (workspace_id, domain_id) references sending_domains (workspace_id, id) on delete cascade
);
alter table warm_up_days enable row level security;
alter table warm_up_days force row level security;
create policy tenant on warm_up_days to bellwire_app
  using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
grant select, insert, update, delete on warm_up_days to bellwire_app;

-- Until then, nothing goes out for the brand over the channel: the day's number of its domain is used up.
alter table senders add column held_until timestamptz;
grant select (held_until) on senders to bellwire_system;
alter policy delivery_reads on senders using (connection_id is not null or held_until is not null);
