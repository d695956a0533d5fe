-- The demo shows the same event in two brands. It is made anew at the next start.
alter table workspaces no force row level security;
delete from workspaces where id = '01900000-0000-7000-8000-0000000000de';
alter table workspaces force row level security;
