import { formatPercent } from '#src/web/ui/format.ts';
import { formatDay } from '../../market-record.ts';
import { lanes, RULE_PCT, spring } from '../subjects/pacing.ts';
import { ChartFrame, Figures } from './chart-frame.tsx';
import { at, Dot, Label, Plot } from './plot.tsx';
import { SP500 } from './sources.ts';

const MOST = 13;
const step = 100 / spring.length;
const x = (index: number) => (index + 0.5) * step;
const y = (change: number) => 50 - (change / MOST) * 50;
const place = new Map(spring.map(({ date }, index) => [date, x(index)]));
const monthStarts = spring.flatMap(({ date }, index) => {
  const month = date.slice(0, 7);
  return index === 0 || spring[index - 1]?.date.slice(0, 7) !== month ? [{ date, x: index * step }] : [];
});

function Bars() {
  return (
    <>
      {[RULE_PCT, -RULE_PCT].map((level) => (
        <path
          key={level}
          d={`M0 ${at(y(level))}H100`}
          className="stroke-rule"
          strokeDasharray="2 4"
          vectorEffect="non-scaling-stroke"
        />
      ))}
      {spring.map(({ date, change }, index) => (
        <rect
          key={date}
          className={Math.abs(change) < RULE_PCT ? 'fill-rule' : change > 0 ? 'fill-up' : 'fill-down'}
          x={at(index * step + step * 0.18)}
          width={at(step * 0.64)}
          y={at(Math.min(50, y(change)))}
          height={at(Math.abs(y(change) - 50))}
        />
      ))}
      <path d="M0 50H100" className="stroke-rule" vectorEffect="non-scaling-stroke" />
    </>
  );
}

export function PacingLanes() {
  const largest = spring.reduce((a, b) => (b.change < a.change ? b : a));
  return (
    <ChartFrame
      title="The same eight weeks under four pacings"
      source={`${SP500} Bars: change against the previous close. Dots: alerts that would have gone out.`}
    >
      <Plot
        label={`Daily changes from ${formatDay(spring[0]?.date ?? '')} to ${formatDay(spring.at(-1)?.date ?? '')}; the largest is ${formatPercent(largest.change)} on ${formatDay(largest.date)}.`}
        height="h-52 sm:h-64"
        shapes={<Bars />}
      >
        <Label x={0} y={y(RULE_PCT)} shift="-translate-y-[calc(100%+3px)]">
          +{RULE_PCT}%
        </Label>
        <Label x={100} y={y(-RULE_PCT)} shift="-translate-x-full translate-y-[3px]">
          −{RULE_PCT}%
        </Label>
        <Label
          x={(place.get(largest.date) ?? 0) + step}
          y={y(largest.change)}
          shift="-translate-y-full"
          className="text-down"
        >
          ↓ {formatPercent(largest.change)}
        </Label>
      </Plot>
      <div className="figure relative mt-2 h-4 text-2xs text-ink-3" aria-hidden="true">
        {monthStarts.map(({ date, x: left }, index) => (
          <span
            key={date}
            className={`absolute border-l border-line pl-1.5 ${index === 1 ? 'max-sm:hidden' : ''}`}
            style={{ left: `${at(left)}%` }}
          >
            {formatDay(date).replace(/ \d+$/, '')}
          </span>
        ))}
      </div>
      <ul className="mt-5">
        {lanes.map(({ name, note, alerts }) => (
          <li key={name} className="border-t border-line py-3">
            <p className="flex items-baseline justify-between gap-4 font-sans text-sm">
              <span>
                <span className="font-medium">{name}</span>
                <span className="text-ink-3 max-sm:hidden">, {note}</span>
              </span>
              <span className="figure whitespace-nowrap">
                {alerts.length} <span className="text-ink-3">{alerts.length === 1 ? 'alert' : 'alerts'}</span>
              </span>
            </p>
            <div className="relative mt-2 h-3" aria-hidden="true">
              <span className="absolute inset-x-0 top-1/2 border-t border-dotted border-rule" />
              {alerts.map(({ date }) => (
                <Dot key={date} x={place.get(date) ?? 0} y={50} className="bg-ink max-sm:size-1.5" />
              ))}
            </div>
          </li>
        ))}
      </ul>
      <Figures
        caption="Days with an alert, by pacing"
        columns={[
          { label: 'Day' },
          { label: 'Change', figure: true },
          ...lanes.map(({ name }) => ({ label: name })),
        ]}
        rows={lanes[0].alerts.map((session) => [
          formatDay(session.date),
          formatPercent(session.change),
          ...lanes.map(({ alerts }) => (alerts.some(({ date }) => date === session.date) ? 'alert' : '–')),
        ])}
      />
    </ChartFrame>
  );
}
