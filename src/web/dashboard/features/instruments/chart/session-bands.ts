import type { IChartApi, IPrimitivePaneRenderer, ISeriesPrimitive, Logical, Time } from 'lightweight-charts';
import type { Band } from './bands.ts';

export type SessionBands = ISeriesPrimitive<Time> & {
  /** Shades these bars and no others. */
  show: (bands: readonly Band[], color: string) => void;
};

/** Shades bars behind a series, from the top of its pane to the bottom. */
export function sessionBands(): SessionBands {
  let shown: { bands: readonly Band[]; color: string } = { bands: [], color: '' };
  let chart: Pick<IChartApi, 'timeScale'> | null = null;
  let redraw = (): void => undefined;
  const xOf = (bar: number): number => chart?.timeScale().logicalToCoordinate(bar as Logical) ?? 0;
  const renderer: IPrimitivePaneRenderer = {
    draw: () => undefined,
    drawBackground: (target) => {
      const half = (xOf(1) - xOf(0)) / 2;
      target.useBitmapCoordinateSpace(({ context, bitmapSize, horizontalPixelRatio }) => {
        context.fillStyle = shown.color;
        for (const { from, to } of shown.bands) {
          const left = Math.round((xOf(from) - half) * horizontalPixelRatio);
          const right = Math.round((xOf(to) + half) * horizontalPixelRatio);
          context.fillRect(left, 0, right - left, bitmapSize.height);
        }
      });
    },
  };
  const view = { zOrder: () => 'bottom' as const, renderer: () => renderer };
  return {
    attached: ({ chart: host, requestUpdate }) => {
      chart = host;
      redraw = requestUpdate;
    },
    detached: () => {
      chart = null;
    },
    paneViews: () => [view],
    show: (bands, color) => {
      shown = { bands, color };
      redraw();
    },
  };
}
