-- What keeps the way of an alert clear: alerts that nobody works on any more are found and moved on.

grant select on alerts to bellwire_system;
create policy engine_reads on alerts for select to bellwire_system
  using (state in ('drafted', 'approved', 'sending'));
create index alerts_unfinished on alerts (state, updated_at) where state in ('drafted', 'approved', 'sending');

-- Recent alerts are read newest first, without those that wait for a person.
drop index alerts_recent;
create index alerts_recent on alerts (workspace_id, created_at desc, id desc)
  where state not in ('drafted', 'pending_review', 'rejected', 'expired');

-- What all processes on this database must agree on, such as the fingerprint of the encryption key.
create table installation (
  name text primary key,
  value text not null
);
