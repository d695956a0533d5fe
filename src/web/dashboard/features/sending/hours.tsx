import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Sending } from '#src/shared/sending.ts';
import type { SendingHours } from '#src/shared/sending-hours.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { Button } from '#src/web/ui/button.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import { Time } from '#src/web/ui/time.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { HoursForm } from './hours-form.tsx';
import { hoursQuery, removeHours } from './hours-queries.ts';
import { hoursWords, ofWords } from './hours-words.ts';

/** The hours in which alerts go out. */
export function Hours({ brands }: { brands: Sending['brands'] }) {
  const { data, error, refetch } = useQuery(hoursQuery);
  const mayWrite = useMay('workspace:write') === true;
  const [form, setForm] = useState<SendingHours | 'new' | null>(null);
  return (
    <section aria-labelledby="sending-hours">
      <h2 id="sending-hours" className="headline mt-10 text-h3">
        Sending hours
      </h2>
      <p className="mt-2 max-w-text text-sm text-ink-2">
        Outside of these hours, approved alerts wait: days and hours that you set, or those of each symbol’s
        market. When they begin, prices, mutes and expiry are checked again. Critical alerts, alerts written
        by hand, updates and corrections go out at once.
      </p>
      {error && !data ? (
        <ErrorState
          title="Sending hours couldn’t be loaded"
          text={error.message}
          onRetry={() => void refetch()}
        />
      ) : !data ? (
        <output className="mt-3 block border-t border-rule py-4">
          <span className="sr-only">Loading...</span>
          <Skeleton className="h-18 w-full" />
        </output>
      ) : data.length === 0 ? (
        <p className="mt-3 border-t border-rule py-4 text-sm text-ink-2">Alerts go out at any time.</p>
      ) : (
        <ul aria-label="Sending hours" className="mt-3 border-t border-rule">
          {data.map((hours) => (
            <Row key={hours.id} hours={hours} onChange={() => setForm(hours)} mayWrite={mayWrite} />
          ))}
        </ul>
      )}
      {mayWrite && data && form === null ? (
        <Changes className="mt-4">
          <Button size="sm" onClick={() => setForm('new')}>
            Add sending hours
          </Button>
        </Changes>
      ) : null}
      {form === null ? null : (
        <HoursForm
          key={form === 'new' ? 'new' : form.id}
          hours={form === 'new' ? null : form}
          brands={brands}
          onClose={() => setForm(null)}
        />
      )}
    </section>
  );
}

function Row({
  hours,
  mayWrite,
  onChange,
}: {
  hours: SendingHours;
  mayWrite: boolean;
  onChange: () => void;
}) {
  const { busy, run } = useActOn('alerts');
  const name = ofWords(hours);
  async function remove(): Promise<void> {
    const done = await run(() => removeHours(hours.id), { failure: 'The hours weren’t removed' });
    if (done) toast({ title: 'Sending hours removed', description: name });
  }
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 border-b border-line py-4 text-sm">
      <div className="min-w-0 grow basis-60">
        <p className="text-base font-medium wrap-anywhere">{name}</p>
        <p className="mt-0.5 text-ink-2">{hoursWords(hours)}</p>
        {hours.late === 'digest' ? (
          <p className="mt-0.5 text-ink-2">What lapses is past news in the next digest</p>
        ) : null}
        {hours.opensAt === null ? null : (
          <p className="mt-0.5 text-ink-2">
            Closed until <Time at={hours.opensAt} />
          </p>
        )}
      </div>
      {mayWrite ? (
        <Changes className="flex flex-wrap gap-2">
          <Button size="sm" aria-label={`Change the hours of ${name}`} onClick={onChange}>
            Change
          </Button>
          <Button
            size="sm"
            variant="quiet"
            busy={busy}
            aria-label={`Remove the hours of ${name}`}
            onClick={() => void remove()}
          >
            Remove
          </Button>
        </Changes>
      ) : null}
    </li>
  );
}
