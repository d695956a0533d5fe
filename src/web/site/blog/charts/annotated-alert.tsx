import { Delta } from '#src/web/ui/delta.tsx';
import { fall, fallCharts, figures } from '../subjects/apple.ts';
import { ChartFrame } from './chart-frame.tsx';
import { APPLE } from './sources.ts';

function Note({ n }: { n: number }) {
  return (
    <sup className="figure ml-1 text-2xs font-medium text-brass" aria-hidden="true">
      {n}
    </sup>
  );
}

const PARTS = [
  'the name and the direction',
  'the figure, with sign and unit',
  'the comparison, with its base',
  'the time of the bar',
  'the rule that was met',
];

export function AnnotatedAlert() {
  return (
    <ChartFrame title="One alert and its five parts" source={APPLE}>
      <div className="grid gap-x-10 gap-y-6 sm:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div className="border border-rule bg-raised">
          <div className="px-5 pt-5 pb-6">
            <p className="headline text-h3">
              Apple falls
              <Note n={1} /> {figures.size} in one day
            </p>
            <p className="mt-3 text-lg font-medium">
              <Delta value={fall.change} size={18} />
              <Note n={2} />
            </p>
            <p className="mt-3 font-sans text-base text-ink-2">
              The share closed at <span className="figure text-ink">{figures.close}</span>, {figures.size}{' '}
              below the previous close of <span className="figure text-ink">{figures.previous}</span>
              <Note n={3} /> on {figures.day}
              <Note n={4} />.
            </p>
          </div>
          <div className="px-5 pb-4">
            <p className="sr-only">{fallCharts.summary}</p>
            {/* Made by the build, from figures of ours. */}
            {/* oxlint-disable-next-line react/no-danger */}
            <div aria-hidden="true" dangerouslySetInnerHTML={{ __html: fallCharts.narrow.svg }} />
          </div>
          <p className="slug border-t border-line px-5 py-3 text-ink-3">
            Rule: moves of 5% or more, daily bars
            <Note n={5} />
          </p>
        </div>
        <ol className="chart-notes">
          {PARTS.map((part) => (
            <li key={part}>{part}</li>
          ))}
        </ol>
      </div>
    </ChartFrame>
  );
}
