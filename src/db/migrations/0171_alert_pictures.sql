-- Pictures of an alert, drawn once per revision when first requested, or why drawing failed.

create table alert_pictures (
  workspace_id uuid not null references workspaces on delete cascade,
  revision_id uuid not null,
  language text not null check (length(language) between 2 and 35),
  format text not null check (format in ('chart', 'social', 'wide', 'square', 'story')),
  theme text not null check (theme in ('light', 'dark')),
  media_hash text,
  problem text check (length(problem) between 1 and 300),
  drawn_at timestamptz not null,
  primary key (workspace_id, revision_id, language, format, theme),
  foreign key (workspace_id, revision_id) references revisions (workspace_id, id) on delete cascade,
  foreign key (workspace_id, media_hash) references media (workspace_id, hash),
  check (num_nonnulls(media_hash, problem) = 1)
);

alter table alert_pictures enable row level security;
alter table alert_pictures force row level security;
create policy tenant on alert_pictures to bellwire_app
  using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
grant select, insert on alert_pictures to bellwire_app;
-- One that failed is drawn again.
grant update (media_hash, problem, drawn_at) on alert_pictures to bellwire_app;
