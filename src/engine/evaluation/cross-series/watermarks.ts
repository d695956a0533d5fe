import { sql } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';
import type { Timeframe } from '#src/shared/market.ts';
import { CALENDARS } from '#src/engine/market/sessions/calendars.ts';
import { endsOf } from '#src/engine/market/bars/ends.ts';
import type { Joinable } from './instruments.ts';

export type Series = { instrumentId: string; timeframe: Timeframe };
export const seriesKey = ({ instrumentId, timeframe }: Series): string => `${instrumentId} ${timeframe}`;

type State = {
  series: Series;
  session: Joinable['session'];
  /** When its newest stored bar began, and until when its feed has dealt with everything (ms, UTC). */
  newest: number;
  closedUntil: number;
  /** When the first bar ends that is not stored; worked out when somebody asks. */
  nextEnd: number | null;
};

const NEVER = Number.NEGATIVE_INFINITY;
const timeOf = (ms: number): string => (ms === NEVER ? '-infinity' : new Date(ms).toISOString());

/** How far the bars of series are stored: asked once for all that look at them, however many these are. */
export const pulseOf = (system: Database) => {
  const states = new Map<string, State>();
  return {
    watch: (series: Series, session: Joinable['session']): void => {
      const key = seriesKey(series);
      if (states.has(key)) return;
      states.set(key, { series, session, newest: NEVER, closedUntil: NEVER, nextEnd: null });
    },
    forget: (key: string): void => void states.delete(key),
    /** Asks what is new. @returns the keys of the series of which more is known than before */
    look: async (): Promise<string[]> => {
      const asked = [...states.entries()];
      if (asked.length === 0) return [];
      const column = (value: (state: State) => string) => sql.param(asked.map(([, state]) => value(state)));
      const { rows } = await system.execute<{ at: number; newest: number | null; closed: number | null }>(sql`
        select s.at::int as at, (extract(epoch from b.ts) * 1000)::float8 as newest,
               floor(extract(epoch from c.closed_until) * 1000)::float8 as closed
          from unnest(${column(({ series }) => series.instrumentId)}::uuid[],
                      ${column(({ series }) => series.timeframe)}::text[],
                      ${column(({ newest }) => timeOf(newest))}::timestamptz[],
                      ${column(({ closedUntil }) => timeOf(closedUntil))}::timestamptz[])
               with ordinality as s(instrument_id, timeframe, newest, closed_until, at)
          left join lateral (
            select ts from bars
             where instrument_id = s.instrument_id and timeframe = s.timeframe and ts > s.newest
             order by ts desc limit 1) b on true
          left join feed_cursors c on c.instrument_id = s.instrument_id
         where b.ts is not null
            or date_trunc('milliseconds', c.closed_until) is distinct from nullif(s.closed_until, '-infinity')`);
      return rows.flatMap(({ at, newest, closed }) => {
        const [key, state] = asked[at - 1] ?? [];
        if (key === undefined || !state) return [];
        if (newest !== null) {
          state.newest = newest;
          state.nextEnd = null;
        }
        state.closedUntil = closed ?? NEVER;
        return [key];
      });
    },
    /** When the newest bar began that is known to be stored (ms, UTC); null of a series that nobody looks at. */
    newestOf: (series: Series): number | null => states.get(seriesKey(series))?.newest ?? null,
    /**
     * Whether all bars of a series that end by a moment are stored: its feed has dealt with that time, or its newest
     * bar is such that the next, by its calendar, ends later.
     */
    isKnown: (series: Series, moment: number): boolean => {
      const state = states.get(seriesKey(series));
      if (!state) return false;
      if (moment <= state.closedUntil) return true;
      if (state.newest === NEVER) return false;
      if (state.nextEnd === null) {
        const { endOf, nextEnd } = endsOf(CALENDARS[state.session], state.series.timeframe);
        state.nextEnd = nextEnd(endOf(state.newest));
      }
      return moment < state.nextEnd;
    },
  };
};
export type Watermarks = ReturnType<typeof pulseOf>;
