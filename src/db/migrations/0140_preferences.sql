-- What a person wants of a brand beside channels and topics: symbols, language, and when.
create table preferences (
  workspace_id uuid not null references workspaces on delete cascade,
  contact_id uuid not null,
  brand_id uuid not null,
  -- Null is what the contact has.
  language text check (length(language) between 2 and 40),
  time_zone text check (length(time_zone) between 1 and 64),
  -- Minutes after midnight by the clock of the time zone. `from` after `to` is across midnight.
  quiet_from smallint check (quiet_from between 0 and 1439),
  quiet_to smallint check (quiet_to between 0 and 1439),
  cadence text not null default 'instant' check (cadence in ('instant', 'hourly', 'daily', 'market_close')),
  -- Of a daily digest, by the same clock.
  digest_hour smallint not null default 8 check (digest_hour between 0 and 23),
  -- Null is every symbol.
  instruments uuid[] check (cardinality(instruments) <= 1000),
  updated_at timestamptz not null,
  primary key (workspace_id, contact_id, brand_id),
  check (num_nonnulls(quiet_from, quiet_to) <> 1),
  check (quiet_from <> quiet_to),
  foreign key (workspace_id, contact_id) references contacts (workspace_id, id) on delete cascade,
  foreign key (workspace_id, brand_id) references brands (workspace_id, id)
);
alter table preferences enable row level security;
alter table preferences force row level security;
create policy tenant on preferences to bellwire_app
  using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
grant select, insert, update, delete on preferences to bellwire_app;

-- A held delivery with a moment waits for that; one without, for its address to be confirmed.
create index deliveries_scheduled on deliveries (next_attempt_at) where state = 'held' and next_attempt_at is not null;
create index deliveries_scheduled_of on deliveries (workspace_id, alert_id, fan_out_id, next_attempt_at)
  where state = 'held' and next_attempt_at is not null;
alter policy engine_reads on deliveries
  using ((state in ('pending', 'sending', 'retry') or (state = 'held' and next_attempt_at is not null))
    and workspace_id <> '01900000-0000-7000-8000-0000000000de');

-- Of those held, the ones with a moment.
alter table fan_out_counts add column scheduled integer not null default 0 check (scheduled >= 0);

create or replace function count_new_deliveries() returns trigger
  language plpgsql set search_path = public, pg_temp
as $$
begin
  insert into fan_out_counts as c (workspace_id, alert_id, fan_out_id, channel, pending, held, scheduled, sending, retry,
                                   sent, unknown, rejected, last_sent_at, reason)
    select workspace_id, alert_id, fan_out_id, channel,
           count(*) filter (where state = 'pending'), count(*) filter (where state = 'held'),
           count(*) filter (where state = 'held' and next_attempt_at is not null),
           count(*) filter (where state = 'sending'), count(*) filter (where state = 'retry'),
           count(*) filter (where state = 'sent'), count(*) filter (where state = 'unknown'),
           count(*) filter (where state = 'rejected'), max(sent_at) filter (where state = 'sent'), max(reason)
      from added group by workspace_id, alert_id, fan_out_id, channel
      order by workspace_id, alert_id, fan_out_id, channel
    on conflict (workspace_id, alert_id, fan_out_id, channel) do update
       set pending = c.pending + excluded.pending, held = c.held + excluded.held,
           scheduled = c.scheduled + excluded.scheduled, sending = c.sending + excluded.sending,
           retry = c.retry + excluded.retry, sent = c.sent + excluded.sent, unknown = c.unknown + excluded.unknown,
           rejected = c.rejected + excluded.rejected, last_sent_at = greatest(c.last_sent_at, excluded.last_sent_at),
           reason = coalesce(excluded.reason, c.reason);
  return null;
end
$$;

create or replace function count_moved_deliveries() returns trigger
  language plpgsql set search_path = public, pg_temp
as $$
begin
  perform from fan_out_counts c
    where (c.workspace_id, c.alert_id, c.fan_out_id, c.channel)
          in (select workspace_id, alert_id, fan_out_id, channel from new_rows)
    order by c.workspace_id, c.alert_id, c.fan_out_id, c.channel for no key update;
  update fan_out_counts c
     set pending = c.pending + m.pending, held = c.held + m.held, scheduled = c.scheduled + m.scheduled,
         sending = c.sending + m.sending, retry = c.retry + m.retry, sent = c.sent + m.sent,
         unknown = c.unknown + m.unknown, rejected = c.rejected + m.rejected,
         last_sent_at = greatest(c.last_sent_at, m.sent_at),
         -- Nothing is wrong any more where all are sent or under way.
         reason = case when c.pending + m.pending + c.held + m.held + c.retry + m.retry + c.unknown + m.unknown
                            + c.rejected + m.rejected > 0 then coalesce(m.reason, c.reason) end
    from (select workspace_id, alert_id, fan_out_id, channel,
                 coalesce(sum(step) filter (where state = 'pending'), 0)::int as pending,
                 coalesce(sum(step) filter (where state = 'held'), 0)::int as held,
                 coalesce(sum(step) filter (where state = 'held' and moment), 0)::int as scheduled,
                 coalesce(sum(step) filter (where state = 'sending'), 0)::int as sending,
                 coalesce(sum(step) filter (where state = 'retry'), 0)::int as retry,
                 coalesce(sum(step) filter (where state = 'sent'), 0)::int as sent,
                 coalesce(sum(step) filter (where state = 'unknown'), 0)::int as unknown,
                 coalesce(sum(step) filter (where state = 'rejected'), 0)::int as rejected,
                 max(sent_at) filter (where state = 'sent') as sent_at, max(reason) as reason
            from (select workspace_id, alert_id, fan_out_id, channel, state, next_attempt_at is not null as moment,
                         -1 as step, null::timestamptz as sent_at, null as reason
                    from old_rows
                  union all
                  select workspace_id, alert_id, fan_out_id, channel, state, next_attempt_at is not null, 1, sent_at, reason
                    from new_rows) steps
           group by workspace_id, alert_id, fan_out_id, channel) m
   where c.workspace_id = m.workspace_id and c.alert_id = m.alert_id and c.fan_out_id = m.fan_out_id
     and c.channel = m.channel;
  return null;
end
$$;
