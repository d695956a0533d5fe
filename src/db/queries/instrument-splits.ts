import { sql } from 'drizzle-orm';
import type { OwnSplit } from '#src/shared/own-symbols.ts';
import { instruments } from '../schema.ts';

/** Of each instrument that is selected: its splits in order of time, each on its day in the zone of its market. */
export const splitsOfInstrument = sql<OwnSplit[]>`coalesce((
  select json_agg(json_build_object(
      'date', to_char(s.at at time zone ${instruments.timeZone}, 'YYYY-MM-DD'), 'ratio', s.ratio) order by s.at)
    from instrument_splits s where s.instrument_id = ${instruments.id}), '[]')`;
