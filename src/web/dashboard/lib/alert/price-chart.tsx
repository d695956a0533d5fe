import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { AlertDetail } from '#src/shared/alert-detail.ts';
import { barsQuery } from './queries.ts';

const Chart = lazy(() => import('./chart.tsx'));

/** The bars around the event with the event marked; nothing where there are too few to draw. */
export function PriceChart({ alert }: { alert: AlertDetail }) {
  const { data } = useQuery(barsQuery(alert.id));
  if (data && data.bars.length < 2) return null;
  return (
    <section aria-labelledby="chart">
      <h2 id="chart" className="headline text-h4">
        Chart
      </h2>
      <div className="mt-3 h-72 border border-line bg-raised">
        <Suspense fallback={null}>{data ? <Chart alert={alert} bars={data.bars} /> : null}</Suspense>
      </div>
    </section>
  );
}
