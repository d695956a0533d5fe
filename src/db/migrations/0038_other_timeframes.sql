-- Rules look at other timeframes too, of other symbols and of their own: where no instrument stands, it is the rule's own,
-- which of a watchlist is each of its symbols. `source` is what the sources of a rule are told apart and listed by: an
-- instrument's id alone, as before; with @ and a timeframe; or these alone.
alter table rule_others drop constraint rule_others_pkey;
alter table rule_others
  alter column instrument_id drop not null,
  add column timeframe text check (timeframe in ('1m', '5m', '15m', '1h', '4h', '1d', '1w')),
  add column source text collate "C" not null
    generated always as (coalesce(instrument_id::text, '') || coalesce('@' || timeframe, '')) stored,
  add check (instrument_id is not null or timeframe is not null),
  add primary key (workspace_id, rule_id, source);

-- Ten of an id, a timeframe and a comma.
alter table joined_cursors drop constraint joined_cursors_others_check;
alter table joined_cursors add constraint joined_cursors_others_check check (length(others) between 3 and 410);
