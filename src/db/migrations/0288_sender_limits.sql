-- What the operator has set that queries ask for. Written by the owner at each start.
create table installation_settings (
  name text primary key,
  value text not null
);
grant select on installation_settings to bellwire_app;

-- Since when the records of an aligned domain aren't found any more.
alter table sending_domains add column lost_at timestamptz;
alter table sending_domains add check (lost_at is null or aligned_at is not null);

-- Domains are asked for again each day: which ones, and nothing else of them.
grant select (workspace_id, id, checked_at) on sending_domains to bellwire_system;
create policy engine_reads_due on sending_domains for select to bellwire_system using (true);
create index sending_domains_checked on sending_domains (checked_at nulls first);

-- SPF was found with any record at all: each domain is looked at again at once, and those that fail now have a day to
-- put it right.
alter table sending_domains no force row level security;
update sending_domains set checked_at = null;
alter table sending_domains force row level security;
