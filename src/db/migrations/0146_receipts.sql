-- What providers say of messages after they took them: delivered, read, bounced, failed.
alter table deliveries
  add column delivered_at timestamptz,
  add column read_at timestamptz;

-- What a receipt is matched by. Written with the outcome of a send, for channels whose providers report.
create table sent_messages (
  workspace_id uuid not null references workspaces on delete cascade,
  channel text not null check (length(channel) between 1 and 40),
  message_id text not null check (length(message_id) between 1 and 500),
  alert_id uuid not null,
  delivery_id uuid not null,
  event_month date not null,
  sent_at timestamptz not null,
  primary key (workspace_id, channel, message_id),
  foreign key (workspace_id, alert_id) references alerts (workspace_id, id) on delete cascade
);
create index sent_messages_age on sent_messages (sent_at);

-- One thing that a provider said, kept once by its own id. It may come before the outcome of the send is written: then it
-- waits here for it.
create table receipts (
  workspace_id uuid not null references workspaces on delete cascade,
  connection_id uuid not null,
  id text not null check (length(id) between 1 and 500),
  channel text not null check (length(channel) between 1 and 40),
  message_id text not null check (length(message_id) between 1 and 500),
  kind text not null check (kind in ('delivered', 'read', 'bounced', 'failed')),
  detail text not null check (length(detail) <= 500),
  at timestamptz not null,
  received_at timestamptz not null,
  applied_at timestamptz,
  primary key (workspace_id, connection_id, id),
  foreign key (workspace_id, connection_id) references connections (workspace_id, id) on delete cascade
);
create index receipts_waiting on receipts (workspace_id, channel, message_id) where applied_at is null;
create index receipts_age on receipts (received_at);

-- How a provider calls us, and what was wrong with its last call.
alter table connections
  add column called_at timestamptz,
  add column call_problem text check (length(call_problem) <= 500);

do $$
declare t text;
begin
  foreach t in array array['sent_messages', 'receipts'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format(
      'create policy tenant on %I to bellwire_app
         using (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)
         with check (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)', t);
  end loop;
end $$;
grant select, insert on sent_messages to bellwire_app;
grant select, insert, update on receipts to bellwire_app;

-- No provider reports on a message that is a month old.
grant select (workspace_id, channel, message_id, sent_at), delete on sent_messages to bellwire_system;
create policy upkeep_reads on sent_messages for select to bellwire_system using (sent_at < now() - interval '30 days');
create policy upkeep_deletes on sent_messages for delete to bellwire_system using (sent_at < now() - interval '30 days');
grant select (workspace_id, connection_id, id, received_at), delete on receipts to bellwire_system;
create policy upkeep_reads on receipts for select to bellwire_system using (received_at < now() - interval '30 days');
create policy upkeep_deletes on receipts for delete to bellwire_system using (received_at < now() - interval '30 days');
