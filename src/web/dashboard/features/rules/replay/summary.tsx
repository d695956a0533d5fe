import type { RuleReplay } from '#src/shared/rules/stored.ts';
import type { Timeframe } from '#src/shared/market.ts';
import { barTime } from '#src/web/ui/bar-time.ts';
import { formatNumber } from '#src/web/ui/format.ts';
import type { Draft } from '../editor/form.ts';
import { frequencyLabel } from '../editor/frequencies.ts';

const WEEKS_PER_YEAR = 365.25 / 7;
/** As exact as so few alerts can tell: two digits, or whole ones from ten on. */
const rounded = (rate: number): string =>
  formatNumber(rate < 10 ? Number(rate.toPrecision(2)) : Math.round(rate));

/** "3.3 a year", "12 a day". */
function rateText({ alerts, per }: NonNullable<RuleReplay['rate']>): string {
  if (per === 'week' && alerts < 1) return `${rounded(alerts * WEEKS_PER_YEAR)} a year`;
  return `${rounded(alerts)} ${per === 'hour' ? 'an' : 'a'} ${per}`;
}

/** "37 alerts in 5,031 bars, 3 Jan 2000 to 31 Dec 2019: 1.9 a year." */
export function AlertCount({ replay, timeframe }: { replay: RuleReplay; timeframe: Timeframe }) {
  const { alerts, bars, rate, symbols, from, to } = replay;
  const at = (time: string) => barTime(time, timeframe, symbols[0]?.timeZone ?? 'UTC');
  return (
    <p className="text-base">
      <strong className="figure font-medium">{formatNumber(alerts)}</strong>{' '}
      {alerts === 1 ? 'alert' : 'alerts'} in <span className="figure">{formatNumber(bars)}</span> bars
      {from && to ? `, ${at(from)} to ${at(to)}` : ''}
      {rate ? `: ${rateText(rate)}.` : '.'}
    </p>
  );
}

/** How many alerts each frequency would have sent. */
export function FrequencyCounts({ replay, chosen }: { replay: RuleReplay; chosen: Draft['frequency'] }) {
  return (
    <dl aria-label="Alerts by frequency" className="grid max-w-text gap-1 text-sm">
      {replay.choices.map(({ frequency, alerts }) => (
        <div key={frequency} className="flex justify-between gap-4 border-b border-line py-1">
          <dt className={frequency === chosen ? 'font-medium' : 'text-ink-2'}>
            {frequencyLabel(frequency)}
            {frequency === chosen ? ' (selected)' : ''}
          </dt>
          <dd className="figure">{formatNumber(alerts)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** One day can use up what the plan includes for a month. */
export function AllowanceWarning({ replay: { allowance } }: { replay: RuleReplay }) {
  if (!allowance) return null;
  return (
    <p role="alert" className="max-w-text text-sm text-fault">
      This rule can send {formatNumber(allowance.inADay)} alerts in one day. Your plan includes{' '}
      {formatNumber(allowance.perMonth)} a month. Set a cooldown or a daily limit, or tighten the condition.
    </p>
  );
}
