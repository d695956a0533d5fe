import { formatDay, sessions } from '../../market-record.ts';
import { big, facts, silences } from '../subjects/moves.ts';
import { ChartFrame } from './chart-frame.tsx';
import { at, Label, Plot } from './plot.tsx';
import { SP500 } from './sources.ts';

const place = new Map(sessions.map(({ date }, index) => [date, (index / (sessions.length - 1)) * 100]));
const x = (date: string) => place.get(date) ?? 0;
const MOST = 13;
const MIDDLE = 50;
const y = (change: number) => MIDDLE - (change / MOST) * MIDDLE;
const path = (some: typeof big) =>
  some.map(({ date, change }) => `M${at(x(date))} ${MIDDLE}V${at(y(change))}`).join('');

export function Clusters() {
  const ticks = [2000, 2004, 2008, 2012, 2016, 2020].map((year) => ({
    year,
    x: x(sessions.find(({ date }) => date.startsWith(String(year)))?.date ?? ''),
  }));
  return (
    <ChartFrame
      title="Every day of 3% or more, where it fell"
      source={`${SP500} Strokes up are rises, strokes down are falls, as long as the move.`}
    >
      <Plot
        label={`${facts['days3']} strokes on a line of twenty years, crowded into 2000 to 2002, 2008 to 2011 and spring 2020, with two long gaps: ${silences.map(({ from, to, sessions: count }) => `${count} sessions from ${formatDay(from.date)} to ${formatDay(to.date)}`).join(' and ')}.`}
        height="h-48 sm:h-56"
        shapes={
          <>
            {silences.map(({ from, to }) => (
              <rect
                key={from.date}
                className="fill-sunk"
                x={at(x(from.date))}
                width={at(x(to.date) - x(from.date))}
                y="0"
                height="100"
              />
            ))}
            <path d={`M0 ${MIDDLE}H100`} className="stroke-rule" vectorEffect="non-scaling-stroke" />
            <path
              d={path(big.filter(({ change }) => change > 0))}
              className="stroke-up"
              vectorEffect="non-scaling-stroke"
            />
            <path
              d={path(big.filter(({ change }) => change < 0))}
              className="stroke-down"
              vectorEffect="non-scaling-stroke"
            />
          </>
        }
      >
        {silences.map(({ from, to, sessions: count }) => (
          <Label
            key={from.date}
            x={(x(from.date) + x(to.date)) / 2}
            y={MIDDLE}
            shift="-translate-x-1/2 translate-y-2"
            className="text-center text-ink-2"
          >
            {count}
            <span className="max-sm:hidden"> sessions</span>
          </Label>
        ))}
      </Plot>
      <div className="figure relative mt-2 h-4 text-2xs text-ink-3" aria-hidden="true">
        {ticks.map(({ year, x: left }) => (
          <span
            key={year}
            className={`absolute ${year === 2000 || year === 2020 ? '' : '-translate-x-1/2'}`}
            style={year === 2020 ? { right: 0 } : { left: `${at(left)}%` }}
          >
            {year}
          </span>
        ))}
      </div>
    </ChartFrame>
  );
}
