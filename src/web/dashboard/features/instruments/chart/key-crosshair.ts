import type { IChartApi, ISeriesApi, Logical, UTCTimestamp } from 'lightweight-charts';
import { type AskedLevel, levelAt } from '#src/web/dashboard/lib/level/asked.ts';

/** So many pixels a key moves the price. */
const STEP_PX = 6;
const ZOOM = 0.8;
type Moves = Readonly<Record<string, (place: Place) => Place>>;
type Place = { bar: number; y: number };
const MOVES: Moves = {
  ArrowLeft: ({ bar, y }) => ({ bar: bar - 1, y }),
  ArrowRight: ({ bar, y }) => ({ bar: bar + 1, y }),
  ArrowUp: ({ bar, y }) => ({ bar, y: y - STEP_PX }),
  ArrowDown: ({ bar, y }) => ({ bar, y: y + STEP_PX }),
};

/**
 * Moves the crosshair of a chart by the arrow keys while it has the focus, zooms by + and -, and asks about its price by
 * Enter.
 * @returns ends it
 */
export function keyCrosshair(
  box: HTMLElement,
  {
    chart,
    series,
    times,
  }: { chart: IChartApi; series: ISeriesApi<'Candlestick'>; times: () => readonly number[] },
  { onPoint, onAsk }: { onPoint: (bar: number | null) => void; onAsk: ((asked: AskedLevel) => void) | null },
): () => void {
  let place: Place | null = null;
  const startOf = (): Place => {
    const bar = times().length - 1;
    const close = series.dataByIndex(bar);
    return {
      bar,
      y: (close && 'close' in close ? series.priceToCoordinate(close.close) : null) ?? box.clientHeight / 2,
    };
  };
  function show({ bar, y }: Place): void {
    const time = times()[bar];
    const price = series.coordinateToPrice(y);
    if (time === undefined || price === null) return;
    const range = chart.timeScale().getVisibleLogicalRange();
    // What is left of the view or right of it comes into sight.
    if (range && (bar < range.from || bar > range.to)) {
      const by = bar < range.from ? bar - range.from - 1 : bar - range.to + 1;
      chart.timeScale().setVisibleLogicalRange({ from: range.from + by, to: range.to + by });
    }
    chart.setCrosshairPosition(price, (time / 1000) as UTCTimestamp, series);
    onPoint(bar);
  }
  function zoom(by: number): void {
    const scale = chart.timeScale();
    const range = scale.getVisibleLogicalRange();
    if (range) scale.setVisibleLogicalRange({ from: range.to - (range.to - range.from) * by, to: range.to });
  }
  function onKey(event: KeyboardEvent): void {
    if (event.target !== box || event.ctrlKey || event.metaKey || event.altKey || times().length === 0)
      return;
    const move = MOVES[event.key];
    if (move) {
      const { bar, y } = place === null ? startOf() : move(place);
      place = {
        bar: Math.max(0, Math.min(times().length - 1, bar)),
        y: Math.max(0, Math.min(box.clientHeight - 1, y)),
      };
      show(place);
    } else if (event.key === '+' || event.key === '=') zoom(ZOOM);
    else if (event.key === '-') zoom(1 / ZOOM);
    else if (event.key === 'Enter' && onAsk) {
      const { bar, y } = place ?? startOf();
      const level = levelAt(series, y, box.clientHeight);
      const x = chart.timeScale().logicalToCoordinate(bar as Logical);
      if (level === null || x === null) return;
      onAsk({ level, x, y, width: box.clientWidth, height: box.clientHeight, at: times()[bar] ?? null });
    } else return;
    event.preventDefault();
  }
  function onBlur(): void {
    chart.clearCrosshairPosition();
    onPoint(null);
  }
  box.addEventListener('keydown', onKey);
  box.addEventListener('blur', onBlur);
  return () => {
    box.removeEventListener('keydown', onKey);
    box.removeEventListener('blur', onBlur);
  };
}
