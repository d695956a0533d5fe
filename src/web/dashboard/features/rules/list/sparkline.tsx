const BAR = 3;
const HEIGHT = 20;
/** A day with one event is seen beside a day with a thousand. */
const LEAST = 2;

/** The lines of the days that have events, as the path of an SVG; the tallest day is as high as the picture. */
export function barsPath(daily: readonly number[]): string {
  const most = Math.max(1, ...daily);
  return daily
    .flatMap((events, day) => {
      if (events === 0) return [];
      const height = Math.max(LEAST, Math.round((events / most) * (HEIGHT - 1)));
      return [`M${day * BAR + 1} ${HEIGHT - 1}v-${height}`];
    })
    .join('');
}

/** Events by day, oldest first. The number beside it says the same. */
export function Sparkline({ daily }: { daily: readonly number[] }) {
  const width = daily.length * BAR - 1;
  return (
    <svg
      aria-hidden="true"
      width={width}
      height={HEIGHT}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      className="shrink-0"
      fill="none"
      shapeRendering="crispEdges"
    >
      <path d={`M0 ${HEIGHT - 0.5}h${width}`} className="stroke-rule" />
      <path d={barsPath(daily)} strokeWidth={2} className="stroke-ink-2" />
    </svg>
  );
}
