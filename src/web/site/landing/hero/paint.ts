import { strokes } from './line.ts';
import type { Frame } from './timeline.ts';
import type { HeroView } from './view.ts';

/** Writes into the prerendered stage, by the names its parts carry in `data-hero`. */
type Painter = {
  /** The last frame of another series: all its words and places. */
  view: (view: HeroView) => void;
  /** One moment of the series that `view` was given. */
  frame: (frame: Frame) => void;
};

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
  const place = (name: string, { x, y }: { x?: number; y: number }): void => {
    const { style } = part(name);
    style.top = `${y.toFixed(2)}%`;
    if (x !== undefined) style.left = `${x.toFixed(2)}%`;
  };
  let current = first;
  /** The bars that the line shows; -1 before the first frame of a view. */
  let closed = -1;

  return {
    view: (view) => {
      current = view;
      closed = -1;
      const { chart } = view;
      stage.dataset['direction'] = view.direction;
      write('from', chart.days[0] ?? '');
      write('date', view.day);
      part('date').setAttribute('datetime', view.date);
      write('headline', view.headline);
      write('change', view.change);
      write('event-change', view.change);
      write('event-text', chart.event.text);
      write('previous', chart.previous.text);
      write('extreme', chart.extreme.text);
      write('rule', view.rule);
      write('summary', chart.summary);
      part('lead').replaceChildren(
        ...view.lead.map(({ text, figure }) => {
          if (!figure) return document.createTextNode(text);
          const span = document.createElement('span');
          span.className = 'figure text-ink';
          span.textContent = text;
          return span;
        }),
      );
      place('extreme', chart.extreme.at);
      place('previous', { y: chart.previous.at.y });
      place('event', { y: chart.event.at.y });
      part('leader').style.height = `${chart.event.at.y.toFixed(2)}%`;
      part('previous-line').setAttribute('transform', `translate(0 ${chart.previous.at.y.toFixed(2)})`);
    },
    frame: ({ checked, shown }) => {
      const { points, days } = current.chart;
      if (checked !== closed) {
        const { way, step } = strokes(points, checked);
        part('way').setAttribute('points', way);
        part('step').setAttribute('points', step);
        closed = checked;
      }
      // Always as wide as '16 Mar 2020': a right-aligned text that grows moves its place.
      write('now', (days[Math.max(0, checked - 1)] ?? '').padStart(11, '\u00a0'));
      write('status', `${checked} of ${points.length} bars checked`);
      for (const node of steps) {
        const isShown = (shown as ReadonlySet<string>).has(node.dataset['step'] ?? '');
        node.toggleAttribute('data-waiting', !isShown);
      }
    },
  };
}
