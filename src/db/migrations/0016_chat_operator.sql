-- Live chat with the team, and what whoever runs the installation may see and do.

-- One conversation for each person and workspace. It is this person's alone: not even another member sees it.
create table conversations (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  user_id uuid not null references users on delete cascade,
  last_at timestamptz not null,
  last_author text not null check (last_author in ('person', 'team')),
  -- Answers up to then have been on the person's screen.
  read_at timestamptz,
  -- While a mail to the team waits to go: what is written until then goes along with it.
  mail_at timestamptz,
  -- When an operator found that it needs no answer; the person's next message opens it again.
  done_at timestamptz,
  created_at timestamptz not null,
  primary key (workspace_id, id),
  unique (workspace_id, user_id)
);
create unique index conversations_id on conversations (id);
create index conversations_recent on conversations (last_at desc, id desc);

create table chat_messages (
  workspace_id uuid not null,
  id uuid not null,
  conversation_id uuid not null,
  -- Whose conversation it is.
  user_id uuid not null references users on delete cascade,
  -- Given by the screen it was typed on: the same message sent twice is one.
  client_id uuid not null,
  author text not null check (author in ('person', 'team')),
  author_name text not null check (length(author_name) between 1 and 200),
  text text not null check (length(text) between 1 and 4000),
  mailed_at timestamptz,
  created_at timestamptz not null,
  primary key (workspace_id, id),
  unique (workspace_id, conversation_id, author, client_id),
  foreign key (workspace_id, conversation_id) references conversations (workspace_id, id) on delete cascade
);
create index chat_messages_list on chat_messages (workspace_id, conversation_id, created_at desc, id desc);

