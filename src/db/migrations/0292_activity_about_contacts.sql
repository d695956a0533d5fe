-- Which contact an entry is about, so that an erasure finds it under whatever name the person had then.
alter table activity add column subject_id uuid;
create index activity_subject on activity (workspace_id, subject_id) where subject_id is not null;
-- Why an address was suppressed may name its person.
grant update (detail) on activity to bellwire_app;
