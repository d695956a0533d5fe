-- History that is brought in from files: by whoever operates the installation for everybody, or by a workspace under
-- symbols of its own, which nobody else sees.

-- A symbol names one instrument among those that are shared, and one among those of a workspace.
alter table instruments
  add column owned boolean not null default false,
  drop constraint instruments_symbol_key;
create unique index instruments_shared on instruments (symbol) where not owned;
alter table instruments add constraint owned_is_of_no_feed check (not owned or feed is null);

create table own_instruments (
  workspace_id uuid not null references workspaces on delete cascade,
  instrument_id uuid not null references instruments,
  symbol text not null check (symbol = upper(symbol)),
  primary key (workspace_id, instrument_id),
  unique (workspace_id, symbol)
);
create unique index own_instruments_instrument on own_instruments (instrument_id);
alter table own_instruments enable row level security;
alter table own_instruments force row level security;
create policy tenant on own_instruments to bellwire_app
  using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
grant select on own_instruments to bellwire_app;
-- Who makes instruments makes them a workspace's.
grant select, insert on own_instruments to bellwire_system;
create policy engine_reads on own_instruments for select to bellwire_system using (true);
create policy engine_makes on own_instruments for insert to bellwire_system with check (true);

-- With a workspace its instruments go, once everything else of it that names them has gone.
create function forget_own_instrument() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  delete from bars where instrument_id = old.instrument_id;
  delete from feed_quarantine where instrument_id = old.instrument_id;
  delete from joined_cursors where instrument_id = old.instrument_id;
  delete from instrument_splits where instrument_id = old.instrument_id;
  delete from instruments where id = old.instrument_id;
  return null;
end $$;
create constraint trigger forget_own_instrument after delete on own_instruments
  deferrable initially deferred for each row execute function forget_own_instrument();

-- A bar that came as history speaks to no rule. One that a feed has made as well is the feed's.
alter table bars add column imported boolean not null default false;

-- What was put aside of a file: one row for a line and a reason, however often the file is read.
alter table feed_quarantine
  add column file text check (length(file) between 1 and 200),
  add column line integer check (line > 0),
  add constraint line_of_a_file check ((file is null) = (line is null));
create unique index feed_quarantine_line on feed_quarantine (instrument_id, file, line, reason) where file is not null;
