import { lazy, Suspense, useRef, useState } from 'react';
import { REPLAY_BARS_MAX, type RuleReplay } from '#src/shared/rules/stored.ts';
import { ApiError } from '#src/web/lib/api/api.ts';
import { barTime } from '#src/web/ui/bar-time.ts';
import { Button } from '#src/web/ui/button.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { formatNumber, formatPercent, formatQuote } from '#src/web/ui/format.ts';
import { TextField } from '#src/web/ui/text-field.tsx';
import { type Draft, formOf } from '../editor/form.ts';
import { replayRule } from '../queries.ts';
import { momentsOfSpan, type Span, spanFault, unseenOf } from './span.ts';
import { AlertCount } from './summary.tsx';

const Chart = lazy(() => import('./replay-chart.tsx'));
const SHOWN = 20;
const CELL = 'border-b border-line py-1.5 pr-4 whitespace-nowrap';

type Outcome =
  | { state: 'none' | 'busy' }
  | { state: 'done'; replay: RuleReplay; draft: Draft; isSpan: boolean }
  | { state: 'failed'; why: string };

/** A backtest of a period, with what followed each alert. */
export function ReplayPanel({ draft, isReady }: { draft: Draft; isReady: () => boolean }) {
  const [outcome, setOutcome] = useState<Outcome>({ state: 'none' });
  const [span, setSpan] = useState<Span>({ from: '', to: '' });
  const fault = spanFault(span);
  const to = useRef<HTMLDivElement>(null);
  async function replay(): Promise<void> {
    if (!isReady()) return;
    if (fault) return to.current?.querySelector('input')?.focus();
    setOutcome({ state: 'busy' });
    try {
      const { name: _name, approval: _approval, state: _state, ...form } = formOf(draft);
      const moments = momentsOfSpan(span);
      const isSpan = Object.keys(moments).length > 0;
      setOutcome({ state: 'done', replay: await replayRule({ ...form, ...moments }), draft, isSpan });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setOutcome({ state: 'failed', why: error.message });
    }
  }
  return (
    <section aria-labelledby="replay" className="border-t border-rule pt-6">
      <h2 id="replay" className="headline text-h3">
        Backtest a period
      </h2>
      <p className="mt-1 max-w-text text-base text-ink-2">
        Lists each alert that the rule would have sent, and what the price did next. Nothing is sent.
      </p>
      <div className="mt-4 grid grid-cols-2 items-start gap-x-3 gap-y-4 sm:grid-cols-[11rem_11rem_auto]">
        <TextField
          label="First day"
          type="date"
          max={span.to === '' ? undefined : span.to}
          value={span.from}
          onChange={(event) => setSpan({ ...span, from: event.target.value })}
        />
        <div ref={to}>
          <TextField
            label="Last day"
            type="date"
            error={fault}
            min={span.from === '' ? undefined : span.from}
            value={span.to}
            onChange={(event) => setSpan({ ...span, to: event.target.value })}
          />
        </div>
        <Button
          className="col-span-2 sm:col-span-1 sm:mt-6.5 sm:justify-self-start"
          busy={outcome.state === 'busy'}
          onClick={() => void replay()}
        >
          {outcome.state === 'busy' ? 'Running…' : 'Run backtest'}
        </Button>
      </div>
      <p className="mt-2 text-sm text-ink-2">
        Both days are included, in UTC. Leave them empty to use all stored bars, at most the last{' '}
        {formatNumber(REPLAY_BARS_MAX)} per symbol.
      </p>
      <div aria-live="polite" className="mt-6">
        {outcome.state === 'failed' ? (
          <ErrorState title="The backtest failed" text={outcome.why} onRetry={() => void replay()} />
        ) : null}
        {outcome.state === 'done' ? (
          <Result replay={outcome.replay} draft={outcome.draft} isSpan={outcome.isSpan} />
        ) : null}
      </div>
    </section>
  );
}

