import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import type { AlertDetail } from '#src/shared/alert-detail.ts';
import type { AskedLevel } from '#src/web/dashboard/lib/level/asked.ts';
import { ruleAt } from '#src/web/dashboard/lib/level/rule-at.ts';
import { LevelMenu } from '#src/web/dashboard/lib/level/level-menu.tsx';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { readOnlyReason } from '#src/web/lib/api/access.ts';
import { formatQuote } from '#src/web/ui/format.ts';
import { barsQuery } from './queries.ts';

const Chart = lazy(() => import('./chart.tsx'));

/**
 * The bars around the event with the event marked; nothing where there are too few to draw. A right click on a price
 * offers a rule for it.
 */
export function PriceChart({ alert }: { alert: AlertDetail }) {
  const { data } = useQuery(barsQuery(alert.id));
  const mayWrite = useMay('rules:write') === true && readOnlyReason() === null;
  const [asked, setAsked] = useState<AskedLevel | null>(null);
  if (data && data.bars.length < 2) return null;
  const close = data?.bars.at(-1)?.close;
  return (
    <section aria-labelledby="chart">
      <h2 id="chart" className="headline text-h4">
        Chart
      </h2>
      <div className="relative mt-3 h-72 border border-line bg-raised">
        <Suspense fallback={null}>
          {data ? <Chart alert={alert} bars={data.bars} onAsk={mayWrite ? setAsked : null} /> : null}
        </Suspense>
        {asked ? (
          <LevelMenu key={`${asked.x} ${asked.y}`} asked={asked} onClose={() => setAsked(null)}>
            <Link to={ruleAt(alert, asked.level)}>
              Alert me here: <span className="figure">{formatQuote(asked.level)}</span>
            </Link>
          </LevelMenu>
        ) : null}
      </div>
      {mayWrite && close !== undefined ? (
        <p className="mt-2 text-xs text-ink-2">
          <Link to={ruleAt(alert, close)} className="underline">
            Create a rule at the last close, <span className="figure">{formatQuote(close)}</span>
          </Link>
          <span className="pointer-coarse:hidden">, or right-click a price</span>
          <span className="hidden pointer-coarse:inline">, or hold a price on the chart</span>
        </p>
      ) : null}
    </section>
  );
}
