import { DateTime } from 'luxon';
import { BAD_ROW_REASONS, type SkippedRows } from '#src/engine/market/csv/bad-row.ts';
import type { Split } from '#src/engine/market/splits/corporate-actions.ts';
import type { Outcome } from '#src/engine/evaluation/conditions/outcome.ts';
import type { BarImport } from '#src/shared/bar-import.ts';
import { alertRate } from '#src/shared/alert-rate.ts';
import { QUARANTINE_REASONS } from '#src/shared/feeds.ts';
import type { Detection } from '#src/shared/market.ts';

const UNITS = { hour: 3_600_000, day: 86_400_000, week: 7 * 86_400_000 } as const;

const WITH_OFFSET = "yyyy-MM-dd'T'HH:mm:ss.SSSZZ";
const localTime = (ts: number, timeZone: string, format: string): string =>
  DateTime.fromMillis(ts, { zone: timeZone }).toFormat(format);

/** One detection as a line of JSON, its time in the zone of the file; `outcome` is what came after, where it was asked for. */
export const jsonLine = (
  symbol: string,
  { time, detector, value, evidence }: Detection,
  outcome: Outcome | null,
  timeZone: string,
): string =>
  JSON.stringify({
    time: timeZone === 'UTC' ? new Date(time).toISOString() : localTime(time, timeZone, WITH_OFFSET),
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

export const tableRow = (
  { time, detector, value }: Detection,
  { after, high, low }: Outcome,
  timeZone: string,
): string =>
  row([
    localTime(time, timeZone, 'yyyy-MM-dd HH:mm'),
    detector,
    String(value),
    percent(after[1]),
    percent(after[5]),
    percent(after[20]),
    percent(high),
    percent(low),
  ]);

/** What --skip-bad left out, one line per reason; '' if nothing. */
export const skippedReport = (file: string, skipped: SkippedRows): string => {
  let total = 0;
  let details = '';
  for (const [reason, { count, firstLines }] of skipped) {
    total += count;
    const more = count > firstLines.length ? ', ...' : '';
    const word = count === 1 ? 'line' : 'lines';
    details += `  ${count} x ${BAD_ROW_REASONS[reason]} (${word} ${firstLines.join(', ')}${more})\n`;
  }
  return total === 0 ? '' : `${file}: skipped ${total} broken ${total === 1 ? 'row' : 'rows'}:\n${details}`;
};

/** The suspected splits whose bars were left out, as a file of --actions would have them; '' if none. */
export const splitsReport = (file: string, splits: readonly Split[], timeZone: string): string => {
  if (splits.length === 0) return '';
  const rows = splits.map(
    ({ ts, ratio }) => `  ${localTime(ts, timeZone, 'yyyy-MM-dd')},${Number(ratio.toPrecision(6))}\n`,
  );
  const [word, them] = splits.length === 1 ? ['a suspected split', 'it'] : ['suspected splits', 'them'];
  return `${file}: ${word}. Confirm ${them} with --suspected-splits confirm, or with --actions and these rows:\n${rows.join('')}`;
};

/** "12 alerts in 162.1 weeks: 0.07 a week."; per day or hour where less than a week was seen. */
export const summary = (count: number, firstTs: number | null, lastTs: number | null): string => {
  const span = firstTs === null || lastTs === null ? 0 : lastTs - firstTs;
  const alerts = `${count} ${count === 1 ? 'alert' : 'alerts'}`;
  const rate = alertRate(count, span);
  if (!rate) return `${alerts}.`;
  const long = (span / UNITS[rate.per]).toFixed(1);
  return `${alerts} in ${long} ${rate.per}s: ${((count * UNITS[rate.per]) / span).toFixed(2)} ${rate.per === 'hour' ? 'an' : 'a'} ${rate.per}.`;
};

/** "prices.csv: 502 rows read; 498 stored, 0 replaced, 1 unchanged, 3 quarantined.", then a line for each reason. */
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
  return `${file}: ${rows} ${rows === 1 ? 'row' : 'rows'} read; ${stored} stored, ${replaced} replaced, ${unchanged} unchanged, ${putAside} quarantined.\n${why.join('')}`;
};
