import type { Analytics, Counts, PeriodFigures, Times } from '#src/shared/analytics.ts';
import { toCsv } from '#src/shared/csv.ts';

type Cell = string | number | null;
const HEAD = ['group', 'key', 'name', 'alerts', 'sent', 'failed', 'median_seconds', 'p95_seconds'];

const seconds = (ms: number | null): number | null => (ms === null ? null : ms / 1000);
const timesOf = ({ medianMs, p95Ms }: Times): Cell[] => [seconds(medianMs), seconds(p95Ms)];
const countsOf = ({ alerts, sent, failed }: Counts): Cell[] => [alerts, sent, failed];
const periodOf = (group: string, figures: PeriodFigures): Cell[] => [
  group,
  `${figures.from}/${figures.to}`,
  '',
  ...countsOf(figures),
  ...timesOf(figures),
];

/** The figures as one table. The first column says what a row counts. */
export function analyticsCsv(figures: Analytics): string {
  const counted = (group: string, key: Cell, name: string, counts: Counts): Cell[] => [
    group,
    key,
    name,
    ...countsOf(counts),
    null,
    null,
  ];
  return toCsv([
    HEAD,
    periodOf('period', figures.period),
    periodOf('period before', figures.before),
    ...figures.days.map((row) => counted('day', row.day, '', row)),
    ...figures.hours.map((row) => counted('hour (UTC)', row.hour, '', row)),
    ...figures.channels.map((row): Cell[] => [
      'channel',
      row.channel,
      '',
      null,
      row.sent,
      row.failed,
      ...timesOf(row),
    ]),
    ...figures.brands.map((row) => counted('brand', row.id, row.name, row)),
    ...figures.rules.map((row) => counted('rule', row.id, row.name, row)),
    ...figures.symbols.map((row) => counted('symbol', row.symbol, row.name, row)),
  ]);
}
