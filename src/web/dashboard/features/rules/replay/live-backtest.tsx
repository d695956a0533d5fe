import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { crossing, levelsOf, orCrossing, withLevel } from '#src/shared/rules/levels.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import type { RuleReplay } from '#src/shared/rules/stored.ts';
import {
  crossingLine,
  orCrossingLine,
  type Point,
  type TrendLine,
  trendLinesOf,
} from '#src/shared/rules/trend-lines.ts';
import type { AskedLevel } from '#src/web/dashboard/lib/level/asked.ts';
import { LevelMenu } from '#src/web/dashboard/lib/level/level-menu.tsx';
import { useLater } from '#src/web/dashboard/lib/use-later.ts';
import { barTime } from '#src/web/ui/bar-time.ts';
import { formatNumber, formatQuote } from '#src/web/ui/format.ts';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import type { Draft } from '../editor/form.ts';
import { readingOf } from '../editor/reading.ts';
import { backtestQuery } from '../queries.ts';
import { backtestForm } from './backtest-form.ts';
import { dayOf } from './day-of.ts';
import { TrendLineForm } from './trend-line-form.tsx';
import { AlertCount, AllowanceWarning, FrequencyCounts } from './summary.tsx';

const Chart = lazy(() => import('./replay-chart.tsx'));
/** Without a change for this long (ms), the rule is tested: half a word isn't. */
const SETTLED_MS = 120;
const SYMBOLS_SHOWN = 5;

type Props = {
  draft: Draft;
  /** Takes a condition that the chart gave; null where the rule can't be changed. */
  onCondition: ((condition: string) => void) | null;
};

/** Where the rule would have triggered, while it's written: chart, counts and the newest alert's text. */
export function LiveBacktest({ draft, onCondition }: Props) {
  const form = useLater(backtestForm(draft), SETTLED_MS);
  const { data, error, isFetching, isPlaceholderData } = useQuery(backtestQuery(form));
  return (
    <section
      aria-labelledby="live-backtest"
      aria-busy={isFetching}
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="live-backtest" className="headline text-h4">
          On past data
        </h2>
        {data && isPlaceholderData ? (
          <p className="text-xs text-ink-2">{form === '' ? 'Before your last change' : 'Updating…'}</p>
        ) : null}
      </div>
      {draft.target === '' ? (
        <p className="text-sm text-ink-2">Choose a symbol to see when this rule would have triggered.</p>
      ) : error ? (
        <p className="text-sm text-fault">{error.message}</p>
      ) : data ? (
        <Found replay={data} draft={draft} onCondition={onCondition} />
      ) : form === '' ? (
        <p className="text-sm text-ink-2">Finish the condition to see when this rule would have triggered.</p>
      ) : (
        <Skeleton className="h-56 w-full" />
      )}
    </section>
  );
}

function Found({ replay, draft, onCondition }: Props & { replay: RuleReplay }) {
  const { symbols, chart, bars, sample } = replay;
  const timeZone = symbols[0]?.timeZone ?? 'UTC';
  if (bars === 0)
    return (
      <p className="text-sm text-ink-2">
        There are no stored bars of this timeframe yet. They come while a live feed brings the symbol; choose
        SPX to try the rule on 20 years of bars.
      </p>
    );
  return (
    <>
      {chart.length > 1 ? (
        <LevelChart replay={replay} draft={draft} timeZone={timeZone} onCondition={onCondition} />
      ) : null}
      <div aria-live="polite">
        <AlertCount replay={replay} timeframe={draft.timeframe} />
      </div>
      <AllowanceWarning replay={replay} />
      {symbols.length > 1 ? <BySymbol symbols={symbols} /> : null}
      <FrequencyCounts replay={replay} chosen={draft.frequency} />
      {sample ? (
        <section aria-label="Newest alert" className="border-l-2 border-rule pl-4">
          <p className="slug text-ink-3">
            Newest alert · {sample.symbol} ·{' '}
            {barTime(
              sample.time,
              draft.timeframe,
              symbols.find(({ symbol }) => symbol === sample.symbol)?.timeZone ?? timeZone,
            )}
          </p>
          <p className="headline mt-1 text-lg break-words">{sample.headline}</p>
          <p className="mt-1 text-sm break-words whitespace-pre-line text-ink-2">{sample.text}</p>
        </section>
      ) : null}
    </>
  );
}

/**
 * The chart with the rule's levels and trend lines. Levels are dragged to other prices; new ones, and the two points of a
 * line, are set by a right click or a resting finger. A line's points can be typed as well.
 */
