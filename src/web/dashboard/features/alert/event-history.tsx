import type { ReactNode } from 'react';
import { type EventHistory as History, MOVES_MOST } from '#src/shared/content/event-history.ts';
import type { Timeframe } from '#src/shared/market.ts';
import { barTime } from '#src/web/ui/bar-time.ts';
import { Delta } from '#src/web/ui/delta.tsx';
import { formatNumber, formatPercent } from '#src/web/ui/format.ts';

const CELL = 'border-b border-line py-2 pl-3 text-right first:pl-0 first:text-left';

/** Where the event's bar stands in the history of its symbol, and what such moves were followed by. */
export function EventHistory({
  history: { from, bars, changePct, percentile, fromPct, after, volumeRatio, market },
  timeframe,
  timeZone,
}: {
  history: History;
  timeframe: Timeframe;
  timeZone: string;
}) {
  const size = `${formatNumber(Number(fromPct.toFixed(2)))}%`;
  return (
    <section aria-labelledby="history">
      <h2 id="history" className="headline text-h4">
        In context
      </h2>
      <dl className="mt-3 border-t border-rule text-sm">
        <Row name="Change">
          <Delta value={changePct} />
        </Row>
        <Row name="Larger than">
          <span className="figure">{percentile.toFixed(1)}%</span> of the earlier changes
        </Row>
        {volumeRatio === null ? null : (
          <Row name="Volume">
            <span className="figure">{volumeRatio.toFixed(1)}×</span> the average of 20 bars
          </Row>
        )}
        {market ? (
          <Row name="Market">
            <span className="figure">{market.symbol}</span> <Delta value={market.changePct} />
          </Row>
        ) : null}
      </dl>
      {after.length > 0 ? (
        <>
          <h3 id="followed" className="mt-5 text-sm font-medium">
            After {changePct > 0 ? 'gains' : 'losses'} of {size} or more
          </h3>
          <table aria-labelledby="followed" className="mt-2 w-full border-t border-rule text-sm">
            <thead>
              <tr className="text-xs text-ink-2">
                {['Bars later', 'Times', 'Higher', 'Median', 'Worst', 'Best'].map((name) => (
                  <th key={name} scope="col" className={`${CELL} font-normal`}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="figure">
              {after.map(({ bars: later, count, up, medianPct, worstPct, bestPct }) => (
                <tr key={later}>
                  <th scope="row" className={`${CELL} font-normal`}>
                    {later}
                  </th>
                  <td className={CELL}>{count}</td>
                  <td className={CELL}>{up}</td>
                  {[medianPct, worstPct, bestPct].map((change, at) => (
                    <td key={['median', 'worst', 'best'][at]} className={CELL}>
                      {formatPercent(change, 1)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </>
      ) : null}
      <p className="mt-2 text-xs text-ink-2">
        {after.length > 0 ? `The table covers the newest ${MOVES_MOST} such moves at most. ` : ''}
        From {formatNumber(bars)} stored bars since {barTime(from, timeframe, timeZone)}. Not a forecast.
      </p>
    </section>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[7rem_minmax(0,1fr)] gap-3 border-b border-line py-2">
      <dt className="text-ink-2">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
