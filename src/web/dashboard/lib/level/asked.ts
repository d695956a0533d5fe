import type { ISeriesApi, SeriesType } from 'lightweight-charts';
import { roundedLevel } from '#src/shared/rules/levels.ts';

/** A price that was pointed at, at which moment (ms, UTC; null beside the bars), and where, in pixels from the upper left corner of a chart of that size. */
export type AskedLevel = {
  level: number;
  x: number;
  y: number;
  width: number;
  height: number;
  at: number | null;
};

type Prices = Pick<ISeriesApi<SeriesType>, 'coordinateToPrice'>;

/** The price at a height of a chart, rounded to what can be told apart there; null outside of its prices. */
export function levelAt(series: Prices, y: number, height: number): number | null {
  const [price, top, bottom] = [y, 0, height].map((at) => series.coordinateToPrice(at));
  if (typeof price !== 'number' || typeof top !== 'number' || typeof bottom !== 'number') return null;
  const level = roundedLevel(price, Math.abs(top - bottom));
  return level > 0 ? level : null;
}

/** A finger that rests for so long asks; one that moves farther than that scrolls. */
const HOLD_MS = 500;
const HOLD_PX = 8;

/**
 * Calls `ask` where the chart is right-clicked, or where a finger rests on it. Some phones send a `contextmenu` for a
 * resting finger and iPhones don't: whichever comes first counts.
 * @returns ends it
 */
export function onLevelAsked(
  box: HTMLElement,
  series: Prices,
  ask: (asked: AskedLevel) => void,
  momentAt: (x: number) => number | null = () => null,
): () => void {
  let held: { id: number; x: number; y: number; timer: ReturnType<typeof setTimeout> } | null = null;
  let isAsked = false;
  const askAt = (clientX: number, clientY: number): boolean => {
    const { left, top, width, height } = box.getBoundingClientRect();
    const level = levelAt(series, clientY - top, height);
    if (level === null) return false;
    const x = clientX - left;
    ask({ level, x, y: clientY - top, width, height, at: momentAt(x) });
    return true;
  };
  const letGo = (): void => {
    clearTimeout(held?.timer);
    held = null;
  };
  const onMenu = (event: MouseEvent): void => {
    letGo();
    if (isAsked || askAt(event.clientX, event.clientY)) event.preventDefault();
    isAsked = false;
  };
  const onDown = ({ pointerType, isPrimary, pointerId: id, clientX: x, clientY: y }: PointerEvent): void => {
    letGo();
    isAsked = false;
    if (pointerType !== 'touch' || !isPrimary) return;
    const rest = (): void => {
      held = null;
      isAsked = askAt(x, y);
    };
    held = { id, x, y, timer: setTimeout(rest, HOLD_MS) };
  };
  const onMove = ({ pointerId, clientX, clientY }: PointerEvent): void => {
    if (held?.id === pointerId && Math.hypot(clientX - held.x, clientY - held.y) > HOLD_PX) letGo();
  };
  const ended = new AbortController();
  const { signal } = ended;
  box.addEventListener('contextmenu', onMenu, { signal });
  box.addEventListener('pointerdown', onDown, { signal });
  box.addEventListener('pointermove', onMove, { signal });
  box.addEventListener('pointerup', letGo, { signal });
  box.addEventListener('pointercancel', letGo, { signal });
  return () => {
    letGo();
    ended.abort();
  };
}
