import { sql } from 'drizzle-orm';
import type { SuspectedSplit } from '#src/shared/feeds.ts';
import type { InstrumentDetail } from '#src/shared/instrument-detail.ts';
import type { OwnSplit } from '#src/shared/own-symbols.ts';
import { instruments } from '../schema.ts';

/** Of each instrument that is selected: its splits, dividends left out, in order of time, each on its day in the zone of its market. */
export const splitsOfInstrument = sql<OwnSplit[]>`coalesce((
  select json_agg(json_build_object(
      'date', to_char(s.at at time zone ${instruments.timeZone}, 'YYYY-MM-DD'), 'ratio', s.ratio) order by s.at)
    from instrument_splits s where s.instrument_id = ${instruments.id} and s.volume_ratio is null), '[]')`;

/** The same with dividends, which leave volumes as they are. */
export const actionsOfInstrument = sql<InstrumentDetail['actions']>`coalesce((
  select json_agg(json_build_object('kind', case when s.volume_ratio is null then 'split' else 'dividend' end,
      'date', to_char(s.at at time zone ${instruments.timeZone}, 'YYYY-MM-DD'), 'ratio', s.ratio) order by s.at)
    from instrument_splits s where s.instrument_id = ${instruments.id}), '[]')`;

/** Of each instrument that is selected: the jumps that look like splits and that nobody has settled, in order of time. */
export const suspectedOfInstrument = sql<SuspectedSplit[]>`coalesce((
  select json_agg(json_build_object('id', p.id, 'symbol', ${instruments.symbol},
      'date', to_char(p.at at time zone ${instruments.timeZone}, 'YYYY-MM-DD'), 'ratio', p.ratio) order by p.at, p.id)
    from suspected_splits p where p.instrument_id = ${instruments.id} and p.state = 'suspected'), '[]')`;