do $$
declare t text;
begin
  foreach t in array array['conversations', 'chat_messages'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format(
      'create policy own_conversation on %I to bellwire_app
         using (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid
            and user_id = nullif(current_setting(''app.user_id'', true), '''')::uuid)
         with check (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid
            and user_id = nullif(current_setting(''app.user_id'', true), '''')::uuid)', t);
  end loop;
end $$;
grant select, insert, update on conversations to bellwire_app;
grant select, insert, update (mailed_at) on chat_messages to bellwire_app;

alter table contact_messages
  add column handled_at timestamptz,
  add column handled_by text check (length(handled_by) <= 320);
create index contact_messages_open on contact_messages (created_at desc, id desc) where handled_at is null;

-- Who runs the installation. No serving role may read or write these two: the owner grants on the command line, and
-- what follows asks.
create table operators (
  user_id uuid primary key references users on delete cascade,
  granted_at timestamptz not null
);
create table operator_trail (
  id uuid primary key,
  -- Kept when the operator is none any more, and so is the name: no reference. Null is the command line.
  operator_id uuid,
  operator_name text not null check (length(operator_name) <= 320),
  action text not null check (action ~ '^[a-z_]{1,40}[.][a-z_]{1,40}$'),
  subject text not null check (length(subject) <= 320),
  detail jsonb not null,
  at timestamptz not null
);
create index operator_trail_list on operator_trail (at desc, id desc);

-- The operator of a living session, or no row. A person with a second factor must have shown it.
create function operator_of(session uuid)
  returns table (user_id uuid, email text, first_name text, second_factor boolean)
  language sql stable security definer set search_path = public, pg_temp
as $$
  select u.id, u.email, u.user_metadata ->> 'first_name', f.has
    from sessions s
    join operators o on o.user_id = s.user_id
    join users u on u.id = s.user_id
    cross join lateral (select exists (
      select from auth_factors a where a.user_id = u.id and a.status = 'verified') as has) f
   where s.id = session and (s.aal = 'aal2' or not f.has)
     and (u.banned_until is null or u.banned_until <= now())
$$;

-- Every function below asks this first: none of them trusts the program to have asked, and a session whose operator has
-- just been revoked gets nothing more.
create function operator_needed(session uuid) returns uuid
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
declare found_id uuid;
begin
  select o.user_id into found_id from operator_of(session) o;
  if found_id is null then
    raise exception 'operator_needed: the session is no operator''s' using errcode = '42501';
  end if;
  return found_id;
end
$$;

create function operator_counts(session uuid)
  returns table (messages integer, conversations integer, leads integer)
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  perform operator_needed(session);
  return query select
    (select count(*)::int from contact_messages m where m.handled_at is null),
    (select count(*)::int from conversations c where c.last_author = 'person' and c.done_at is null),
    (select count(*)::int from leads l where l.created_at > now() - interval '7 days');
end
$$;

create function operator_leads(session uuid, before_at timestamptz, before_id uuid, most integer)
  returns setof leads
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  perform operator_needed(session);
  -- Their times are the server's own and finer than a cursor is.
  return query select l.* from leads l
    where before_at is null or (date_trunc('milliseconds', l.created_at), l.id) < (before_at, before_id)
    order by date_trunc('milliseconds', l.created_at) desc, l.id desc limit most;
end
$$;

create function operator_messages(session uuid, only_open boolean, before_at timestamptz, before_id uuid, most integer)
  returns table (id uuid, kind text, name text, email text, subject text, message text, workspace_id uuid,
    mailed_at timestamptz, handled_at timestamptz, handled_by text, created_at timestamptz)
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  perform operator_needed(session);
  return query select m.id, m.kind, m.name, m.email, m.subject, m.message, m.workspace_id, m.mailed_at, m.handled_at,
      m.handled_by, m.created_at
    from contact_messages m
    where (not only_open or m.handled_at is null)
      and (before_at is null or (m.created_at, m.id) < (before_at, before_id))
    order by m.created_at desc, m.id desc limit most;
end
$$;

-- Answers the message's subject when that changed something, and no row when it was so already or there is none.
create function operator_handle_message(session uuid, message_id uuid, handled boolean, moment timestamptz)
  returns table (subject text)
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform operator_needed(session);
  return query update contact_messages m
      set handled_at = case when handled then moment end,
          handled_by = case when handled then (select o.email from operator_of(session) o) end
    where m.id = message_id and (m.handled_at is not null) <> handled
    returning m.subject;
end
$$;

create function operator_conversations(session uuid, only_waiting boolean, before_at timestamptz, before_id uuid,
  most integer)
  returns table (id uuid, workspace_id uuid, user_id uuid, email text, first_name text, last_name text,
    workspace_name text, last_at timestamptz, last_author text, waiting boolean, excerpt text)
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  perform operator_needed(session);
  return query select c.id, c.workspace_id, c.user_id, u.email, u.user_metadata ->> 'first_name',
      u.user_metadata ->> 'last_name', w.name, c.last_at, c.last_author,
      c.last_author = 'person' and c.done_at is null,
      (select left(m.text, 160) from chat_messages m
        where m.workspace_id = c.workspace_id and m.conversation_id = c.id
        order by m.created_at desc, m.id desc limit 1)
    from conversations c join users u on u.id = c.user_id join workspaces w on w.id = c.workspace_id
    where (not only_waiting or (c.last_author = 'person' and c.done_at is null))
      and (before_at is null or (c.last_at, c.id) < (before_at, before_id))
    order by c.last_at desc, c.id desc limit most;
end
$$;

-- Whose a conversation is: with that the program steps into this one conversation, for one transaction.
create function operator_conversation(session uuid, conversation_id uuid)
  returns table (id uuid, workspace_id uuid, user_id uuid, email text, first_name text, last_name text,
    workspace_name text, waiting boolean)
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  perform operator_needed(session);
  return query select c.id, c.workspace_id, c.user_id, u.email, u.user_metadata ->> 'first_name',
      u.user_metadata ->> 'last_name', w.name, c.last_author = 'person' and c.done_at is null
    from conversations c join users u on u.id = c.user_id join workspaces w on w.id = c.workspace_id
    where c.id = conversation_id;
end
$$;

-- Accounts by a part of their address, newest first; a person in two workspaces has two rows.
create function operator_accounts(session uuid, words text, most integer)
  returns table (user_id uuid, email text, first_name text, last_name text, confirmed boolean, second_factor boolean,
    created_at timestamptz, last_sign_in_at timestamptz, workspace_id uuid, workspace_name text, role text,
    plan_id text, plan text, status text, trial_ends_at timestamptz, members integer)
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  perform operator_needed(session);
  return query select u.id, u.email, u.user_metadata ->> 'first_name', u.user_metadata ->> 'last_name',
      u.email_confirmed_at is not null,
      exists (select from auth_factors a where a.user_id = u.id and a.status = 'verified'),
      u.created_at, u.last_sign_in_at, w.id, w.name, m.role, s.plan_id, s.plan, s.status, s.trial_ends_at,
      (select count(*)::int from members other where other.workspace_id = w.id)
    from users u
    left join members m on m.user_id = u.id
    left join workspaces w on w.id = m.workspace_id
    left join subscriptions s on s.workspace_id = w.id
    where words = '' or strpos(u.email, lower(words)) > 0
    order by u.created_at desc, u.id, m.created_at limit most;
end
$$;

-- Whether there is such a workspace to step into.
create function operator_workspace(session uuid, workspace uuid) returns boolean
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  perform operator_needed(session);
  return exists (select from workspaces w where w.id = workspace);
end
$$;

-- What an operator did, in the transaction in which he does it. The name is looked up here: nobody writes under another's.
create function operator_record(session uuid, entry uuid, action text, subject text, detail jsonb, moment timestamptz)
  returns void
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform operator_needed(session);
  insert into operator_trail (id, operator_id, operator_name, action, subject, detail, at)
    select entry, o.user_id, o.email, operator_record.action, left(operator_record.subject, 320),
      operator_record.detail, moment
    from operator_of(session) o;
end
$$;

create function operator_trail_page(session uuid, before_at timestamptz, before_id uuid, most integer)
  returns table (id uuid, operator_name text, action text, subject text, detail jsonb, at timestamptz)
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  perform operator_needed(session);
  return query select t.id, t.operator_name, t.action, t.subject, t.detail, t.at from operator_trail t
    where before_at is null or (t.at, t.id) < (before_at, before_id)
    order by t.at desc, t.id desc limit most;
end
$$;

do $$
declare f text;
begin
  foreach f in array array['operator_of', 'operator_needed', 'operator_counts', 'operator_leads', 'operator_messages',
    'operator_handle_message', 'operator_conversations', 'operator_conversation', 'operator_accounts',
    'operator_workspace', 'operator_record', 'operator_trail_page'] loop
    execute format('revoke all on function %I from public', f);
    execute format('grant execute on function %I to bellwire_app', f);
  end loop;
end $$;
-- The dead letters are the queues', which the system role works.
grant execute on function operator_record to bellwire_system;

-- The functions run as whoever owns them; forced row security would hide every row from him.
do $$
declare t text;
begin
  foreach t in array array['workspaces', 'members', 'subscriptions', 'conversations', 'chat_messages',
    'contact_messages'] loop
    execute format('create policy owner_operates on %I for select to %I using (true)', t, current_user);
  end loop;
  execute format('create policy owner_handles on contact_messages for update to %I using (true)', current_user);
end $$;
