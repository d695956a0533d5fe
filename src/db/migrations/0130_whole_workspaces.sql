-- A workspace is deleted in one statement. What hangs on a brand or an audience as well must go in its first step, or the
-- reference to the brand holds the deletion up.
alter table unsubscriptions add foreign key (workspace_id) references workspaces on delete cascade;
alter table consents add foreign key (workspace_id) references workspaces on delete cascade;
alter table route_targets add foreign key (workspace_id) references workspaces on delete cascade;
