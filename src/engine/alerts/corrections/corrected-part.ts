import type { CorrectedBar } from '#src/shared/bar-corrections.ts';
import type { Bar, Evidence, EvidenceBar } from '#src/shared/market.ts';

/** Bars of one series in evidence. */
export type Part = Pick<Evidence, 'bars' | 'past'>;
type Change = Pick<CorrectedBar, 'time' | 'field' | 'said' | 'right'>;
export type Corrected = Part & { changes: Change[] };

export type Stored = {
  /** Right before the first bar of the part, oldest first. */
  before: readonly Bar[];
  /** Those of the part's own bars that are stored, by when they begin (ms, UTC). */
  at: ReadonlyMap<number, Bar>;
  /** They are those that were seen: as many as then, from the same one on. */
  isSameRun: boolean;
  /** A split takes effect within them. */
  hasSplit: boolean;
};

const FIELDS = ['open', 'high', 'low', 'close', 'volume'] as const;

/** Adjusting for splits rounds to twelve digits, and sources write trailing zeros. */
const isSame = (one: string | null, other: number | null): boolean => {
  if (one === null || one === '' || other === null) return (one === null || one === '') && other === null;
  const figure = Number(one);
  return Math.abs(figure - other) <= 1e-9 * Math.max(Math.abs(figure), Math.abs(other));
};

/**
 * A part of evidence with the figures that its stored bars have now. `keepsLast`: its last bar was open, and stays as it
 * stood. Figures that are the same keep the text of their source.
 */
export function correctedPart(
  { bars, past }: Part,
  stored: Stored,
  { keepsLast }: { keepsLast: boolean },
): Corrected {
  const changes: Change[] = [];
  const own = bars.map((bar, index): EvidenceBar => {
    const now = stored.at.get(Date.parse(bar.time));
    return now && !(keepsLast && index === bars.length - 1) ? corrected(bar, now, changes) : bar;
  });
  const columns = past && correctedPast(past, stored, changes);
  return { bars: own, ...(columns && { past: columns }), changes };
}

function corrected(bar: EvidenceBar, now: Bar, changes: Change[]): EvidenceBar {
  const right = { ...bar };
  for (const field of FIELDS) {
    if (isSame(bar[field], now[field])) continue;
    const text = now.text[field];
    changes.push({ time: bar.time, field, said: bar[field], right: text });
    if (field === 'volume') right.volume = text;
    else if (text !== null) right[field] = text;
  }
  return right;
}

/** So many bars that differ without a split aren't corrections: the stored history isn't the one that was seen. */
const MOST_SHARE = 0.5;
const LEAST_COUNTED = 4;

/**
 * Columns end with the bar before the first; the stored bars are counted back from there, if as many are stored as then: one
 * that was missing and is there now moves all before it.
 */
function correctedPast(
  past: NonNullable<Evidence['past']>,
  { before, isSameRun, hasSplit }: Stored,
  changes: Change[],
): Evidence['past'] {
  const length = Math.max(0, ...Object.values(past).map((column) => column?.length ?? 0));
  const barAt = (fromEnd: number): Bar | undefined => before[before.length - fromEnd];
  const { time: times = [] } = past;
  if (times.length === 0 && !isSameRun) return past;
  if (times.some((time, index) => barAt(times.length - index)?.ts !== Date.parse(time))) return past;
  const found: Change[] = [];
  const right: NonNullable<Evidence['past']> = { ...past };
  for (const field of FIELDS) {
    const column = past[field];
    if (!column) continue;
    right[field] = column.map((said, index) => {
      const bar = barAt(column.length - index);
      if (!bar || isSame(said, bar[field])) return said;
      const text = bar.text[field];
      found.push({
        time: new Date(bar.ts).toISOString(),
        field,
        said: said === '' ? null : said,
        right: text,
      });
      return text ?? '';
    });
  }
  const differ = new Set(found.map(({ time }) => time)).size;
  if (!hasSplit && length >= LEAST_COUNTED && differ > MOST_SHARE * length) return past;
  changes.push(...found);
  return right;
}
