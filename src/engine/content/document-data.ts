import { decimalText, parseDecimal } from '#src/shared/decimal.ts';
import type { DocumentData } from '#src/shared/content/document-data.ts';
import type { ExternalEvidence } from '#src/shared/external/evidence.ts';
import { oneLine } from '#src/platform/mail/plain.ts';
import type { Evidence, EvidenceBar, Timeframe } from '#src/shared/market.ts';
import { keysOf } from './custom-message.ts';
import { tickerOf } from './market-slots.ts';

/** "1.2e-7" is "0.00000012": not every program reads an exponent. */
function decimal(text: string): string | null {
  const value = parseDecimal(text.trim());
  return value && decimalText(value);
}

/** @throws RangeError for a price that is no figure */
function price(text: string): string {
  const value = decimal(text);
  if (value === null) throw new RangeError(`"${text}" is no price.`);
  return value;
}

const BAR = ['open', 'high', 'low', 'close', 'volume'] as const;
const barOf = ({ open, high, low, close, volume }: EvidenceBar): NonNullable<DocumentData['bar']> => ({
  open: price(open),
  high: price(high),
  low: price(low),
  close: price(close),
  volume: volume === null ? null : decimal(volume),
});

/** From the close before the last bar to its close, in percent: "-11.98". Null where there is no bar before. */
function moveOf(bars: readonly EvidenceBar[]): string | null {
  const [before, last] = bars.slice(-2).map(({ close }) => Number(close));
  if (before === undefined || last === undefined || before <= 0) return null;
  return decimal(((last / before - 1) * 100).toFixed(2));
}

/** Does everything in it that is a figure follow from the evidence? */
export function dataHolds({ time, bar, move, plots }: DocumentData, { bars, figures }: Evidence): boolean {
  const last = bars.at(-1);
  if (!last || time !== last.time || bar === null) return false;
  if (move !== undefined && move !== moveOf(bars)) return false;
  const right = barOf(last);
  const known = new Set(Object.values(figures).map((value) => decimal(String(value))));
  return (
    BAR.every((key) => bar[key] === right[key]) && plots.every((plot) => plot === null || known.has(plot))
  );
}

/** The facts of a market alert for programs. @throws RangeError for evidence without a bar, or a price that is none */
export function marketData(about: {
  symbol: string;
  timeframe: Timeframe;
  detector: string;
  evidence: Evidence;
  exchange?: string | null;
  currency?: string;
  /** Milliseconds since the epoch, UTC. */
  triggeredAt?: number;
}): DocumentData {
  const { detector, evidence } = about;
  const bar = evidence.bars.at(-1);
  if (!bar) throw new RangeError('There is no bar.');
  const symbol = oneLine(about.symbol);
  const { prefix, ticker } = tickerOf(symbol);
  return {
    kind: detector,
    symbol,
    ticker,
    exchange: about.exchange ?? prefix,
    currency: about.currency ?? null,
    timeframe: about.timeframe,
    time: bar.time,
    triggeredAt: about.triggeredAt === undefined ? null : new Date(about.triggeredAt).toISOString(),
    bar: barOf(bar),
    move: moveOf(evidence.bars),
    plots: keysOf(detector, evidence).map((key) => {
      const value = Object.hasOwn(evidence.figures, key) ? evidence.figures[key] : undefined;
      return value === undefined ? null : decimal(String(value));
    }),
  };
}

/** The facts of an external alert for programs: what it is on, and when it was said. */
export function externalData(about: string, { said }: ExternalEvidence): DocumentData {
  const symbol = oneLine(about);
  const { prefix, ticker } = tickerOf(symbol);
  return {
    kind: said.from,
    symbol,
    ticker,
    exchange: prefix,
    currency: null,
    timeframe: null,
    time: new Date(said.at).toISOString(),
    triggeredAt: null,
    bar: null,
    move: null,
    plots: [],
  };
}
