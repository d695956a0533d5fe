import { ArrowDown, ArrowUp } from 'lucide-react';
import { strokes } from './line.ts';
import { MARKED } from './reveals.ts';
import type { HeroView } from './view.ts';

const percent = (value: number): string => `${value.toFixed(2)}%`;

/** The arrow beside a move; which of the two shows is told by the figure's data-direction. */
export function Arrow({ size }: { size: number }) {
  const props = { size, strokeWidth: 2.25, 'aria-hidden': true } as const;
  return (
    <>
      <ArrowUp {...props} className="hidden group-data-[direction=up]/hero:block" />
      <ArrowDown {...props} className="hidden group-data-[direction=down]/hero:block" />
    </>
  );
}

/** The series with its event marked. Places are percent of the box; `data-hero` names what the script moves. */
export function HeroChart({ chart, change }: Pick<HeroView, 'chart' | 'change'>) {
  const { way, step } = strokes(chart.points, chart.points.length);
  const line = { fill: 'none', vectorEffect: 'non-scaling-stroke' } as const;
  const { previous, event, extreme } = chart;
  return (
    <div data-hero="chart">
      <p className="sr-only" data-hero="summary">
        {chart.summary}
      </p>
      <p
        className={`figure flex h-6 items-center justify-end gap-2 text-xs font-medium group-data-[direction=down]/hero:text-down group-data-[direction=up]/hero:text-up ${MARKED}`}
        data-step="caught"
        aria-hidden="true"
      >
        <span data-hero="event-text">{event.text}</span>
        <span className="inline-flex items-center gap-0.5">
          <Arrow size={12} />
          <span data-hero="event-change">{change}</span>
        </span>
      </p>
      <div className="relative mr-1.5 h-40" aria-hidden="true">
        <svg
          className="absolute inset-0 size-full overflow-visible"
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
        >
          <path d="M0 100H100" className="stroke-line" {...line} />
          <path
            d="M0 0H100"
            transform={`translate(0 ${previous.at.y.toFixed(2)})`}
            data-hero="previous-line"
            data-step="caught"
            className={`stroke-rule ${MARKED}`}
            strokeDasharray="2 4"
            {...line}
          />
          <polyline
            points={way}
            data-hero="way"
            className="stroke-ink"
            strokeWidth="1.5"
            strokeLinejoin="round"
            {...line}
          />
          <polyline
            points={step}
            data-hero="step"
            className="group-data-[direction=down]/hero:stroke-down group-data-[direction=up]/hero:stroke-up"
            strokeWidth="2"
            strokeLinecap="round"
            {...line}
          />
        </svg>
        <span
          data-hero="extreme"
          data-step="caught"
          className={`figure absolute -translate-x-1/2 text-2xs text-ink-3 group-data-[direction=down]/hero:-translate-y-full group-data-[direction=down]/hero:pb-1 group-data-[direction=up]/hero:pt-1 ${MARKED}`}
          style={{ left: percent(extreme.at.x), top: percent(extreme.at.y) }}
        >
          {extreme.text}
        </span>
        <span
          data-hero="previous"
          data-step="caught"
          className={`figure absolute left-0 text-2xs text-ink-3 group-data-[direction=down]/hero:-translate-y-full group-data-[direction=down]/hero:pb-0.5 group-data-[direction=up]/hero:pt-0.5 ${MARKED}`}
          style={{ top: percent(previous.at.y) }}
        >
          {previous.text}
        </span>
        <span
          data-hero="leader"
          data-step="caught"
          className={`absolute top-0 left-full w-px -translate-x-1/2 bg-rule ${MARKED}`}
          style={{ height: percent(event.at.y) }}
        />
        <span
          data-hero="event"
          data-step="caught"
          className={`absolute left-full size-2.5 -translate-1/2 rounded-full ring-4 ring-paper group-data-[direction=down]/hero:bg-down group-data-[direction=up]/hero:bg-up ${MARKED}`}
          style={{ top: percent(event.at.y) }}
        />
      </div>
    </div>
  );
}
