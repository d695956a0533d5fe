-- Two that move deliveries of the same fan-outs take the counters in the same order: none waits for the other in a circle.
create or replace function count_moved_deliveries() returns trigger
  language plpgsql set search_path = public, pg_temp
as $$
begin
  perform from fan_out_counts c
    where (c.workspace_id, c.alert_id, c.fan_out_id, c.channel)
          in (select workspace_id, alert_id, fan_out_id, channel from new_rows)
    order by c.workspace_id, c.alert_id, c.fan_out_id, c.channel for no key update;
  update fan_out_counts c
     set pending = c.pending + m.pending, held = c.held + m.held, sending = c.sending + m.sending,
         retry = c.retry + m.retry, sent = c.sent + m.sent, unknown = c.unknown + m.unknown,
         rejected = c.rejected + m.rejected, last_sent_at = greatest(c.last_sent_at, m.sent_at),
         -- Nothing is wrong any more where all are sent or under way.
         reason = case when c.pending + m.pending + c.held + m.held + c.retry + m.retry + c.unknown + m.unknown
                            + c.rejected + m.rejected > 0 then coalesce(m.reason, c.reason) end
    from (select workspace_id, alert_id, fan_out_id, channel,
                 coalesce(sum(step) filter (where state = 'pending'), 0)::int as pending,
                 coalesce(sum(step) filter (where state = 'held'), 0)::int as held,
                 coalesce(sum(step) filter (where state = 'sending'), 0)::int as sending,
                 coalesce(sum(step) filter (where state = 'retry'), 0)::int as retry,
                 coalesce(sum(step) filter (where state = 'sent'), 0)::int as sent,
                 coalesce(sum(step) filter (where state = 'unknown'), 0)::int as unknown,
                 coalesce(sum(step) filter (where state = 'rejected'), 0)::int as rejected,
                 max(sent_at) filter (where state = 'sent') as sent_at, max(reason) as reason
            from (select workspace_id, alert_id, fan_out_id, channel, state, -1 as step, null::timestamptz as sent_at, null as reason
                    from old_rows
                  union all
                  select workspace_id, alert_id, fan_out_id, channel, state, 1, sent_at, reason from new_rows) steps
           group by workspace_id, alert_id, fan_out_id, channel) m
   where c.workspace_id = m.workspace_id and c.alert_id = m.alert_id and c.fan_out_id = m.fan_out_id
     and c.channel = m.channel;
  return null;
end
$$;
