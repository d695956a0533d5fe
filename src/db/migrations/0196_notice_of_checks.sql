-- Once a day those who may check are told of alerts that wait for a check: in workspaces that have a policy with a share to
-- check. The program's cross-tenant question.
grant select (workspace_id, content) on approval_policy_versions to bellwire_system;
create policy engine_reads on approval_policy_versions for select to bellwire_system
  using (content ? 'sampling' and workspace_id <> '01900000-0000-7000-8000-0000000000de');
