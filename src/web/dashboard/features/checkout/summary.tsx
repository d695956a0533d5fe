import { useMutation, useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import type { Choice, QuoteAnswer } from '#src/shared/billing.ts';
import { ApiError } from '#src/web/lib/api/api.ts';
import { billingQuery } from '#src/web/dashboard/lib/plan/billing-query.ts';
import { TestMark } from '#src/web/dashboard/lib/plan/test-mark.tsx';
import { dayOf, money } from '#src/web/dashboard/lib/plan/words.ts';
import { Button } from '#src/web/ui/button.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { formatNumber } from '#src/web/ui/format.ts';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { quoteQuery, startCheckout } from './queries.ts';

/** What it comes to, and the way to pay; nothing is asked before it is known who asks. */
export function Summary({ mayPay, ...choice }: Choice & { mayPay: boolean }) {
  const quote = useQuery({ ...quoteQuery(choice), enabled: mayPay });
  const billing = useQuery({ ...billingQuery, enabled: mayPay });
  const navigate = useNavigate();
  const pay = useMutation({
    mutationFn: () => startCheckout(choice),
    onSuccess: ({ url, startsAt }) => {
      if (url) {
        location.assign(url);
        return;
      }
      toast({ title: 'Change noted', description: `It begins on ${dayOf(startsAt)}.` });
      void navigate('/billing');
    },
    onError: (error) =>
      toast({ title: 'The checkout didn’t open', description: error.message, variant: 'destructive' }),
  });
  const isSame = quote.error instanceof ApiError && quote.error.code === 'same_plan';
  return (
    <section
      aria-labelledby="summary"
      className="self-start border-t border-line pt-6 lg:border-t-0 lg:border-l lg:pt-0 lg:pl-10"
    >
      <h2 id="summary" className="headline text-h3">
        Summary
      </h2>
      {billing.data?.provider?.test ? (
        <div className="mt-3">
          <TestMark />
        </div>
      ) : null}
      {isSame ? (
        <p className="mt-5 text-base">
          The workspace already has this plan.{' '}
          <Link className="link" to="/billing">
            Go to Billing
          </Link>
        </p>
      ) : quote.error ? (
        <div className="mt-5">
          <ErrorState
            title="The price couldn’t be loaded"
            text={quote.error.message}
            onRetry={() => void quote.refetch()}
          />
        </div>
      ) : quote.data ? (
        <>
          <Sums quote={quote.data} fresh={!quote.isPlaceholderData} />
          <OverPlan overPlan={quote.data.overPlan} />
          {billing.data && billing.data.provider === null ? (
            <p className="mt-6 text-base">
              Payments aren’t set up on this installation.{' '}
              <Link className="link" to="/contact-sales">
                Contact Sales
              </Link>
            </p>
          ) : (
            <Button
              variant="primary"
              className="mt-6 w-full"
              busy={pay.isPending || pay.isSuccess}
              disabled={quote.isPlaceholderData}
              onClick={() => pay.mutate()}
            >
              {pay.isPending || pay.isSuccess
                ? 'Processing...'
                : quote.data.starts === 'now'
                  ? `Pay ${money(quote.data.dueCents)}`
                  : `Change on ${dayOf(quote.data.startsAt)}`}
            </Button>
          )}
          <p className="mt-3 text-sm text-ink-2">
            {quote.data.starts === 'now'
              ? 'You pay on the page of the payment provider. The plan begins when the payment is confirmed, and renews every month until you cancel.'
              : `Your plan stays as it is until ${dayOf(quote.data.startsAt)}. Nothing is due before.`}
          </p>
        </>
      ) : (
        <div className="mt-5 grid gap-3">
          <output className="sr-only">Loading...</output>
          <Skeleton className="h-5 w-full" />
          <Skeleton className="h-5 w-2/3" />
          <Skeleton className="h-11 w-full" />
        </div>
      )}
    </section>
  );
}

function Sums({ quote, fresh }: { quote: QuoteAnswer; fresh: boolean }) {
  return (
    <dl className="mt-5" aria-busy={!fresh}>
      {quote.lines.map(({ text, cents }) => (
        <Row key={text} label={text} value={money(cents)} />
      ))}
      <Row label="Total a month" value={money(quote.monthlyCents)} strong />
      {quote.creditCents > 0 ? (
        <Row label="Unused part of the running month" value={money(-quote.creditCents)} />
      ) : null}
      <Row label="Due now" value={money(quote.dueCents)} strong />
    </dl>
  );
}

/** Contacts that the plan would leave out, before it is chosen. */
function OverPlan({ overPlan }: Pick<QuoteAnswer, 'overPlan'>) {
  if (!overPlan) return null;
  const { contacts, allowed, limitedFrom } = overPlan;
  const [has, most, more] = [contacts, allowed, contacts - allowed].map(formatNumber);
  return (
    <div className="mt-4 flex items-start gap-3 border-y border-rule py-4">
      <CircleAlert size={18} className="mt-0.5 shrink-0 text-fault" aria-hidden="true" />
      <div>
        <p className="font-medium">
          {more} of your {has} contacts are more than this plan includes
        </p>
        <p className="mt-1 text-sm text-ink-2">
          Alerts reach everyone until {dayOf(limitedFrom)}, then only the {most} contacts that were added
          first. Nothing is deleted, but you can’t add contacts until there is room.
        </p>
        <Link className="link mt-2 inline-block text-sm" to="/contacts">
          Go to Contacts
        </Link>
      </div>
    </div>
  );
}

function Row({ label, value, strong = false }: { label: string; value: string; strong?: boolean }) {
  return (
    <div
      className={
        strong
          ? 'flex justify-between gap-6 border-t border-rule py-3 font-medium'
          : 'flex justify-between gap-6 py-2'
      }
    >
      <dt>{label}</dt>
      <dd className="figure">{value}</dd>
    </div>
  );
}
