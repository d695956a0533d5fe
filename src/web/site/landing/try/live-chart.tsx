import { useEffect, useRef } from 'react';
import type { Bar, ValueUnit } from '#src/shared/market.ts';
import type { Sent } from './outcome.ts';
import { createPriceChart, type PriceChart } from './price-chart.ts';

/** The chart to move about in. The alerts are also in the list beside it. */
export function LiveChart({
  bars,
  sent,
  unit,
}: {
  bars: readonly Bar[];
  sent: readonly Sent[];
  unit: ValueUnit;
}) {
  const host = useRef<HTMLDivElement>(null);
  const chart = useRef<PriceChart>(null);
  useEffect(() => {
    if (!host.current) return;
    const made = createPriceChart(host.current);
    chart.current = made;
    return () => {
      chart.current = null;
      made.remove();
    };
  }, []);
  useEffect(() => chart.current?.bars(bars), [bars]);
  useEffect(() => chart.current?.marks(sent, unit), [sent, unit]);
  return <div ref={host} className="relative h-72" data-try="chart" />;
}
