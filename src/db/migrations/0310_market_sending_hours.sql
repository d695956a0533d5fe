-- Sending hours can be those of the market of an alert's symbol, in place of days and hours by the clock.
alter table sending_hours
  add column market text check (market in ('regular', 'extended')),
  alter column days drop not null,
  alter column opens drop not null,
  alter column closes drop not null,
  alter column time_zone drop not null,
  add constraint sending_hours_by_clock_or_market check (
    num_nonnulls(days, opens, closes, time_zone) = case when market is null then 4 else 0 end);

-- The zone of the market whose open it waits for. Null: it waits for hours by the clock, or for nothing.
alter table fan_outs add column market_zone text;
