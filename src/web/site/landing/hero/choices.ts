import { recordedById } from '../../market/recorded.ts';
import { productCharts } from '../../market/product-chart.ts';
import { catchEvent } from './event.ts';
import type { HeroRule, HeroSeries } from './series.ts';

type Choice = { id: string; label: string; when: string; of: string; until: string; rule: HeroRule };

/** Sessions a series has: about six weeks. */
const SESSIONS = 30;

/** What the visitor may choose, the one shown first on top; one line each. */
const CHOICES: readonly Choice[] = [
  {
    id: 'sp500-march-2020',
    label: 'S&P 500',
    when: 'Mar 2020',
    of: 'sp500',
    until: '2020-03-16',
    rule: { detector: 'big_move', min_pct: 10 },
  },
  {
    id: 'sp500-october-2008',
    label: 'S&P 500',
    when: 'Oct 2008',
    of: 'sp500',
    until: '2008-10-13',
    rule: { detector: 'big_move', min_pct: 10 },
  },
  {
    id: 'apple-april-2014',
    label: 'Apple',
    when: 'Apr 2014',
    of: 'apple',
    until: '2014-04-24',
    rule: { detector: 'gap', min_pct: 5 },
  },
];

function cut({ id, of, until, rule }: Choice): HeroSeries {
  const { name, symbol, note, rows } = recordedById(of);
  const end = rows.findIndex((row) => row.startsWith(until));
  if (end < SESSIONS - 1) throw new Error(`${of} has no ${SESSIONS} sessions up to ${until}.`);
  return { id, name, symbol, note, rule, rows: rows.slice(end - SESSIONS + 1, end + 1) };
}

/** The choices with their series and charts, made at build. */
export const choices = CHOICES.map((choice) => {
  const series = cut(choice);
  const { detector } = choice.rule;
  return { ...choice, series, charts: productCharts({ ...series, detector, ...catchEvent(series) }) };
});
