-- A person gets one delivery of an alert per channel, but on each of their devices. `device_id` is the address that is one,
-- and nil everywhere else, so that one key holds for both.
alter table deliveries add column device_id uuid not null default '00000000-0000-0000-0000-000000000000';
drop index deliveries_of_contact;
create unique index deliveries_of_contact
  on deliveries (workspace_id, contact_id, alert_id, channel, purpose, send_no, device_id, event_month);
