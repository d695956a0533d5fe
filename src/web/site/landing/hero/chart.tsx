import { ArrowDown, ArrowUp } from 'lucide-react';
import type { CSSProperties } from 'react';
import type { ProductChart, ProductCharts } from '../../market/product-chart.ts';

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

/** All of it: more than the part of the width that the bars take. */
const WHOLE: CSSProperties & Record<'--closed', string> = { '--closed': '9' };

/**
 * The chart of the alert, as the product draws it; `data-hero` names what the script moves. What hasn't closed yet is
 * behind a veil of the page's color, which is scaled and not moved: nothing is laid out anew.
 */
export function HeroChart({ summary, wide, narrow }: ProductCharts) {
  return (
    <div data-hero="chart" style={WHOLE}>
      <p className="sr-only" data-hero="summary">
        {summary}
      </p>
      <Drawing name="wide" chart={wide} className="hidden sm:block" />
      <Drawing name="narrow" chart={narrow} className="sm:hidden" />
    </div>
  );
}

function Drawing({ name, chart, className }: { name: string; chart: ProductChart; className: string }) {
  const style: CSSProperties & Record<'--plot', number> = { '--plot': chart.plot };
  return (
    <div
      data-hero={name}
      aria-hidden="true"
      style={style}
      className={`relative after:pointer-events-none after:absolute after:inset-0 after:origin-right after:scale-x-[max(0,calc(1-var(--closed)*var(--plot)))] after:bg-paper ${className}`}
      // Made by the build, from figures of ours.
      // oxlint-disable-next-line react/no-danger
      dangerouslySetInnerHTML={{ __html: chart.svg }}
    />
  );
}
