import { sql } from 'drizzle-orm';
import { TIMEFRAMES } from '#src/shared/market.ts';
import { KEPT_TIMEFRAMES } from '#src/shared/timeframes.ts';
import type { OwnSymbol } from '#src/shared/own-symbols.ts';
import { instruments } from '../schema.ts';

/**
 * Of each instrument that is selected: where its first bar of each size begins, and its last. Two looks at an index for
 * each size: counting the bars of a minute would read them all.
 */
export const historyOfInstrument = sql<OwnSymbol['history']>`coalesce((
  select json_agg(json_build_object('timeframe', t,
      'from', to_char(first at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'to', to_char(last at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by n)
    from unnest(${sql.param([...TIMEFRAMES])}::text[]) with ordinality as known (t, n)
    cross join lateral (select min(ts) as first, max(ts) as last from bars b
      where b.instrument_id = ${instruments.id} and b.timeframe = t) as reach
   where first is not null and (${instruments.feed} is null or t = any(${sql.param([...KEPT_TIMEFRAMES])}::text[]))), '[]')`;
