-- When a workspace of their own was started for a person, with its trial: at sign-up, or when somebody who was invited
-- asked for one. It stays when they leave that workspace, so that nobody gets a second trial.
alter table users add column workspace_started_at timestamptz;
-- Until now every account began with one.
update users set workspace_started_at = created_at;
