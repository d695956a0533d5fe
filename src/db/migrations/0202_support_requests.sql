-- Messages to the team of people who are signed in wait in the same queue as conversations in Live Chat: the earliest
-- promise is answered first. Others have no place, because we don't know their plan.
alter table contact_messages
  -- The plan had priority support when the person wrote.
  add column priority boolean not null default false,
  -- When the answer is promised. It stays when the message is handled.
  add column answer_by timestamptz;

update contact_messages set answer_by = created_at + interval '1 day' where handled_at is null and user_id is not null;

create index contact_messages_queue on contact_messages (answer_by, id)
  where handled_at is null and answer_by is not null;

-- How many of those who wait are promised an answer before this one.
create function support_ahead(by_time timestamptz, own uuid) returns integer
  language sql stable security definer set search_path = public, pg_temp
as $$
  select ((select count(*) from conversations c
            where c.last_author = 'person' and c.done_at is null and (c.answer_by, c.id) < (by_time, own))
        + (select count(*) from contact_messages m
            where m.handled_at is null and m.answer_by is not null and (m.answer_by, m.id) < (by_time, own)))::int
$$;
revoke all on function support_ahead from public;

create or replace function support_place()
  returns table (place integer, waiting_since timestamptz, answer_by timestamptz, priority boolean)
  language sql stable security definer set search_path = public, pg_temp
as $$
  select support_ahead(c.answer_by, c.id) + 1, c.waiting_since, c.answer_by, c.priority
    from conversations c
   where c.workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid
     and c.user_id = nullif(current_setting('app.user_id', true), '')::uuid
     and c.last_author = 'person' and c.done_at is null and c.answer_by is not null
$$;

-- What the person in sight has written to the team from this workspace and has no answer yet, the earliest promise first.
create function support_requests(most integer)
  returns table (id uuid, kind text, subject text, place integer, created_at timestamptz, answer_by timestamptz,
    priority boolean)
  language sql stable security definer set search_path = public, pg_temp
as $$
  select m.id, m.kind, m.subject, support_ahead(m.answer_by, m.id) + 1, m.created_at, m.answer_by, m.priority
    from contact_messages m
   where m.workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid
     and m.user_id = nullif(current_setting('app.user_id', true), '')::uuid
     and m.handled_at is null and m.answer_by is not null
   order by m.answer_by, m.id limit most
$$;
revoke all on function support_requests from public;
grant execute on function support_requests to bellwire_app;

-- What waits comes in the order in which it is promised an answer, and what has no promise as if it had a day; all
-- messages, the latest first.
drop function operator_messages;
create function operator_messages(session uuid, only_open boolean, before_at timestamptz, before_id uuid, most integer)
  returns table (id uuid, kind text, name text, email text, subject text, message text, workspace_id uuid,
    mailed_at timestamptz, handled_at timestamptz, handled_by text, created_at timestamptz, priority boolean,
    answer_by timestamptz, listed_at timestamptz)
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  perform operator_needed(session);
  return query select m.id, m.kind, m.name, m.email, m.subject, m.message, m.workspace_id, m.mailed_at, m.handled_at,
      m.handled_by, m.created_at, m.priority, m.answer_by, l.at
    from contact_messages m
      -- A cursor is no finer than this.
      cross join lateral (select date_trunc('milliseconds', case when only_open
        then coalesce(m.answer_by, m.created_at + interval '1 day') else m.created_at end)) l(at)
    where case when only_open
      then m.handled_at is null and (before_at is null or (l.at, m.id) > (before_at, before_id))
      else before_at is null or (l.at, m.id) < (before_at, before_id) end
    order by case when only_open then l.at end asc, case when only_open then m.id end asc,
      l.at desc, m.id desc limit most;
end
$$;
revoke all on function operator_messages from public;
grant execute on function operator_messages to bellwire_app;
