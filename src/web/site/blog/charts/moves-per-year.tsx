import { movesOf, perYear, reaches } from '../subjects/moves.ts';
import { ChartFrame, Figures } from './chart-frame.tsx';
import { Key, YearColumns } from './columns.tsx';
import { SP500 } from './sources.ts';

const TONES = { most: 'fill-ink', more: 'fill-ink-3', least: 'fill-rule' } as const;

export function MovesPerYear() {
  const [three, five, seven] = [3, 5, 7].map((threshold) => perYear(movesOf(threshold)));
  const counts = (three ?? []).map(({ year, days }, index) => ({
    year,
    three: days,
    five: five?.[index]?.days ?? 0,
    seven: seven?.[index]?.days ?? 0,
  }));
  const busiest = reaches.find(({ threshold }) => threshold === 3)?.busiest;
  const empty = counts.filter((each) => each.three === 0).map(({ year }) => year);
  return (
    <ChartFrame title="Days a year that moved 3% or more" source={`${SP500} 2020 holds January to 17 April.`}>
      <Key
        entries={[
          { className: TONES.least, words: '3 to 5%' },
          { className: TONES.more, words: '5 to 7%' },
          { className: TONES.most, words: '7% or more' },
        ]}
      />
      <YearColumns
        label={`Columns for each year: most days of 3% or more in ${busiest?.year} (${busiest?.days}); none in ${empty.join(', ')}.`}
        stacks={counts.map((each) => ({
          year: each.year,
          total: each.three,
          parts: [
            { days: each.seven, className: TONES.most },
            { days: each.five - each.seven, className: TONES.more },
            { days: each.three - each.five, className: TONES.least },
          ],
        }))}
      />
      <Figures
        caption="Days a year by size of the move"
        columns={[
          { label: 'Year' },
          { label: '3% or more', figure: true },
          { label: '5% or more', figure: true },
          { label: '7% or more', figure: true },
        ]}
        rows={counts.map((each) => [each.year, each.three, each.five, each.seven])}
      />
    </ChartFrame>
  );
}
