-- A visitor of /rest/v1 sees of his subscription what src/server/rest/tables.ts offers: what was added to the table since
-- (who takes the payments and under what name, what is paid) is for those who may see the billing of the workspace.
revoke select on subscriptions from bellwire_authenticated;
grant select (workspace_id, id, user_id, plan_id, plan, status, trial_ends_at, created_at, updated_at)
  on subscriptions to bellwire_authenticated;
