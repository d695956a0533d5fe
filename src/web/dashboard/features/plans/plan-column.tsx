import { Check, Minus } from 'lucide-react';
import { Link } from 'react-router';
import { formatPrice, type Plan, POPULAR_MARK } from '#src/shared/plans.ts';
import type { Standing } from '#src/shared/standing.ts';
import { Badge } from '#src/web/ui/badge.tsx';
import { Button, buttonClass } from '#src/web/ui/button.tsx';
import { cx } from '#src/web/ui/cx.ts';

/** One plan, as a column of the page between hairlines. */
export function PlanColumn({
  plan,
  standing,
  mayPay,
  processing,
  onSelect,
}: {
  plan: Plan;
  /** How it stands where it is the workspace's own; null where it is not. */
  standing: Standing | null;
  mayPay: boolean;
  processing: boolean;
  onSelect: () => void;
}) {
  const { name, tagline, monthlyCents, features, popular, actionLabel } = plan;
  const isPaid = standing === 'active';
  return (
    <li className="flex flex-col border-b border-line py-7 lg:px-7 lg:first:pl-0 lg:last:pr-0">
      <div className="flex flex-wrap items-center gap-2 lg:min-h-6">
        {popular ? <p className="slug font-semibold text-ink">{POPULAR_MARK}</p> : null}
        {standing === null ? null : (
          <Badge>{standing === 'trial' ? 'Current plan, trial' : 'Current plan'}</Badge>
        )}
      </div>
      <h2 className="headline mt-2 text-h3">{name.dashboard}</h2>
      <p className="mt-1 text-base text-ink-2 lg:min-h-12">{tagline}</p>
      <p className="mt-4">
        <span className={cx(monthlyCents === null ? 'headline' : 'figure', 'text-h2')}>
          {formatPrice(monthlyCents)}
        </span>
        {monthlyCents === null ? null : <span className="text-base text-ink-2"> / month</span>}
      </p>
      <ul className="mt-5 grid gap-2.5 text-base">
        {features.map(({ text, included }) => (
          <li key={text} className={cx('flex gap-2.5', included ? '' : 'text-ink-3')}>
            {included ? (
              <Check size={16} className="mt-1 shrink-0" aria-hidden="true" />
            ) : (
              <Minus size={16} className="mt-1 shrink-0" aria-hidden="true" />
            )}
            <span>
              {included ? null : <span className="sr-only">Not included: </span>}
              {text}
            </span>
          </li>
        ))}
      </ul>
      <div className="mt-auto pt-7">
        {isPaid ? (
          <Link to="/billing" className={cx(buttonClass('secondary'), 'w-full')}>
            Go to Billing
          </Link>
        ) : mayPay || monthlyCents === null ? (
          <Button
            variant={popular ? 'primary' : 'secondary'}
            className="w-full"
            busy={processing}
            onClick={onSelect}
          >
            {processing ? 'Processing...' : actionLabel.dashboard}
          </Button>
        ) : null}
      </div>
    </li>
  );
}
