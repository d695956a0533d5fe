import type { AlertItem } from '#src/shared/alert-list.ts';
import type { InstrumentDetail } from '#src/shared/instrument-detail.ts';
import { type Timeframe, TIMEFRAMES } from '#src/shared/market.ts';
import { detectorFace } from '#src/web/dashboard/lib/detectors.ts';
import { formatQuote, formatValue } from '#src/web/ui/format.ts';
import { barAt } from './bands.ts';

/** Something that happened at a bar, by its place. `text` is on the chart, `title` in its legend. */
export type ChartMark = { bar: number; kind: 'rise' | 'fall' | 'action'; text: string; title: string };

/** With more events, their figures would cover each other. */
const WITH_FIGURES_MAX = 30;

const named = ({ kind, ratio }: InstrumentDetail['actions'][number]): string =>
  kind === 'dividend' ? 'Dividend' : `Split ${formatQuote(ratio).replace(/\.00$/, '')} for 1`;

/**
 * Events and corporate actions of an instrument at the bars of its chart, in order. Events of longer bars than the
 * chart's have no one bar there, and those without bars none at all.
 * @param times starts of the bars, ms, UTC, in order
 */
export function marksOf(
  alerts: readonly AlertItem[],
  actions: InstrumentDetail['actions'],
  { times, timeframe }: { times: readonly number[]; timeframe: Timeframe },
): ChartMark[] {
  const size = (each: Timeframe): number => TIMEFRAMES.indexOf(each);
  const events = alerts.flatMap((alert): ChartMark[] => {
    if (alert.timeframe === null || size(alert.timeframe) > size(timeframe)) return [];
    const bar = barAt(times, Date.parse(alert.eventTime));
    if (bar < 0) return [];
    const text = alert.value === null ? '' : formatValue(alert.value, detectorFace(alert.detector).unit);
    return [{ bar, kind: (alert.value ?? 0) < 0 ? 'fall' : 'rise', text, title: alert.title }];
  });
  const marks = actions.flatMap((action): ChartMark[] => {
    // On that day or the first one traded after it.
    const from = Date.parse(`${action.date}T00:00:00Z`);
    const bar = barAt(times, from - 1) + 1;
    const isThere = bar < times.length && (times[0] ?? Number.POSITIVE_INFINITY) <= from;
    return isThere ? [{ bar, kind: 'action', text: named(action), title: named(action) }] : [];
  });
  const shown = events.length > WITH_FIGURES_MAX ? events.map((event) => ({ ...event, text: '' })) : events;
  return [...shown, ...marks].toSorted((a, b) => a.bar - b.bar);
}
