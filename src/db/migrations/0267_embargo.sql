-- So many minutes after an alert is dispatched, a route's targets get it. Null: at once.
alter table routes add column release_minutes integer check (release_minutes between 1 and 10080);
-- Nothing of a fan-out goes before then, whoever asks. Null: there is no embargo.
alter table fan_outs add column embargo_until timestamptz;
