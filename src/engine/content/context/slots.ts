import type { Language } from '#src/shared/content/answer.ts';
import type { Context, ContextFact } from '#src/shared/content/context.ts';
import { type AlertDocument, textsOf } from '#src/shared/content/document.ts';
import { inMarks } from '#src/shared/content/marks.ts';
import { isSlot } from '#src/shared/content/text.ts';
import type { ChosenFormats } from '#src/shared/formats.ts';
import { formatFigure, formatSize, formatThreshold } from '#src/shared/figures.ts';
import type { Timeframe } from '#src/shared/market.ts';
import { timeWords } from '../languages/time-words.ts';
import type { SlotReader, SlotSource } from '../slot-reader.ts';
import { dateOf, inFormat } from '../when.ts';

/** What slots of a context begin with: the facts that are kept with the revision. */
export const CONTEXT = 'context.';

/** The slots that sentences about a context name. */
export const CONTEXT_SLOTS: Readonly<Record<string, SlotSource>> = {
  history_from: ['date', `${CONTEXT}from`, 'day'],
  history_bars: ['figure', `${CONTEXT}bars`, 'whole'],
  weeks: ['figure', `${CONTEXT}weeks`, 'whole'],
  since: ['date', `${CONTEXT}largest_since.since`, 'day'],
  row: ['figure', `${CONTEXT}streak.length`, 'whole'],
  distance: ['figure', `${CONTEXT}year_distance.distance_pct`, 'size'],
  year_close: ['figure', `${CONTEXT}year_distance.close`, 'price'],
  year_day: ['date', `${CONTEXT}year_distance.time`, 'day'],
  least: ['figure', `${CONTEXT}followed.min_pct`, 'param'],
  cases: ['figure', `${CONTEXT}followed.count`, 'whole'],
  later: ['figure', `${CONTEXT}followed.later`, 'whole'],
  horizon: ['figure', `${CONTEXT}followed.horizon`, 'whole'],
};

/** Does a document state something of a context? Words of an author or a model stand in its place. */
export const statesContext = (document: AlertDocument): boolean =>
  textsOf(document).some(({ text }) => text.some((node) => isSlot(node) && node.of.startsWith(CONTEXT)));

const WEEKS = 52;

type Bars = { timeframe: Timeframe; timeZone: string; formats?: ChosenFormats | undefined };

/**
 * Reads the slots of a context as a language, and a brand's formats, write them. `places`: how many decimals the alert's
 * prices have. `timeframe`, `timeZone`: of the event's bars, by which they are dated.
 */
export function contextSlots(
  context: Context,
  places: number,
  language: Language,
  { timeframe, timeZone, formats }: Bars,
): SlotReader {
  const time = timeWords(language, formats);
  const marked = (figure: string): string => inMarks(figure, language, formats);
  const whole = (count: number): string => marked(count.toLocaleString('en-US'));
  const day = (iso: string): string => inFormat(dateOf(iso, timeframe, timeZone), time.short, time);
  const fact = <K extends ContextFact['fact']>(kind: K) =>
    context.facts.find((each): each is Extract<ContextFact, { fact: K }> => each.fact === kind);
  const since = fact('largest_since')?.since ?? null;
  const row = fact('streak');
  const place = fact('year_distance');
  const cases = fact('followed');
  const known: Readonly<Record<string, string | null>> = {
    'from as day': day(context.from),
    'bars as whole': whole(context.bars),
    'weeks as whole': whole(WEEKS),
    'largest_since.since as day': since === null ? null : day(since),
    'streak.length as whole': row ? whole(row.length) : null,
    'year_distance.distance_pct as size': place ? marked(formatSize(place.distance_pct)) : null,
    'year_distance.close as price': place ? marked(formatFigure('close', place.close, places)) : null,
    'year_distance.time as day': place ? day(place.time) : null,
    'followed.min_pct as param': cases ? marked(formatThreshold(cases.min_pct)) : null,
    'followed.count as whole': cases ? whole(cases.count) : null,
    'followed.later as whole': cases ? whole(cases.later) : null,
    'followed.horizon as whole': cases ? whole(cases.horizon) : null,
  };
  return ({ of, as }) => {
    const key = `${of.slice(CONTEXT.length)} as ${as}`;
    return of.startsWith(CONTEXT) && Object.hasOwn(known, key) ? (known[key] ?? null) : null;
  };
}