function Result({ replay, draft, isSpan }: { replay: RuleReplay; draft: Draft; isSpan: boolean }) {
  const [isWhole, setWhole] = useState(false);
  const { items, symbols, chart, bars, from } = replay;
  const timeZone = symbols[0]?.timeZone ?? 'UTC';
  const zoneOf = (symbol: string) => symbols.find((each) => each.symbol === symbol)?.timeZone ?? 'UTC';
  const at = (time: string, zone = timeZone) => barTime(time, draft.timeframe, zone);
  /** Of a bar that was still open, the moment. */
  const whenOf = ({ time, bar, symbol }: RuleReplay['items'][number]) =>
    time === bar ? at(time, zoneOf(symbol)) : barTime(time, null, zoneOf(symbol));
  const closedOnly = replay.speaksEarly
    ? symbols.filter(({ openBars }) => openBars === null).map(({ symbol }) => symbol)
    : [];
  if (bars === 0)
    return (
      <p className="text-base text-ink-2">
        {isSpan
          ? 'There are no stored bars of this timeframe between these days.'
          : 'There are no stored bars of this timeframe yet, so there is nothing to test.'}
      </p>
    );
  const newest = items.toReversed();
  const shown = isWhole ? newest : newest.slice(0, SHOWN);
  return (
    <>
      <AlertCount replay={replay} timeframe={draft.timeframe} />
      {unseenOf(replay, from ? at(from) : '').map((sentence) => (
        <p key={sentence} className="mt-2 max-w-text text-sm text-ink-2">
          {sentence}
        </p>
      ))}
      {closedOnly.length > 0 ? (
        <p className="mt-2 max-w-text text-sm text-ink-2">
          Live, the rule can also trigger before a bar closes. For{' '}
          {closedOnly.length > 3 ? `${formatNumber(closedOnly.length)} symbols` : closedOnly.join(', ')}, no
          smaller bars are stored, so only closed bars were tested.
        </p>
      ) : null}
      {chart.length > 1 ? (
        <div className="mt-4 h-72 border border-line bg-raised">
          <Suspense fallback={null}>
            <Chart replay={replay} timeframe={draft.timeframe} timeZone={timeZone} />
          </Suspense>
        </div>
      ) : null}
      {items.length === 0 ? null : (
        <section
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by the keyboard
          tabIndex={0}
          className="mt-6 overflow-x-auto"
          aria-label="Backtested alerts"
        >
          <table className="w-full min-w-160 text-sm">
            <caption className="sr-only">Backtested alerts, newest first</caption>
            <thead className="slug text-left text-ink-3">
              <tr>
                {[
                  'Bar',
                  ...(symbols.length > 1 ? ['Symbol'] : []),
                  'Close',
                  'High',
                  'Low',
                  'After 1',
                  'After 5',
                  'After 20',
                  'Highest',
                  'Lowest',
                ].map((head, index) => (
                  <th
                    key={head}
                    scope="col"
                    className={`border-y border-t-rule border-b-line py-2 pr-4 font-normal whitespace-nowrap ${index === 0 ? '' : 'text-right'}`}
                  >
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="figure">
              {shown.map((alert) => (
                <tr key={`${alert.symbol} ${alert.time}`}>
                  <td className={CELL}>{whenOf(alert)}</td>
                  {symbols.length > 1 ? <td className={`${CELL} text-right`}>{alert.symbol}</td> : null}
                  {[alert.close, alert.high, alert.low].map((price, index) => (
                    // oxlint-disable-next-line react/no-array-index-key -- the columns have a fixed order
                    <td key={index} className={`${CELL} text-right`}>
                      {formatQuote(price)}
                    </td>
                  ))}
                  {[alert.after[1], alert.after[5], alert.after[20], alert.highest, alert.lowest].map(
                    (change, index) => (
                      // oxlint-disable-next-line react/no-array-index-key -- the columns have a fixed order
                      <td key={index} className={`${CELL} text-right`}>
                        {change === null ? (
                          <span className="text-ink-3">not yet</span>
                        ) : (
                          formatPercent(change)
                        )}
                      </td>
                    ),
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {newest.length > SHOWN && !isWhole ? (
        <Button size="sm" className="mt-4" onClick={() => setWhole(true)}>
          Show all {formatNumber(newest.length)}
        </Button>
      ) : null}
      <p className="mt-4 max-w-text text-xs text-ink-3">
        “After” is the change of the close after so many bars. Highest and lowest are over the next 20 bars,
        from the close. Past performance doesn’t predict future results.
      </p>
    </>
  );
}
