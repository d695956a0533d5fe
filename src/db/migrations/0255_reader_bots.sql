-- People subscribe in a chat: a brand's bot asks them, and their answer makes them contacts.

-- An address that only one account at its provider reaches names that account; null where any does.
alter table addresses add column account text check (length(account) between 1 and 200);

-- The bot that sends a brand's alerts to people. Its connection is also the brand's sender on its channel.
create table reader_bots (
  workspace_id uuid not null references workspaces on delete cascade,
  brand_id uuid not null,
  connection_id uuid not null,
  -- What the bot is known by at the provider, for links to it, and its account there.
  bot text not null check (length(bot) between 1 and 200),
  account text not null check (length(account) between 1 and 200),
  -- The list that people join who come by the brand's own link; null for none.
  audience_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, brand_id),
  foreign key (workspace_id, brand_id) references brands (workspace_id, id) on delete cascade,
  foreign key (workspace_id, connection_id) references connections (workspace_id, id) on delete cascade,
  foreign key (workspace_id, audience_id) references audiences (workspace_id, id) on delete cascade
);
create index reader_bots_connection on reader_bots (workspace_id, connection_id);

-- Links that add a chat to a known person. Each works once.
create table reader_links (
  workspace_id uuid not null references workspaces on delete cascade,
  token_hash bytea not null check (length(token_hash) = 32),
  connection_id uuid not null,
  brand_id uuid not null,
  contact_id uuid not null,
  -- Who the person is to whoever opens the link: a part of an address.
  hint text not null check (length(hint) <= 320),
  expires_at timestamptz not null,
  primary key (workspace_id, token_hash),
  foreign key (workspace_id, connection_id) references connections (workspace_id, id) on delete cascade,
  foreign key (workspace_id, brand_id) references brands (workspace_id, id) on delete cascade,
  foreign key (workspace_id, contact_id) references contacts (workspace_id, id) on delete cascade
);
create index reader_links_expired on reader_links (workspace_id, expires_at);

-- What the bot asked last in a chat, and what was answered: one row a chat, however often it's asked.
create table reader_chats (
  workspace_id uuid not null references workspaces on delete cascade,
  connection_id uuid not null,
  chat text not null check (length(chat) between 1 and 200),
  -- The same as an address of the person.
  address text not null check (length(address) between 1 and 500),
  -- The question that buttons name.
  key uuid not null,
  brand_id uuid not null,
  audience_id uuid,
  -- The person that the link was for; null for a link for everyone.
  contact_id uuid,
  -- Who that is, a part of an address; '' where the link was for everyone.
  hint text not null check (length(hint) <= 320),
  -- The link that was used up for it, so that a repeated call asks the same again.
  link_hash bytea,
  name text not null check (length(name) <= 200),
  language text,
  -- What the person agrees to, as it was shown.
  wording text not null check (length(wording) <= 2000),
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  answer text check (answer in ('yes', 'no')),
  answered_at timestamptz,
  primary key (workspace_id, connection_id, chat),
  check ((answer is null) = (answered_at is null)),
  foreign key (workspace_id, connection_id) references connections (workspace_id, id) on delete cascade,
  foreign key (workspace_id, brand_id) references brands (workspace_id, id) on delete cascade,
  foreign key (workspace_id, audience_id) references audiences (workspace_id, id) on delete cascade,
  foreign key (workspace_id, contact_id) references contacts (workspace_id, id) on delete cascade
);
create index reader_chats_asked on reader_chats (workspace_id, asked_at) where answer is distinct from 'yes';
create index reader_chats_address on reader_chats (workspace_id, address);

do $$
declare t text;
begin
  foreach t in array array['reader_bots', 'reader_links', 'reader_chats'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format(
      'create policy tenant on %I to bellwire_app
         using (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)
         with check (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)', t);
    execute format('grant select, insert, update, delete on %I to bellwire_app', t);
  end loop;
end $$;

alter table unsubscriptions drop constraint unsubscriptions_source_check;
alter table unsubscriptions add constraint unsubscriptions_source_check
  check (source in ('one_click', 'link', 'mail', 'preferences', 'settings', 'api', 'team', 'chat'));
alter table unsubscriptions drop constraint unsubscriptions_ended_source_check;
alter table unsubscriptions add constraint unsubscriptions_ended_source_check
  check (ended_source in ('preferences', 'settings', 'sign_up', 'api', 'team', 'chat'));
