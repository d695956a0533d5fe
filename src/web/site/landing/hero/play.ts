import { catchEvent } from './event.ts';
import { createPainter } from './paint.ts';
import { createPlayer } from './player.ts';
import type { ProductCharts } from '../../market/product-chart.ts';
import { type ChosenSeries, type HeroSeries, seriesPath } from './series.ts';
import { frameAt, LENGTH } from './timeline.ts';
import { viewOf } from './view.ts';

const LOST = 'That series couldn’t be loaded. Check the connection and choose it again.';

/** From one frame to the next: less than a bar takes. */
const BETWEEN_MS = 50;

/** The first one's charts are on the page. */
type Taken = HeroSeries & Partial<ChosenSeries>;

/** The prerendered stage, ready to play a series from its first bar to its event. */
function stageHand(stage: HTMLElement, first: HeroSeries) {
  const find = (name: string) => stage.querySelector<HTMLElement>(`[data-hero="${name}"]`);
  const [button, said] = [find('button'), find('said')];
  let event = catchEvent(first);
  let view = viewOf(first, event);
  let drawn = view;
  let charts: ProductCharts | null = null;
  const painter = createPainter(stage, view);
  const player = createPlayer({
    length: LENGTH,
    show: (elapsed) => {
      // With its first moment, so that nobody sees the end of it before the beginning.
      if (drawn !== view) painter.view(view, charts);
      drawn = view;
      painter.frame(frameAt(elapsed, event.bars.length));
    },
    changed: (state) => {
      if (button) button.dataset['state'] = state;
    },
    // Nothing changes but with a bar that closes: more frames would only keep a finger waiting.
    nextFrame: (callback) => setTimeout(() => requestAnimationFrame(callback), BETWEEN_MS),
  });
  return {
    player,
    take: (series: Taken): void => {
      charts = series.charts ?? null;
      event = catchEvent(series);
      view = viewOf(series, event);
    },
    say: (): void => {
      if (said) said.textContent = `${view.headline}. ${view.rule}.`;
    },
  };
}

function start(stage: HTMLElement, first: HeroSeries): void {
  const find = (name: string) => stage.querySelector<HTMLElement>(`[data-hero="${name}"]`);
  const [button, chart, said] = [find('button'), find('chart'), find('said')];
  const radios = [...stage.querySelectorAll<HTMLInputElement>('input[name="hero-series"]')];
  const still = matchMedia('(prefers-reduced-motion: reduce)');

  // Not before it is visible: visitors who never scroll to it don't load its figures.
  let made: ReturnType<typeof stageHand> | undefined;
  let inView = true;
  const hold = (): void => made?.player.hold(!inView || document.hidden);
  const hand = () => {
    if (made === undefined) {
      made = stageHand(stage, first);
      hold();
    }
    return made;
  };
  let shownId = first.id;
  const run = (): void => (still.matches ? hand().player.finish() : hand().player.play());

  const show = (series: Taken): void => {
    shownId = series.id;
    hand().take(series);
    run();
    hand().say();
  };

  const loaded = new Map<string, Taken>([[first.id, first]]);
  const chosen = (): string => radios.find(({ checked }) => checked)?.value ?? first.id;
  const choose = async (): Promise<void> => {
    const id = chosen();
    try {
      let series = loaded.get(id);
      if (!series) {
        const answer = await fetch(seriesPath(id));
        if (!answer.ok) throw new Error(`${answer.status}`);
        series = (await answer.json()) as ChosenSeries;
        loaded.set(id, series);
      }
      // Another one may have been chosen while this one was on its way.
      if (chosen() === id) show(series);
    } catch {
      if (chosen() !== id) return;
      for (const radio of radios) radio.checked = radio.value === shownId;
      const status = find('status');
      if (status) status.textContent = LOST;
      if (said) said.textContent = LOST;
    }
  };

  for (const radio of radios) radio.addEventListener('change', () => void choose());
  button?.addEventListener('click', () => {
    const { player } = hand();
    if (player.state() === 'playing') player.pause();
    else if (player.state() === 'paused') player.resume();
    else run();
  });
  still.addEventListener('change', () => {
    if (still.matches) made?.player.finish();
  });

  document.addEventListener('visibilitychange', hold);
  new IntersectionObserver((entries) => {
    inView = entries.at(-1)?.isIntersecting ?? true;
    // At hand before a finger asks for it.
    if (inView) setTimeout(hand);
    hold();
  }).observe(stage);

  // The browser may have kept the choice of an earlier visit.
  if (chosen() !== first.id) return void choose();
  if (still.matches || !chart) return;
  // By itself it plays once, when most of the chart is first seen.
  const firstSight = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      firstSight.disconnect();
      if ((made?.player.state() ?? 'ended') === 'ended' && shownId === first.id) run();
    },
    { threshold: 0.8 },
  );
  firstSight.observe(chart);
}

const stage = document.querySelector<HTMLElement>('[data-hero="stage"]');
const series = document.querySelector('#hero-series')?.textContent;
if (stage && series) start(stage, JSON.parse(series) as HeroSeries);
