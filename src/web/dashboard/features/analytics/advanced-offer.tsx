import { Link } from 'react-router';
import { liftedBy, planName } from '#src/shared/plan-limit.ts';
import { buttonClass } from '#src/web/ui/button.tsx';

const HELD = [
  ['By hour', 'When in the day your alerts go out.'],
  ['By brand, rule and symbol', 'Which of them alert most, and which fail.'],
  ['Messages', 'Sent, failed and skipped, by route, audience and destination.'],
  [
    'Opens and clicks',
    'Delivered, opened, clicked, bounced and unsubscribed, by channel, rule and audience.',
  ],
  ['Filters', 'All figures for a brand, rule, symbol or condition.'],
  ['Export', 'The figures as CSV for a spreadsheet.'],
] as const;

/** To plans with basic analytics: what the other one holds. */
export function AdvancedOffer() {
  const plan = planName(liftedBy('starter', 'analytics') ?? 'pro');
  return (
    <section aria-labelledby="advanced" className="mt-12 border-t border-rule pt-8">
      <h2 id="advanced" className="headline text-h3">
        Advanced analytics
      </h2>
      <p className="mt-2 max-w-text text-base text-ink-2">
        Your plan has basic analytics: totals, days and channels. The {plan} plan adds these.
      </p>
      <dl className="mt-5 max-w-180 border-t border-line text-sm">
        {HELD.map(([name, says]) => (
          <div key={name} className="grid gap-x-6 border-b border-line py-2.5 sm:grid-cols-[14rem_1fr]">
            <dt className="font-medium">{name}</dt>
            <dd className="text-ink-2">{says}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-6">
        <Link to="/plans" className={buttonClass('secondary')}>
          See the plans
        </Link>
      </p>
    </section>
  );
}
