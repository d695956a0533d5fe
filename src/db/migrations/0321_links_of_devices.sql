-- The button of a notification works as long as its browser shows notifications and may approve.
alter table approval_links no force row level security;
delete from approval_links where way = 'notification';
alter table approval_links force row level security;
alter table approval_links
  add column device_id uuid,
  add check ((way = 'notification') = (device_id is not null)),
  add foreign key (workspace_id, device_id) references member_devices (workspace_id, id) on delete cascade;
create index approval_links_device on approval_links (workspace_id, device_id) where device_id is not null;
