import { type IPriceLine, type ISeriesApi, LineStyle, type SeriesType } from 'lightweight-charts';
import { levelAt } from '#src/web/dashboard/lib/level/asked.ts';

/** So near (px) to a line the pointer takes it. */
const REACH_PX = 6;

type Line = { level: number; line: IPriceLine };

export type LevelLines = {
  /** Draws these levels and no others. */
  show: (levels: readonly number[], color: string) => void;
  end: () => void;
};

/** Draws levels as lines on a chart of prices. A line that is dragged is `moved` when it's let go. */
export function levelLines(
  box: HTMLElement,
  series: ISeriesApi<SeriesType>,
  moved: ((from: number, to: number) => void) | null,
): LevelLines {
  let lines: Line[] = [];
  let dragged: { from: number; to: number; line: IPriceLine } | null = null;
  const heightOf = (event: PointerEvent): number => event.clientY - box.getBoundingClientRect().top;
  const lineAt = (y: number): Line | undefined =>
    lines.find(({ level }) => Math.abs((series.priceToCoordinate(level) ?? -REACH_PX) - y) < REACH_PX);

  function down(event: PointerEvent): void {
    const line = event.button === 0 ? lineAt(heightOf(event)) : undefined;
    if (!line) return;
    event.preventDefault();
    event.stopPropagation();
    box.setPointerCapture(event.pointerId);
    dragged = { from: line.level, to: line.level, line: line.line };
  }
  function move(event: PointerEvent): void {
    const y = heightOf(event);
    if (!dragged) {
      box.style.cursor = lineAt(y) ? 'ns-resize' : '';
      return;
    }
    const level = levelAt(series, y, box.clientHeight);
    if (level === null) return;
    dragged.to = level;
    dragged.line.applyOptions({ price: level });
  }
  function up(): void {
    if (!dragged) return;
    const { from, to } = dragged;
    dragged = null;
    if (from !== to) moved?.(from, to);
  }
  function cancel(): void {
    dragged?.line.applyOptions({ price: dragged.from });
    dragged = null;
  }
  const listeners = [
    ['pointerdown', down],
    ['pointermove', move],
    ['pointerup', up],
    ['pointercancel', cancel],
  ] as const;
  // Before the chart's own, which would take the press for its crosshair.
  if (moved)
    for (const [name, listener] of listeners) box.addEventListener(name, listener, { capture: true });
  return {
    show: (levels, color) => {
      for (const { line } of lines) series.removePriceLine(line);
      lines = levels.map((level) => ({
        level,
        line: series.createPriceLine({
          price: level,
          color,
          lineWidth: 1,
          lineStyle: LineStyle.Dashed,
          axisLabelVisible: true,
        }),
      }));
    },
    end: () => {
      for (const [name, listener] of listeners) box.removeEventListener(name, listener, { capture: true });
    },
  };
}
