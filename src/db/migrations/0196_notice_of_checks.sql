-- The daily notification of open checks looks for workspaces with a sampling policy. Named cross-tenant query.
grant select (workspace_id, content) on approval_policy_versions to bellwire_system;
create policy engine_reads on approval_policy_versions for select to bellwire_system
  using (content ? 'sampling' and workspace_id <> '01900000-0000-7000-8000-0000000000de');
