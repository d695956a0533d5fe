-- When members who may decide on alerts are away, and who decides in their place. Periods that are over stay as history.
create table deputy_periods (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  -- Who is away.
  user_id uuid not null references users on delete cascade,
  -- Null once that person's account is deleted.
  deputy_id uuid references users on delete set null,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  -- The time zone in which both were entered.
  time_zone text not null check (length(time_zone) between 1 and 64),
  -- Where it ended early: when, and whether because one of the two may no longer decide.
  ended_at timestamptz,
  ended_because text check (ended_because in ('ended', 'member')),
  -- Who entered it, by the name of then.
  made_by text not null check (length(made_by) between 1 and 320),
  created_at timestamptz not null,
  primary key (workspace_id, id),
  check (user_id <> deputy_id),
  check ((ended_at is null) = (ended_because is null))
);
create index deputy_periods_away on deputy_periods (workspace_id, user_id, ends_at desc);
create index deputy_periods_deputy on deputy_periods (workspace_id, deputy_id, ends_at desc);

alter table deputy_periods enable row level security;
alter table deputy_periods force row level security;
create policy tenant on deputy_periods to bellwire_app
  using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
grant select, insert, update on deputy_periods to bellwire_app;

-- However a member leaves, or gets a role that doesn't decide: what they agreed on ends.
create function end_deputy_periods() returns trigger language plpgsql as $$
begin
  update deputy_periods set ended_at = now(), ended_because = 'member'
   where workspace_id = old.workspace_id and ended_at is null and ends_at > now()
     and old.user_id in (user_id, deputy_id);
  return null;
end $$;
create trigger members_left_end_deputies after delete on members for each row
  execute function end_deputy_periods();
create trigger members_demoted_end_deputies after update of role on members for each row
  when (new.role not in ('owner', 'admin', 'approver'))
  execute function end_deputy_periods();
