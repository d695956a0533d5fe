import type { ProductCharts } from '../../market/product-chart.ts';
import type { Frame } from './timeline.ts';
import type { HeroView } from './view.ts';

/** Writes into the prerendered stage, by the names its parts carry in `data-hero`. */
type Painter = {
  /** The last frame of another series: all its words, and its chart; none for the one of the build. */
  view: (view: HeroView, charts: ProductCharts | null) => void;
  /** One moment of the series that `view` was given. */
  frame: (frame: Frame) => void;
};

const DRAWINGS = ['wide', 'narrow'] as const;
/** More than the part of the width that the bars take: all of the chart. */
const WHOLE = '9';

const parsed = (svg: string): Node =>
  document.importNode(new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement, true);

export function createPainter(stage: HTMLElement, first: HeroView): Painter {
  const parts = new Map(
    [...stage.querySelectorAll<HTMLElement | SVGElement>('[data-hero]')].map((node) => [
      node.dataset['hero'],
      node,
    ]),
  );
  const steps = [...stage.querySelectorAll<HTMLElement | SVGElement>('[data-step]')];
  const part = (name: string): HTMLElement | SVGElement => {
    const found = parts.get(name);
    if (!found) throw new Error(`The stage has no part "${name}".`);
    return found;
  };
  const write = (name: string, text: string): void => {
    const node = part(name);
    if (node.textContent === text) return;
    // In place: a new text node would have the styles of all around it asked for again.
    const [only] = node.childNodes;
    if (only instanceof Text && node.childNodes.length === 1) only.data = text;
    else node.textContent = text;
  };
  /** What the build drew, to be shown again. */
  const built = DRAWINGS.map((name) => ({
    name,
    nodes: [...part(name).childNodes],
    plot: part(name).style.getPropertyValue('--plot'),
    summary: part('summary').textContent ?? '',
  }));
  const draw = (charts: ProductCharts | null): void => {
    for (const { name, nodes, plot, summary } of built) {
      const drawing = part(name);
      drawing.replaceChildren(...(charts ? [parsed(charts[name].svg)] : nodes));
      drawing.style.setProperty('--plot', charts ? String(charts[name].plot) : plot);
      write('summary', charts?.summary ?? summary);
    }
  };
  let current = first;
  /** The bars that the chart shows; -1 before the first frame of a view. */
  let closed = -1;

  return {
    view: (view, charts) => {
      current = view;
      closed = -1;
      draw(charts);
      stage.dataset['direction'] = view.direction;
      write('date', view.day);
      part('date').setAttribute('datetime', view.date);
      write('headline', view.headline);
      write('change', view.change);
      write('rule', view.rule);
      part('lead').replaceChildren(
        ...view.lead.map(({ text, figure }) => {
          if (!figure) return document.createTextNode(text);
          const span = document.createElement('span');
          span.className = 'figure text-ink';
          span.textContent = text;
          return span;
        }),
      );
    },
    frame: ({ checked, shown }) => {
      const { days } = current;
      if (checked !== closed) {
        const share = checked / days.length;
        part('chart').style.setProperty('--closed', share < 1 ? share.toFixed(4) : WHOLE);
        closed = checked;
      }
      // Always as wide as '16 Mar 2020': a right-aligned text that grows moves its place.
      write('now', (days[Math.max(0, checked - 1)] ?? '').padStart(11, '\u00a0'));
      write('status', `${checked} of ${days.length} bars checked`);
      for (const node of steps) {
        const isShown = (shown as ReadonlySet<string>).has(node.dataset['step'] ?? '');
        node.toggleAttribute('data-waiting', !isShown);
      }
    },
  };
}
