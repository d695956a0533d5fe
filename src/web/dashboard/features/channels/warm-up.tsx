import { useState } from 'react';
import type { SendingDomain } from '#src/shared/senders.ts';
import { endWarmUpSchema, type WarmUp } from '#src/shared/warm-up.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { checkBy } from '#src/web/lib/forms/check.ts';
import { useCheckedForm } from '#src/web/lib/forms/use-checked-form.ts';
import { Button } from '#src/web/ui/button.tsx';
import { TextArea } from '#src/web/ui/text-area.tsx';
import { Time } from '#src/web/ui/time.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { endWarmUp } from './queries.ts';

const number = (count: number): string => count.toLocaleString('en-US');

const SLOWED: Readonly<Record<NonNullable<WarmUp['slowed']>, string>> = {
  kept: 'The number didn’t grow: too many messages bounced (5% or more) or were reported as spam (0.1% or more).',
  back: 'The number was halved: too many messages bounced (10% or more) or were reported as spam (0.5% or more).',
};

/** What a new domain may send today, and how its warm-up ended. */
export function WarmUpOf({ domain }: { domain: SendingDomain }) {
  const { warmUp, warmUpEnd } = domain;
  const mayEnd = useMay('sending:warm-up') === true;
  const [isEnding, setEnding] = useState(false);
  if (warmUpEnd)
    return warmUpEnd.by === null ? null : (
      <p className="mt-1 max-w-text wrap-anywhere text-ink-2">
        {warmUpEnd.by} ended the warm-up <Time at={warmUpEnd.at} />: {warmUpEnd.reason}
      </p>
    );
  if (!warmUp) return null;
  const { day, days, sent, most, resumesAt, slowed } = warmUp;
  return (
    <div className="mt-3 mb-4 max-w-text border-l-2 border-rule pl-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p className="font-medium">
          Day {day} of {days}:{' '}
          <span className="figure">
            {number(sent)} of {number(most)}
          </span>{' '}
          sent today
        </p>
        {mayEnd && !isEnding ? (
          <Changes className="-ml-3 sm:ml-0">
            <Button
              size="sm"
              variant="quiet"
              aria-label={`End the warm-up of ${domain.domain}`}
              onClick={() => setEnding(true)}
            >
              End warm-up
            </Button>
          </Changes>
        ) : null}
      </div>
      <p className="mt-1 text-ink-2">
        The domain is new, so it begins with few messages a day. The number grows by a fifth after each day
        that used half of it. What doesn’t fit waits until <Time at={resumesAt} exact />.
      </p>
      {slowed ? <p className="mt-1 text-fault">{SLOWED[slowed]}</p> : null}
      {isEnding ? <EndForm id={domain.id} onClose={() => setEnding(false)} /> : null}
    </div>
  );
}

function EndForm({ id, onClose }: { id: string; onClose: () => void }) {
  const { run } = useActOn('channels');
  const { onSubmit, busy, field } = useCheckedForm({
    defaults: { reason: '' },
    check: (values) => checkBy(endWarmUpSchema, values),
    start: 'reason',
    closesHere: true,
    submit: async (form, { refuse }) => {
      const done = await run(() => endWarmUp(id, form), {
        onRefused: ({ message }) => refuse('reason', message),
      });
      if (!done) return;
      toast({ title: 'Warm-up ended' });
      onClose();
    },
  });
  return (
    <form noValidate onSubmit={onSubmit} className="mt-3">
      <TextArea
        label="Why can it send more?"
        hint="Such as what it has sent before. The reason is kept with your name. What waits goes out at once."
        rows={2}
        maxLength={300}
        {...field('reason')}
      />
      <div className="mt-3 flex flex-wrap gap-3">
        <Button type="submit" variant="danger" busy={busy}>
          {busy ? 'Ending...' : 'End warm-up'}
        </Button>
        <Button disabled={busy} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
