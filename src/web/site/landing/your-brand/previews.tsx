import { ArrowDown, ArrowUp } from 'lucide-react';
import type { BrandEvent } from './events.ts';
import { initialOf, placeOf } from './state.ts';

type Shown = { name: string; event: BrandEvent };

/*
 * Each preview is drawn as its app draws it, in the app's own light colors. The script (live.ts) finds the parts that
 * change by `data-yb`; the brand's color is in `--brand`, what reads on it in `--on-brand`.
 */
const SHEET = 'text-[#1d1c1d] [color-scheme:light]';
const WHITE = 'bg-[#ffffff]';

/** The event is the last point. */
const dotAt = (points: string): { left: string; top: string } => {
  const [x, y] = placeOf(points);
  return { left: `${x}%`, top: `${y}%` };
};

function Chart({ event, className }: { event: BrandEvent; className: string }) {
  return (
    <span className={`relative block overflow-hidden ${className}`} aria-hidden="true">
      <svg
        className="absolute inset-0 size-full"
        viewBox="-2 -4 104 108"
        preserveAspectRatio="none"
        fill="none"
      >
        <polyline
          data-yb="points"
          points={event.points}
          style={{ stroke: 'var(--brand-line)' }}
          strokeWidth="2"
          strokeLinejoin="round"
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <span
        data-yb="dot"
        className="absolute size-2.5 -translate-1/2 rounded-full bg-(--brand-line) ring-4 ring-[#ffffff]"
        style={dotAt(event.points)}
      />
    </span>
  );
}

function Change({ event, className }: { event: BrandEvent; className: string }) {
  const icon = { size: 16, strokeWidth: 2.5, 'aria-hidden': true } as const;
  return (
    <span
      className={`figure inline-flex items-center gap-1 font-semibold group-data-[direction=down]/yb:text-[#b03a1c] group-data-[direction=up]/yb:text-[#1b6b47] ${className}`}
    >
      <ArrowUp {...icon} className="hidden group-data-[direction=up]/yb:block" />
      <ArrowDown {...icon} className="hidden group-data-[direction=down]/yb:block" />
      <span data-yb="change">{event.change}</span>
    </span>
  );
}

const Name = ({ name, className = '' }: { name: string; className?: string }) => (
  <span data-yb="name" className={`wrap-anywhere ${className}`}>
    {name}
  </span>
);

const Initial = ({ name, className }: { name: string; className: string }) => (
  <span
    data-yb="initial"
    aria-hidden="true"
    className={`grid shrink-0 place-items-center bg-(--brand) font-semibold text-(--on-brand) ${className}`}
  >
    {initialOf(name)}
  </span>
);

/** The chart as the picture that chats and posts carry. */
function Card({ name, event }: Shown) {
  return (
    <span className="block border-t-4 border-(--brand) bg-[#ffffff] p-4 ring-1 ring-[#1d1c1d1f]">
      <span className="flex items-baseline justify-between gap-4 text-xs text-[#616061]">
        <Name name={name} className="font-semibold text-(--brand-text)" />
        <span data-yb="day" className="figure whitespace-nowrap">
          {event.day}
        </span>
      </span>
      <span className="mt-3 flex items-baseline justify-between gap-4">
        <span data-yb="label" className="text-lg font-semibold">
          {event.label}
        </span>
        <Change event={event} className="text-lg" />
      </span>
      <Chart event={event} className="mt-3 h-28" />
    </span>
  );
}

