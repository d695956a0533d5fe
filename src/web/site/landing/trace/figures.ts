import { type Box, type Candle, type Point, wiresOf } from './wire.ts';
import { idOf } from './id-of.ts';

type Place = { x: number; high: number; low: number; close: number; width: number };
type Places = { dates: number; candles: Place[] };

/** From the middle of the letters to below them, in sizes of the type. */
const UNDER = 0.7;
const SVG = 'http://www.w3.org/2000/svg';

/** Makes each figure of the alert a button that draws a line to where it comes from. */
export function goLive(stage: HTMLElement): void {
  const all = (part: string): HTMLElement[] => [...stage.querySelectorAll<HTMLElement>(part)];
  const one = (part: string): HTMLElement | null => stage.querySelector(`[data-trace="${part}"]`);
  const wires = stage.querySelector<SVGElement>('[data-trace="wires"]');
  const [column, content] = [one('column'), one('content')];
  const cells = [one('rule'), one('calculation')].filter((each) => each !== null);
  if (!wires || !column || !content) return;
  const figures: HTMLElement[] = all('[data-figure]').map(asButton);
  let pinned = figures.find((each) => each.closest('h3')) ?? figures[0];
  let shown: HTMLElement | undefined;

  function show(figure: HTMLElement | undefined, isFresh: boolean): void {
    if (!figure || !wires) return;
    const isNew = figure !== shown;
    shown = figure;
    const of = figure.dataset['figure'];
    for (const each of figures) each.toggleAttribute('data-lit', each === figure);
    for (const each of all('[data-of][data-parts]'))
      each.toggleAttribute('data-on', each.dataset['of'] === of);
    const trace = stage.querySelector<HTMLElement>(`[data-parts][data-of="${of}"]`);
    const parts = (trace?.dataset['parts'] ?? '').split(' ');
    for (const each of all('[data-part]'))
      each.toggleAttribute('data-lit', parts.includes(each.dataset['part'] ?? ''));
    if (trace) draw(figure, trace, isFresh && isNew);
  }

  function draw(figure: HTMLElement, trace: HTMLElement, isFresh: boolean): void {
    const chart = all('[data-trace="chart"]').find((each) => each.clientWidth > 0);
    if (!chart || !wires || !column || !content) return;
    const { dates, candles } = JSON.parse(chart.dataset['places'] ?? '') as Places;
    const from = stage.getBoundingClientRect();
    const boxOf = (element: Element): Box => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return {
        left: left - from.left,
        right: right - from.left,
        top: top - from.top,
        bottom: bottom - from.top,
      };
    };
    const isRtl = getComputedStyle(stage).direction === 'rtl';
    const [outer, inner, drawn] = [boxOf(column), boxOf(content), boxOf(chart)];
    const [width, height] = [drawn.right - drawn.left, drawn.bottom - drawn.top];
    const edge = isRtl ? inner.right : inner.left;
    const gutter = ((isRtl ? outer.right : outer.left) + edge) / 2;
    const shownCandles = (trace.dataset['candles'] ?? '').split(' ').flatMap((back): Candle[] => {
      const place = candles[Number(back)];
      if (!place) return [];
      const y = (part: number): number => drawn.top + part * height;
      const { x, high, low, close } = place;
      return [
        {
          x: drawn.left + x * width,
          half: (place.width * width) / 2,
          high: y(high),
          low: y(low),
          close: y(close),
        },
      ];
    });
    const box = boxOf(figure);
    const { lines, ends } = wiresOf({
      figure: box,
      under: (box.top + box.bottom) / 2 + UNDER * Number.parseFloat(getComputedStyle(figure).fontSize),
      isDrawn: chart.contains(figure),
      gutter,
      candles: shownCandles,
      dates: trace.dataset['at'] === 'date' ? drawn.top + dates * height : null,
      cells: cells.map((cell): Point => {
        const { left, right, top } = boxOf(cell.firstElementChild ?? cell);
        return [isRtl ? right + 8 : left - 8, top + 8];
      }),
    });
    wires.replaceChildren(
      ...lines.map((d) => shape('path', { d, pathLength: 1 })),
      ...shownCandles.map(({ x, half, high, low }) =>
        shape('rect', { x: x - half - 3, y: high - 3, width: half * 2 + 6, height: low - high + 6, rx: 2 }),
      ),
      ...ends.map(([cx, cy]) => shape('circle', { cx, cy, r: 3 })),
    );
    wires.toggleAttribute('data-fresh', isFresh);
  }

  const figureOf = ({ target }: Event): HTMLElement | undefined =>
    target instanceof Element ? figures.find((each) => each.contains(target)) : undefined;
  const pin = (figure: HTMLElement | undefined): void => {
    pinned = figure ?? pinned;
    for (const each of figures) each.setAttribute('aria-pressed', String(each === pinned));
  };
  stage.addEventListener('click', (event) => {
    const figure = figureOf(event);
    if (!figure) return;
    pin(figure);
    show(figure, true);
  });
  stage.addEventListener('focusin', (event) => show(figureOf(event), true));
  stage.addEventListener('focusout', () => show(pinned, true));
  // Moving by keyboard scrolls the page below a mouse at rest, which isn't a choice.
  const byKeyboard = (): boolean => stage.querySelector(':focus-visible') !== null;
  stage.addEventListener('pointerover', (event) => {
    if (event.pointerType === 'mouse' && !byKeyboard()) show(figureOf(event), true);
  });
  stage.addEventListener('pointerleave', () => {
    if (!byKeyboard()) show(pinned, true);
  });
  pin(pinned);
  show(pinned, true);
  // Also when fonts come: they move the figures. The change of width swaps the chart, and a figure in it.
  new ResizeObserver(() =>
    show(shown?.offsetParent ? shown : pinned?.offsetParent ? pinned : figures[0], false),
  ).observe(stage);
}

function asButton(figure: HTMLElement): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = figure.className;
  button.style.cssText = figure.style.cssText;
  button.textContent = figure.textContent;
  button.dataset['figure'] = figure.dataset['figure'] ?? '';
  button.setAttribute('aria-describedby', idOf(figure.dataset['figure'] ?? ''));
  figure.replaceWith(button);
  return button;
}

function shape(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}
