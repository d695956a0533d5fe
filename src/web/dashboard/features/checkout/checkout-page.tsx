import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { AVAILABILITY } from '#src/shared/availability.ts';
import { isBookable } from '#src/shared/entitlements.ts';
import { ADD_ONS, type AddOnId, formatPrice, type PayablePlanId, PLANS } from '#src/shared/plans.ts';
import { usageQuery } from '#src/web/dashboard/lib/plan/queries.ts';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { useChannels } from '#src/web/lib/channels.ts';
import { usePageTitle } from '#src/web/lib/use-page-title.ts';
import { buttonClass } from '#src/web/ui/button.tsx';
import { Checkbox } from '#src/web/ui/checkbox.tsx';
import { EmptyState } from '#src/web/ui/empty-state.tsx';
import { RadioGroup } from '#src/web/ui/radio-group.tsx';
import { Summary } from './summary.tsx';

const PAYABLE = PLANS.filter(({ monthlyCents }) => monthlyCents !== null);
const isPayable = (id: string | null): id is PayablePlanId => PAYABLE.some((plan) => plan.id === id);

/** The choice is also in the address, so that a reload or Back keeps it. */
export function CheckoutPage() {
  usePageTitle('Checkout');
  const mayPay = useMay('billing:write');
  const [search, setSearch] = useSearchParams();
  const [planId, setPlanId] = useState(() => search.get('plan'));
  const { data: usage } = useQuery(usageQuery);
  const channels = useChannels();
  const [wanted, setWanted] = useState<readonly AddOnId[]>(() =>
    ADD_ONS.map(({ id }) => id).filter((id) => search.getAll('add_on').includes(id)),
  );
  // What sends nothing yet is not sold; what is paid for already may be kept.
  const mayBook = (id: AddOnId): boolean => isBookable(id, channels) || (usage?.addOns.includes(id) ?? false);
  const addOns = wanted.filter(mayBook);
  if (mayPay === false) {
    return (
      <Instead
        title="An owner pays the plan"
        text="Your role in this workspace doesn’t include payments. Ask an owner to choose the plan."
        action={{ to: '/plans', label: 'Back to the plans' }}
      />
    );
  }
  if (planId === 'enterprise') {
    return (
      <Instead
        title="Enterprise is agreed on with sales"
        text="Tell us what you need; the price follows from that."
        action={{ to: '/contact-sales', label: 'Contact Sales' }}
      />
    );
  }
  if (!isPayable(planId)) {
    return (
      <Instead
        title="No plan is chosen"
        text="Choose one, and come back here to pay it."
        action={{ to: '/plans', label: 'See the plans' }}
      />
    );
  }
  // The address follows in its own time: a box that is ticked must not wait for it.
  const choose = (plan: PayablePlanId, chosen: readonly AddOnId[]) => {
    setPlanId(plan);
    setWanted(chosen);
    setSearch(new URLSearchParams([['plan', plan], ...chosen.map((id) => ['add_on', id])]), {
      replace: true,
      preventScrollReset: true,
    });
  };
  return (
    <>
      <h1 className="headline text-h2">Checkout</h1>
      <div className="mt-8 grid gap-x-16 gap-y-10 border-t border-line pt-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div className="grid gap-10 self-start">
          <RadioGroup
            legend="Plan"
            name="plan"
            value={planId}
            onChange={(value) => {
              if (isPayable(value)) choose(value, addOns);
            }}
            options={PAYABLE.map(({ id, name }) => ({ value: id, label: name.dashboard }))}
          />
          <fieldset>
            <legend className="text-sm font-medium">Add-ons</legend>
            <p className="mt-1 text-sm text-ink-2">
              Billed monthly, with either plan. Professional already includes one messaging platform.
            </p>
            <div className="mt-3 border-t border-line">
              {ADD_ONS.map(({ id, name, description, monthlyCents }) => (
                <div key={id} className="border-b border-line py-3">
                  <Checkbox
                    name={id}
                    checked={addOns.includes(id)}
                    disabled={!mayBook(id)}
                    label={
                      <span className="flex min-h-6 flex-wrap gap-x-3">
                        <span className="font-medium">{name}</span>
                        <span className="figure">{formatPrice(monthlyCents)}/mo</span>
                      </span>
                    }
                    hint={isBookable(id, channels) ? description : `${description}. ${AVAILABILITY.later}`}
                    onChange={(event) =>
                      choose(
                        planId,
                        event.target.checked ? [...addOns, id] : addOns.filter((each) => each !== id),
                      )
                    }
                  />
                </div>
              ))}
            </div>
          </fieldset>
        </div>
        <Summary planId={planId} addOns={addOns} mayPay={mayPay === true} />
      </div>
    </>
  );
}

function Instead({
  title,
  text,
  action,
}: {
  title: string;
  text: string;
  action: { to: string; label: string };
}) {
  return (
    <>
      <h1 className="headline mb-8 text-h2">Checkout</h1>
      <EmptyState
        heading="h2"
        title={title}
        text={text}
        action={
          <Link to={action.to} className={buttonClass('primary')}>
            {action.label}
          </Link>
        }
      />
    </>
  );
}