function LevelChart({
  replay,
  draft: { condition, timeframe },
  timeZone,
  onCondition,
}: Props & { replay: RuleReplay; timeZone: string }) {
  const [asked, setAsked] = useState<AskedLevel | null>(null);
  /** Where a trend line begins that has no second point yet. */
  const [begun, setBegun] = useState<Point | null>(null);
  const [isTyped, setTyped] = useState(false);
  const parsed = useMemo(() => (readingOf(condition).problem ? null : parseRule(condition)), [condition]);
  const levels = useMemo(() => (parsed ? levelsOf(parsed) : []), [parsed]);
  const trends = useMemo(() => (parsed ? trendLinesOf(parsed) : []), [parsed]);
  const choose = (text: string): void => {
    onCondition?.(text);
    setAsked(null);
    setBegun(null);
  };
  const dated = (at: number): number => dayOf(at, timeframe, timeZone);
  const point: Point | null = asked && asked.at !== null ? { at: dated(asked.at), price: asked.level } : null;
  const drawn: TrendLine | null = begun && point && begun.at !== point.at ? { from: begun, to: point } : null;
  const [first, last] = [replay.chart.at(0), replay.chart.at(-1)].map(
    (bar) => bar && { at: dated(Date.parse(bar.time)), price: bar.close },
  );
  return (
    <div>
      <div className="relative h-56 border border-line bg-raised">
        <Suspense fallback={null}>
          <Chart
            replay={replay}
            timeframe={timeframe}
            timeZone={timeZone}
            levels={levels}
            trends={trends}
            edits={
              onCondition && {
                moved: (from, to) => {
                  if (parsed) onCondition(withLevel(parsed, from, to));
                },
                asked: setAsked,
              }
            }
          />
        </Suspense>
        {asked ? (
          <LevelMenu key={`${asked.x} ${asked.y}`} asked={asked} onClose={() => setAsked(null)}>
            <button type="button" onClick={() => choose(crossing(asked.level))}>
              Alert at <span className="figure">{formatQuote(asked.level)}</span>
            </button>
            {parsed ? (
              <button type="button" onClick={() => choose(orCrossing(parsed, asked.level))}>
                Add as “or”
              </button>
            ) : null}
            {drawn ? (
              <button type="button" onClick={() => choose(crossingLine(drawn))}>
                Trend line to here
              </button>
            ) : null}
            {drawn && parsed ? (
              <button type="button" onClick={() => choose(orCrossingLine(parsed, drawn))}>
                Add the line as “or”
              </button>
            ) : null}
            {point && !drawn ? (
              <button
                type="button"
                onClick={() => {
                  setBegun(point);
                  setAsked(null);
                }}
              >
                Trend line from here
              </button>
            ) : null}
          </LevelMenu>
        ) : null}
      </div>
      {onCondition ? (
        <p className="mt-2 text-xs text-ink-2">
          <span className="pointer-coarse:hidden">Right-click a price</span>
          <span className="hidden pointer-coarse:inline">Hold a price on the chart</span> to use it in the
          condition.
          {levels.length > 0 ? ' Drag a dashed line to move its level.' : ''}
        </p>
      ) : null}
      {onCondition && begun ? (
        <p className="mt-2 flex flex-wrap items-baseline gap-x-3 gap-y-1 text-sm" aria-live="polite">
          <span>
            Trend line from <span className="figure">{formatQuote(begun.price)}</span> on{' '}
            {barTime(new Date(begun.at).toISOString(), timeframe, timeZone)}. Now choose its second point.
          </span>
          <button type="button" className="underline" onClick={() => setBegun(null)}>
            Cancel
          </button>
        </p>
      ) : null}
      {onCondition && first && last ? (
        <>
          <button
            type="button"
            className="mt-2 text-xs underline"
            aria-expanded={isTyped}
            onClick={() => setTyped(!isTyped)}
          >
            Trend line by dates
          </button>
          {isTyped ? (
            <TrendLineForm
              key={`${replay.chart[0]?.time} ${timeframe}`}
              first={first}
              last={last}
              timeframe={timeframe}
              onUse={(line) => {
                setTyped(false);
                choose(crossingLine(line));
              }}
            />
          ) : null}
        </>
      ) : null}
    </div>
  );
}

/** The symbols of a watchlist with the most alerts. */
function BySymbol({ symbols }: { symbols: RuleReplay['symbols'] }) {
  const most = symbols.toSorted((a, b) => b.alerts - a.alerts).slice(0, SYMBOLS_SHOWN);
  return (
    <dl aria-label="Symbols with the most alerts" className="grid gap-1 text-sm">
      {most.map(({ symbol, alerts }) => (
        <div key={symbol} className="flex justify-between gap-4 border-b border-line py-1">
          <dt className="figure min-w-0 break-words text-ink-2">{symbol}</dt>
          <dd className="figure">{formatNumber(alerts)}</dd>
        </div>
      ))}
    </dl>
  );
}
