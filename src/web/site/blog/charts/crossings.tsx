import { formatDay, formatLevel } from '../../market-record.ts';
import {
  BAND_PCT,
  banded,
  confirmed,
  type Crossing,
  LEVEL,
  plain,
  spring,
  upper,
} from '../subjects/pacing.ts';
import { ChartFrame, Figures } from './chart-frame.tsx';
import { at, Dot, Label, Plot } from './plot.tsx';
import { SP500 } from './sources.ts';

const closes = spring.map(({ close }) => close);
const high = Math.max(...closes);
const low = Math.min(...closes);
const place = new Map(spring.map(({ date }, index) => [date, (index / (spring.length - 1)) * 100]));
const x = (date: string) => place.get(date) ?? 0;
const y = (level: number) => 5 + ((high - level) / (high - low)) * 90;
const names = { below: 'below', above: 'above' };
const says = (some: readonly Crossing[], date: string) => {
  const found = some.find(({ session }) => session.date === date);
  return found ? (found.below ? names.below : names.above) : '–';
};

export function Crossings() {
  const dates = [...new Set([...plain, ...banded, ...confirmed].map(({ session }) => session.date))].sort();
  return (
    <ChartFrame
      title={`${plain.length} times across ${LEVEL.toLocaleString('en-US')}`}
      source={`${SP500} Filled marks: a close that changed sides to below; hollow marks: to above.`}
    >
      <Plot
        label={`S&P 500 from ${formatDay(spring[0]?.date ?? '')} to ${formatDay(spring.at(-1)?.date ?? '')}, between ${formatLevel(high)} and ${formatLevel(low)}; it crosses ${LEVEL} ${plain.length} times. With a band to ${upper} there are ${banded.length} messages, with two closes in a row ${confirmed.length}.`}
        height="h-64 sm:h-80"
        shapes={
          <>
            <rect x="0" width="100" y={at(y(upper))} height={at(y(LEVEL) - y(upper))} className="fill-sunk" />
            <path d={`M0 ${at(y(LEVEL))}H100`} className="stroke-edge" vectorEffect="non-scaling-stroke" />
            <polyline
              points={spring.map(({ date, close }) => `${at(x(date))},${at(y(close))}`).join(' ')}
              className="stroke-ink"
              strokeWidth="1.5"
              strokeLinejoin="round"
              vectorEffect="non-scaling-stroke"
            />
          </>
        }
      >
        {plain.map(({ session, below }) => (
          <Dot
            key={session.date}
            x={x(session.date)}
            y={y(session.close)}
            className={
              below ? 'bg-ink ring-2 ring-paper' : 'border-[1.5px] border-ink bg-paper ring-2 ring-paper'
            }
          />
        ))}
        <Label x={0} y={y(LEVEL)} shift="translate-y-1.5" className="text-ink-2">
          {LEVEL.toLocaleString('en-US')}
        </Label>
        <Label x={0} y={y(upper)} shift="-translate-y-[calc(100%+6px)]">
          band to {upper.toLocaleString('en-US')}
        </Label>
      </Plot>
      <div className="figure mt-2 flex justify-between text-2xs text-ink-3" aria-hidden="true">
        <span>{formatDay(spring[0]?.date ?? '')}</span>
        <span>{formatDay(spring.at(-1)?.date ?? '')}</span>
      </div>
      <dl className="chart-sums">
        {[
          ['Each change of sides', plain.length],
          [`With a band of ${BAND_PCT}%`, banded.length],
          ['After two closes', confirmed.length],
        ].map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="figure">{count}</dd>
          </div>
        ))}
      </dl>
      <Figures
        caption="What each way says, by day"
        columns={[
          { label: 'Day' },
          { label: 'Close', figure: true },
          { label: 'Each change' },
          { label: 'With a band' },
          { label: 'After two closes' },
        ]}
        rows={dates.map((date) => [
          formatDay(date),
          formatLevel(spring.find((session) => session.date === date)?.close ?? 0),
          says(plain, date),
          says(banded, date),
          says(confirmed, date),
        ])}
      />
    </ChartFrame>
  );
}
