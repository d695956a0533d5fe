import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { meQuery } from '#src/web/dashboard/lib/me.ts';
import { billingQuery } from '#src/web/dashboard/lib/plan/billing-query.ts';
import { TestMark } from '#src/web/dashboard/lib/plan/test-mark.tsx';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { usePageTitle } from '#src/web/lib/use-page-title.ts';
import { buttonClass } from '#src/web/ui/button.tsx';
import { EmptyState } from '#src/web/ui/empty-state.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import { CheckoutResult } from './checkout-result.tsx';
import { Invoices } from './invoices.tsx';
import { PlanFacts } from './plan-facts.tsx';

export function BillingPage() {
  usePageTitle('Billing');
  const me = useQuery(meQuery);
  const maySee = useMay('billing:read');
  const mayPay = useMay('billing:write') === true;
  return (
    <>
      <h1 className="headline text-h2">Billing</h1>
      {me.isError ? (
        <div className="mt-8">
          <ErrorState
            heading="h2"
            title="Billing couldn’t be loaded"
            text={me.error.message}
            onRetry={() => void me.refetch()}
          />
        </div>
      ) : maySee === undefined ? (
        <Waiting />
      ) : maySee ? (
        <Content mayPay={mayPay} />
      ) : (
        <div className="mt-8">
          <EmptyState
            heading="h2"
            title="Only owners and admins see billing"
            text="You can see the plan and its usage under Plans."
            action={
              <Link to="/plans" className={buttonClass()}>
                Open Plans
              </Link>
            }
          />
        </div>
      )}
    </>
  );
}

function Content({ mayPay }: { mayPay: boolean }) {
  const { data, error, refetch } = useQuery(billingQuery);
  return (
    <>
      <CheckoutResult billing={data} />
      {data ? (
        <>
          {data.provider?.test ? (
            <div className="mt-3">
              <TestMark />
            </div>
          ) : null}
          <PlanFacts billing={data} mayPay={mayPay} />
          <Invoices invoices={data.invoices} />
        </>
      ) : error ? (
        <div className="mt-8">
          <ErrorState
            heading="h2"
            title="Billing couldn’t be loaded"
            text={error.message}
            onRetry={() => void refetch()}
          />
        </div>
      ) : (
        <Waiting />
      )}
    </>
  );
}

const Waiting = () => (
  <div className="mt-8 grid grid-cols-1 gap-4 border-t border-line pt-8">
    <output className="sr-only">Loading...</output>
    <Skeleton className="h-8 w-56" />
    <Skeleton className="h-5 w-80 max-w-full" />
    <Skeleton className="h-40 w-full" />
  </div>
);
