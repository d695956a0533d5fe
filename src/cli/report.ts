import type { Outcome } from '#src/engine/conditions/outcome.ts';
import type { BarImport } from '#src/shared/bar-import.ts';
import { QUARANTINE_REASONS } from '#src/shared/feeds.ts';
import type { Finding } from '#src/shared/market.ts';

const WEEK = 7 * 86_400_000;

/** One finding as a line of JSON; `outcome` is what came after, where it was asked for. */
export const jsonLine = (
  symbol: string,
  { time, detector, value, evidence }: Finding,
  outcome: Outcome | null,
): string =>
  JSON.stringify({
    time: new Date(time).toISOString(),
    symbol,
    detector,
    value,
    evidence,
    ...(outcome && { outcome }),
  });

const percent = (value: number | null): string =>
  value === null ? '-' : `${value > 0 ? '+' : ''}${value.toFixed(2)}%`;

const COLUMNS = ['time', 'what', 'value', 'after 1', 'after 5', 'after 20', 'high 20', 'low 20'] as const;
const WIDTHS = [20, 16, 14, 10, 10, 10, 10, 10] as const;

const row = (cells: readonly string[]): string =>
  cells
    .map((cell, at) => (at < 2 ? cell.padEnd(WIDTHS[at] ?? 0) : cell.padStart(WIDTHS[at] ?? 0)))
    .join('')
    .trimEnd();

export const tableHeader = row(COLUMNS);

export const tableRow = ({ time, detector, value }: Finding, { after, high, low }: Outcome): string =>
  row([
    new Date(time).toISOString().slice(0, 16).replace('T', ' '),
    detector,
    String(value),
    percent(after[1]),
    percent(after[5]),
    percent(after[20]),
    percent(high),
    percent(low),
  ]);

/** "12 alerts in 162.1 weeks: 0.07 a week." */
export const summary = (count: number, firstTs: number | null, lastTs: number | null): string => {
  const weeks = firstTs === null || lastTs === null ? 0 : (lastTs - firstTs) / WEEK;
  const alerts = `${count} ${count === 1 ? 'alert' : 'alerts'}`;
  return weeks > 0
    ? `${alerts} in ${weeks.toFixed(1)} weeks: ${(count / weeks).toFixed(2)} a week.`
    : `${alerts}.`;
};

/** "prices.csv: 502 rows read; 498 stored, 0 replaced, 1 unchanged, 3 put aside.", then a line for each reason. */
export const importReport = ({
  file,
  rows,
  stored,
  replaced,
  unchanged,
  putAside,
  reasons,
}: BarImport): string => {
  const why = reasons.map(({ reason, count, lines }) => {
    const more = count > lines.length ? ', ...' : '';
    const word = count === 1 ? 'line' : 'lines';
    return `  ${QUARANTINE_REASONS[reason]}: ${count} (${word} ${lines.join(', ')}${more})\n`;
  });
  return `${file}: ${rows} ${rows === 1 ? 'row' : 'rows'} read; ${stored} stored, ${replaced} replaced, ${unchanged} unchanged, ${putAside} put aside.\n${why.join('')}`;
};