export function Email({ name, event }: Shown) {
  return (
    <div className={`${SHEET} ${WHITE} border border-[#1d1c1d33]`}>
      <p className="border-b border-[#1d1c1d1f] px-5 py-3 text-xs text-[#616061]">
        <Name name={name} className="font-semibold text-[#1d1c1d]" /> <span>to you</span>
        <span data-yb="headline" className="mt-0.5 block text-sm font-semibold text-[#1d1c1d]">
          {event.headline}
        </span>
      </p>
      <p className="bg-(--brand) px-5 py-4 text-lg font-semibold text-(--on-brand)">
        <Name name={name} />
      </p>
      <div className="px-5 py-5">
        <p data-yb="headline" className="headline text-h3">
          {event.headline}
        </p>
        <p className="mt-2">
          <Change event={event} className="text-lg" />
        </p>
        <Chart event={event} className="mt-4 h-28" />
        <p data-yb="lead" className="mt-4 text-sm">
          {event.lead}
        </p>
        <p className="mt-5 inline-block rounded-sm bg-(--brand) px-4 py-2 text-sm font-medium text-(--on-brand)">
          See the chart
        </p>
        <p className="mt-5 border-t border-[#1d1c1d1f] pt-3 text-xs text-[#616061]">
          For information only. Not investment advice. · Unsubscribe
        </p>
      </div>
    </div>
  );
}

export function Telegram({ name, event }: Shown) {
  return (
    <div className={`${SHEET} border border-[#1d1c1d33] bg-[#dfe7ee]`}>
      <p className="flex items-center gap-3 bg-[#ffffff] px-4 py-3">
        <Initial name={name} className="size-9 rounded-full" />
        <span className="grid">
          <Name name={name} className="text-sm font-semibold" />
          <span className="text-xs text-[#616061]">channel</span>
        </span>
      </p>
      <div className="px-4 py-5">
        <div className="max-w-100 overflow-hidden rounded-md bg-[#ffffff] shadow-sm">
          <Card name={name} event={event} />
          <p className="px-4 pt-3 pb-2 text-sm">
            <span data-yb="headline" className="font-semibold">
              {event.headline}
            </span>
            <br />
            <span data-yb="lead">{event.lead}</span>
            <span className="mt-1 block text-right text-xs text-[#616061]">16:30</span>
          </p>
        </div>
      </div>
    </div>
  );
}

export function Slack({ name, event }: Shown) {
  return (
    <div className={`${SHEET} ${WHITE} border border-[#1d1c1d33]`}>
      <p className="border-b border-[#1d1c1d1f] px-4 py-3 text-sm font-semibold"># market-alerts</p>
      <div className="flex gap-3 px-4 py-4">
        <Initial name={name} className="size-9 rounded-md" />
        <div className="min-w-0 flex-1 text-sm">
          <p className="flex flex-wrap items-center gap-x-2">
            <Name name={name} className="font-semibold" />
            <span className="rounded-xs bg-[#1d1c1d1a] px-1 text-2xs font-semibold text-[#454245]">APP</span>
            <span className="text-xs text-[#616061]">4:30 PM</span>
          </p>
          <p data-yb="headline" className="mt-1 text-base font-semibold">
            {event.headline}
          </p>
          <p data-yb="lead" className="mt-1">
            {event.lead}
          </p>
          <div className="mt-3 max-w-100">
            <Card name={name} event={event} />
          </div>
        </div>
      </div>
    </div>
  );
}

export function LinkedIn({ name, event }: Shown) {
  return (
    <div className={`${SHEET} ${WHITE} border border-[#1d1c1d33]`}>
      <p className="flex items-center gap-3 px-4 pt-4">
        <Initial name={name} className="size-11" />
        <span className="grid">
          <Name name={name} className="text-sm font-semibold" />
          <span className="text-xs text-[#616061]">1h</span>
        </span>
      </p>
      <p className="px-4 pt-3 pb-4 text-sm">
        <span data-yb="headline">{event.headline}</span>
        <br />
        <br />
        <span data-yb="lead">{event.lead}</span>
        <br />
        <br />
        For information only. Not investment advice.
      </p>
      <Card name={name} event={event} />
      <p
        className="grid grid-cols-4 px-4 py-3 text-center text-xs font-medium text-[#616061]"
        aria-hidden="true"
      >
        <span>Like</span>
        <span>Comment</span>
        <span>Repost</span>
        <span>Send</span>
      </p>
    </div>
  );
}
