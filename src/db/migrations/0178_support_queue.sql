-- When the team promised to answer a conversation, so that those who wait have a place in a queue: the earliest promise is
-- answered first.
alter table conversations
  -- The plan had priority support when the person wrote.
  add column priority boolean not null default false,
  -- Since when the person waits, and when the answer is promised. An answer of the team clears both.
  add column waiting_since timestamptz,
  add column answer_by timestamptz,
  add constraint conversations_promise check ((waiting_since is null) = (answer_by is null));

alter table conversations no force row level security;
update conversations set waiting_since = last_at, answer_by = last_at + interval '1 day' where last_author = 'person';
alter table conversations force row level security;

create index conversations_queue on conversations (answer_by, id) where last_author = 'person' and done_at is null;

-- The place of the conversation in sight among all that wait: no row while it waits for nothing. It reveals a number and
-- no other's conversation.
create function support_place()
  returns table (place integer, waiting_since timestamptz, answer_by timestamptz, priority boolean)
  language sql stable security definer set search_path = public, pg_temp
as $$
  select (select count(*)::int + 1 from conversations o
           where o.last_author = 'person' and o.done_at is null
             and (o.answer_by, o.id) < (c.answer_by, c.id)),
         c.waiting_since, c.answer_by, c.priority
    from conversations c
   where c.workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid
     and c.user_id = nullif(current_setting('app.user_id', true), '')::uuid
     and c.last_author = 'person' and c.done_at is null and c.answer_by is not null
$$;
revoke all on function support_place from public;
grant execute on function support_place to bellwire_app;

-- Those who wait come in the order in which they are promised an answer; all of them, the latest first.
drop function operator_conversations;
create function operator_conversations(session uuid, only_waiting boolean, before_at timestamptz, before_id uuid,
  most integer)
  returns table (id uuid, workspace_id uuid, user_id uuid, email text, first_name text, last_name text,
    workspace_name text, last_at timestamptz, last_author text, waiting boolean, excerpt text, priority boolean,
    answer_by timestamptz)
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  perform operator_needed(session);
  return query select c.id, c.workspace_id, c.user_id, u.email, u.user_metadata ->> 'first_name',
      u.user_metadata ->> 'last_name', w.name, c.last_at, c.last_author,
      c.last_author = 'person' and c.done_at is null,
      (select left(m.text, 160) from chat_messages m
        where m.workspace_id = c.workspace_id and m.conversation_id = c.id
        order by m.created_at desc, m.id desc limit 1),
      c.priority, c.answer_by
    from conversations c join users u on u.id = c.user_id join workspaces w on w.id = c.workspace_id
    where case when only_waiting
      then c.last_author = 'person' and c.done_at is null
        and (before_at is null or (c.answer_by, c.id) > (before_at, before_id))
      else before_at is null or (c.last_at, c.id) < (before_at, before_id) end
    order by case when only_waiting then c.answer_by end asc, case when only_waiting then c.id end asc,
      c.last_at desc, c.id desc limit most;
end
$$;
revoke all on function operator_conversations from public;
grant execute on function operator_conversations to bellwire_app;

drop function operator_conversation;
create function operator_conversation(session uuid, conversation_id uuid)
  returns table (id uuid, workspace_id uuid, user_id uuid, email text, first_name text, last_name text,
    workspace_name text, waiting boolean, priority boolean, answer_by timestamptz)
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  perform operator_needed(session);
  return query select c.id, c.workspace_id, c.user_id, u.email, u.user_metadata ->> 'first_name',
      u.user_metadata ->> 'last_name', w.name, c.last_author = 'person' and c.done_at is null, c.priority, c.answer_by
    from conversations c join users u on u.id = c.user_id join workspaces w on w.id = c.workspace_id
    where c.id = conversation_id;
end
$$;
revoke all on function operator_conversation from public;
grant execute on function operator_conversation to bellwire_app;
