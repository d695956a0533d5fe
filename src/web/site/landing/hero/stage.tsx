import { Check, Pause, Play, RotateCcw } from 'lucide-react';
import { siteConfig } from '#src/shared/site-config.ts';
import { Mark } from '#src/web/ui/brand.tsx';
import { Arrow, HeroChart } from './chart.tsx';
import { WRITTEN } from './reveals.ts';
import type { ProductCharts } from '../../market/product-chart.ts';
import type { HeroView, Part } from './view.ts';

const CHANNELS = ['Email', 'Telegram', 'Slack', 'Twitter'];

/** A sentence whose figures stand in the mono. */
function Sentence({ parts }: { parts: readonly Part[] }) {
  return parts.map(({ text, figure }) =>
    figure ? (
      <span key={text} className="figure text-ink">
        {text}
      </span>
    ) : (
      text
    ),
  );
}

export type Choice = { id: string; label: string; when: string };

/** Which recorded series runs. Without script there is nothing to choose, and nothing is offered. */
function Choices({ choices }: { choices: readonly Choice[] }) {
  return (
    <fieldset className="noscript:hidden">
      <legend className="sr-only">Recorded series</legend>
      <div className="flex border-b border-line">
        {choices.map(({ id, label, when }, index) => (
          <label
            key={id}
            className="relative -mb-px flex min-h-11 grow flex-col justify-center border-b-2 border-transparent px-1 py-2 text-ink-3 hover:text-ink has-checked:border-ink has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brass"
          >
            <input
              type="radio"
              name="hero-series"
              value={id}
              defaultChecked={index === 0}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <span className="text-sm font-medium">{label}</span>
            <span className="figure text-2xs">{when}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** One button with three faces; the one that shows is told by its data-state. */
function Transport() {
  const face = 'hidden items-center gap-1.5';
  return (
    <button
      type="button"
      data-hero="button"
      data-state="ended"
      className="group/button inline-flex h-9 w-20 items-center justify-end rounded-sm text-sm font-medium text-brass hover:text-brass-strong motion-reduce:hidden noscript:hidden pointer-coarse:h-11"
    >
      <span className={`${face} group-data-[state=playing]/button:inline-flex`}>
        <Pause size={14} aria-hidden="true" /> Pause
      </span>
      <span className={`${face} group-data-[state=paused]/button:inline-flex`}>
        <Play size={14} aria-hidden="true" /> Play
      </span>
      <span className={`${face} group-data-[state=ended]/button:inline-flex`}>
        <RotateCcw size={14} aria-hidden="true" /> Replay
      </span>
    </button>
  );
}

/**
 * The live demonstration in its last frame: what stands here before, after and without the script (play.ts), which
 * finds its parts by `data-hero` and lets those with a `data-step` wait for their moment. Words that change with every
 * bar stand in boxes of their own size (contain): the page around them is not laid out anew.
 */
export function Stage({
  view,
  charts,
  choices,
  bars,
}: {
  view: HeroView;
  charts: ProductCharts;
  choices: readonly Choice[];
  bars: number;
}) {
  return (
    <figure className="group/hero self-center" data-hero="stage" data-direction={view.direction}>
      <Choices choices={choices} />
      <div className="mt-4">
        <HeroChart {...charts} />
        <div
          className="figure mt-2 flex h-4 justify-end text-2xs text-ink-3 [contain:layout_size]"
          aria-hidden="true"
        >
          <span data-hero="now">{view.day}</span>
        </div>
      </div>
      <div className="mt-1 flex min-h-11 items-center justify-between gap-4">
        <div className="grow self-stretch">
          <p className="slug flex h-full items-center text-ink-3 [contain:layout_size]" data-hero="status">
            {bars} of {bars} bars checked
          </p>
        </div>
        <Transport />
      </div>
      <article className="border border-rule bg-raised" aria-label="The alert">
        <header className="flex items-center justify-between gap-4 border-b border-line px-5 py-3">
          <span className={`flex items-center gap-2 text-sm font-medium ${WRITTEN}`} data-step="brand">
            <Mark size={20} /> {siteConfig.name} alerts
          </span>
          <time
            className={`slug text-ink-3 ${WRITTEN}`}
            dateTime={view.date}
            data-hero="date"
            data-step="brand"
          >
            {view.day}
          </time>
        </header>
        <div className="px-5 pt-4 pb-5">
          <h2
            className={`headline min-h-16 text-h3 sm:min-h-8 lg:min-h-16 xl:min-h-8 ${WRITTEN}`}
            data-hero="headline"
            data-step="headline"
          >
            {view.headline}
          </h2>
          <p
            className={`figure mt-2 flex items-center gap-1 text-h4 font-medium group-data-[direction=down]/hero:text-down group-data-[direction=up]/hero:text-up ${WRITTEN}`}
            data-step="change"
          >
            <Arrow size={20} />
            <span data-hero="change">{view.change}</span>
          </p>
          <p
            className={`mt-3 min-h-30 text-base text-ink-2 sm:min-h-18 lg:min-h-30 xl:min-h-18 ${WRITTEN}`}
            data-hero="lead"
            data-step="lead"
          >
            <Sentence parts={view.lead} />
          </p>
        </div>
        <ul
          className="flex flex-wrap gap-x-5 gap-y-2 border-t border-line px-5 py-3 text-sm"
          aria-label="Channels"
        >
          {CHANNELS.map((channel, index) => (
            <li
              key={channel}
              className="group/sent flex items-center gap-1.5 data-waiting:text-ink-3"
              data-step={`sent-${index}`}
            >
              <Check
                size={14}
                strokeWidth={2.5}
                aria-hidden="true"
                className="group-data-waiting/sent:opacity-0"
              />
              {channel}
            </li>
          ))}
        </ul>
      </article>
      <figcaption className="mt-3 text-xs text-ink-3">
        <span data-hero="rule">{view.rule}</span>. Recorded prices, found in your browser by the detector that
        runs in production; nothing is sent from here. For information only, not investment advice.
      </figcaption>
      <p className="sr-only" aria-live="polite" data-hero="said" />
    </figure>
  );
}
