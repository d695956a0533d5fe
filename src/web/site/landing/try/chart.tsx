import { type ComponentType, useState } from 'react';
import type { Bar, ValueUnit } from '#src/shared/market.ts';
import type { LiveChart } from './live-chart.tsx';
import type { Outcome } from './outcome.ts';
import { StillChart } from './still-chart.tsx';

type Live = ComponentType<Parameters<typeof LiveChart>[0]>;

/** Drawn at once; the chart to move about in comes when somebody points at it, for it is heavy. */
export function Chart({ bars, outcome, unit }: { bars: readonly Bar[]; outcome: Outcome; unit: ValueUnit }) {
  const [Live, setLive] = useState<Live | null>(null);
  if (Live) return <Live bars={bars} sent={outcome.sent} unit={unit} />;
  const bring = (): void => {
    // Where it does not come, the drawn one stays, and the next touch tries again.
    import('./live-chart.tsx').then(
      (module) => setLive(() => module.LiveChart),
      () => undefined,
    );
  };
  return (
    <div onPointerEnter={bring} onPointerDown={bring}>
      <StillChart bars={bars} outcome={outcome} />
    </div>
  );
}
