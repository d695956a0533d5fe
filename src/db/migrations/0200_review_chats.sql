-- Bots that ask people in a chat to decide on alerts. A connection is one once a member has turned it on.
create table review_chats (
  workspace_id uuid not null,
  connection_id uuid not null,
  -- What the bot is known by at the provider, for links to it.
  bot text not null check (length(bot) <= 200),
  -- The chat that requests are posted to for everyone in it; null for none.
  place text check (length(place) <= 300),
  created_at timestamptz not null,
  primary key (workspace_id, connection_id),
  foreign key (workspace_id, connection_id) references connections (workspace_id, id) on delete cascade
);

-- Who somebody in a chat is. It was shown by a code that the person entered there; it gives no right of its own.
create table chat_identities (
  workspace_id uuid not null,
  id uuid not null,
  connection_id uuid not null,
  -- The account at the provider, and where it's written to alone.
  external_id text not null check (length(external_id) between 1 and 200),
  place text not null check (length(place) between 1 and 300),
  name text not null check (length(name) <= 200),
  user_id uuid,
  approver_id uuid,
  -- Gets requests there.
  asks boolean not null default true,
  -- The request whose reason for rejecting was asked for, by which message, and until when it's taken.
  reason_post uuid,
  reason_message text,
  reason_until timestamptz,
  linked_at timestamptz not null,
  primary key (workspace_id, id),
  check (num_nonnulls(user_id, approver_id) = 1),
  foreign key (workspace_id, connection_id) references review_chats (workspace_id, connection_id) on delete cascade,
  foreign key (workspace_id, user_id) references members (workspace_id, user_id) on delete cascade,
  foreign key (workspace_id, approver_id) references client_approvers (workspace_id, id) on delete cascade
);
create unique index chat_identities_external on chat_identities (workspace_id, connection_id, external_id);
create unique index chat_identities_person on chat_identities (workspace_id, connection_id, user_id, approver_id)
  nulls not distinct;

-- Codes that people enter in a chat to show who they are. Each works once.
create table chat_link_codes (
  workspace_id uuid not null,
  code_hash bytea not null check (length(code_hash) = 32),
  connection_id uuid not null,
  user_id uuid,
  approver_id uuid,
  expires_at timestamptz not null,
  primary key (workspace_id, code_hash),
  check (num_nonnulls(user_id, approver_id) = 1),
  foreign key (workspace_id, connection_id) references review_chats (workspace_id, connection_id) on delete cascade,
  foreign key (workspace_id, user_id) references members (workspace_id, user_id) on delete cascade,
  foreign key (workspace_id, approver_id) references client_approvers (workspace_id, id) on delete cascade
);

-- Messages that ask to decide on a revision. What waits to be posted or edited has `due_at`.
create table review_posts (
  workspace_id uuid not null,
  id uuid not null,
  connection_id uuid not null,
  alert_id uuid not null,
  revision_hash text not null,
  place text not null,
  -- Whose it is; null in a chat for everyone in it.
  identity_id uuid,
  -- The message at the provider, once it's posted, and what it says.
  message_id text,
  content jsonb,
  outcome text,
  due_at timestamptz,
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, connection_id) references review_chats (workspace_id, connection_id) on delete cascade,
  foreign key (workspace_id, alert_id) references alerts (workspace_id, id) on delete cascade,
  foreign key (workspace_id, identity_id) references chat_identities (workspace_id, id) on delete cascade
);
create unique index review_posts_once on review_posts (workspace_id, alert_id, revision_hash, connection_id, place);
create index review_posts_due on review_posts (due_at) where due_at is not null;
create index review_posts_age on review_posts (expires_at);

do $$
declare t text;
begin
  foreach t in array array['review_chats', 'chat_identities', 'chat_link_codes', 'review_posts'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format(
      'create policy tenant on %I to bellwire_app
         using (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)
         with check (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)', t);
    execute format('grant select, insert, update, delete on %I to bellwire_app', t);
  end loop;
end $$;
grant select (workspace_id, id, due_at, expires_at), delete on review_posts to bellwire_system;
create policy engine_reads_due on review_posts for select to bellwire_system
  using (due_at is not null or expires_at < now() - interval '30 days');
create policy upkeep_deletes on review_posts for delete to bellwire_system
  using (expires_at < now() - interval '30 days');

-- However an alert is decided on, its messages say so.
create function note_decided_in_chats() returns trigger language plpgsql as $$
begin
  update review_posts set due_at = now(), tries = 0
   where workspace_id = new.workspace_id and alert_id = new.id and outcome is null;
  return null;
end $$;
create trigger alerts_decided_in_chats after update of state on alerts for each row
  when (old.state = 'pending_review' and new.state <> 'pending_review')
  execute function note_decided_in_chats();
