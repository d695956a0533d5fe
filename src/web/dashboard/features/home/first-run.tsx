import { useQuery } from '@tanstack/react-query';
import { ArrowRight, Check, X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Me } from '#src/shared/alerts.ts';
import { FIRST_RUN_STEPS } from '#src/shared/first-run.ts';
import { roleMay } from '#src/shared/permissions.ts';
import { ResendButton } from '#src/web/auth/resend-button.tsx';
import { readOnlyReason } from '#src/web/lib/api/access.ts';
import type { Feature, FirstRunOffer } from '#src/web/dashboard/lib/feature.ts';
import { useFeatures } from '#src/web/dashboard/lib/features.ts';
import { firstRunQuery, useDismissFirstRun } from '#src/web/dashboard/lib/first-run/queries.ts';
import { Button } from '#src/web/ui/button.tsx';
import { cx } from '#src/web/ui/cx.ts';

/** The steps that the features offer, in their order. */
const stepsOf = (features: readonly Feature[]): FirstRunOffer[] =>
  FIRST_RUN_STEPS.flatMap((step) =>
    features.flatMap(({ firstRun = [] }) => firstRun).filter((offer) => offer.step === step),
  );

/** The steps and the user's progress. `shown`: some are open, and the list isn't hidden. */
export function useFirstSteps(me: Me | undefined) {
  const features = useFeatures();
  const { data, isPending, failureCount } = useQuery({
    ...firstRunQuery,
    enabled: readOnlyReason() === null,
  });
  const isDone = ({ step }: FirstRunOffer): boolean =>
    data?.done.includes(step) === true || (step === 'confirm' && me?.user.emailConfirmed === true);
  const offered = stepsOf(features).filter(({ needs }) => !needs || !me || roleMay(me.workspace.role, needs));
  const open = offered.filter((offer) => !isDone(offer));
  const dismissed = data?.dismissed === true;
  const pending = isPending && failureCount === 0 && readOnlyReason() === null;
  return {
    isDone,
    offered,
    open,
    dismissed,
    pending,
    shown: data !== undefined && !dismissed && open.length > 0,
  };
}

/** What to do first with a new workspace: one step open, the others a line. Gone when all are done, or hidden. */
export function FirstRun({ me, steps }: { me: Me | undefined; steps: ReturnType<typeof useFirstSteps> }) {
  const dismiss = useDismissFirstRun();
  const [hidden, setHidden] = useState(false);
  const { isDone, offered, open } = steps;
  if (!me || !steps.shown) {
    return hidden && steps.dismissed ? (
      <output className="mt-8 flex items-center gap-3 text-sm text-ink-2">
        First steps are hidden.
        <button
          type="button"
          className="link min-h-11"
          onClick={() => {
            setHidden(false);
            dismiss.mutate(false);
          }}
        >
          Undo
        </button>
      </output>
    ) : null;
  }
  const [next] = open;
  const done = offered.length - open.length;
  return (
    <section aria-labelledby="first-steps" className="mt-10 border-y border-rule md:mt-12">
      <header className="flex items-center gap-4 border-b border-line">
        <h2 id="first-steps" className="headline grow py-3 text-h4">
          First steps
        </h2>
        <p className="text-sm text-ink-2">
          <span className="figure">
            {done} of {offered.length}
          </span>{' '}
          done
        </p>
        <Button
          variant="quiet"
          size="icon"
          className="-mr-2"
          aria-label="Hide the first steps"
          title="Hide"
          onClick={() => {
            setHidden(true);
            dismiss.mutate(true);
          }}
        >
          <X size={16} aria-hidden="true" />
        </Button>
      </header>
      <ol className="flex flex-col pb-2 lg:flex-row lg:gap-8 lg:pb-4">
        {offered.map((offer, index) => (
          <Step
            key={offer.step}
            offer={offer}
            place={index + 1}
            done={isDone(offer)}
            open={offer === next}
            me={me}
          />
        ))}
      </ol>
    </section>
  );
}

function Step({
  offer,
  place,
  done,
  open,
  me,
}: {
  offer: FirstRunOffer;
  place: number;
  done: boolean;
  open: boolean;
  me: Me;
}) {
  return (
    <li
      className={cx('flex min-w-0 gap-3 pt-3', open ? 'pb-2 lg:flex-[2]' : 'lg:flex-1')}
      aria-current={open ? 'step' : undefined}
    >
      <span
        className={cx(
          'figure grid size-5 shrink-0 place-items-center rounded-full border text-2xs',
          done ? 'border-transparent text-ink-3' : open ? 'border-ink text-ink' : 'border-rule text-ink-3',
        )}
      >
        {done ? <Check size={14} aria-hidden="true" /> : place}
        {done ? <span className="sr-only">Done:</span> : null}
      </span>
      <div className="min-w-0">
        <p className={cx('text-sm', open ? 'font-medium' : 'text-ink-2')}>{offer.label}</p>
        {open ? <p className="mt-1 max-w-text text-sm text-ink-2">{offer.sentence}</p> : null}
        {open ? <Act offer={offer} me={me} /> : null}
      </div>
    </li>
  );
}

function Act({ offer, me }: { offer: FirstRunOffer; me: Me }) {
  if (offer.step === 'confirm') {
    return (
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <ResendButton email={me.user.email} size="sm" />
        {me.outboxUrl === null ? null : (
          <a className="link text-sm whitespace-nowrap" href={me.outboxUrl}>
            Open the outbox
          </a>
        )}
      </div>
    );
  }
  return (
    <Link
      to={offer.action.to}
      className="mt-2 inline-flex min-h-9 items-center gap-1.5 text-sm font-medium underline decoration-brass decoration-2 underline-offset-4 hover:decoration-ink pointer-coarse:min-h-11"
    >
      {offer.action.label}
      <ArrowRight size={14} aria-hidden="true" />
    </Link>
  );
}
