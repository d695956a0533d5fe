import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import type { AlertRecord, DeliveryItem, ReadBackAnswer } from '#src/shared/alert-list.ts';
import type { DeliveryState } from '#src/shared/alerts.ts';
import { useChannelTitle } from '#src/web/lib/channels.ts';
import { DELIVERY_STATUS } from '#src/web/dashboard/lib/delivery-state.ts';
import { sentLabel } from '#src/web/dashboard/lib/sent-label.ts';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { Button } from '#src/web/ui/button.tsx';
import { ShowMore } from '#src/web/ui/show-more.tsx';
import { StatusTag } from '#src/web/ui/status-tag.tsx';
import { Time } from '#src/web/ui/time.tsx';
import { Resolve } from './resolve.tsx';
import { deliveriesQuery, readBack } from '#src/web/dashboard/lib/alert/queries.ts';

const OUTCOMES: Readonly<Record<DeliveryItem['attempts'][number]['outcome'], string>> = {
  get sent() {
    return sentLabel();
  },
  retry: 'To be tried again',
  unknown: 'Unknown',
  rejected: 'Refused',
};

const RECIPIENTS_DELETED =
  'Records of who got it were deleted along with the ledger’s entries of that time. The counts are kept.';

/** Who got it, who did not, and every attempt. */
export function Deliveries({
  id,
  counts,
  recipientsDeleted,
}: {
  id: string;
  counts: AlertRecord['deliveries'];
  recipientsDeleted: boolean;
}) {
  const list = useInfiniteQuery(deliveriesQuery(id));
  const { data, error, isPending } = list;
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <section aria-labelledby="deliveries">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="deliveries" className="headline text-h4">
          Deliveries
        </h2>
        <p className="figure text-sm text-ink-2">{summary(counts)}</p>
      </div>
      {items.length === 0 ? (
        <p className="mt-3 border-t border-line pt-3 text-sm text-ink-2">
          {isPending
            ? 'Loading...'
            : (error?.message ?? (recipientsDeleted ? RECIPIENTS_DELETED : 'Nothing has been sent yet.'))}
        </p>
      ) : (
        <ul className="mt-3 border-t border-line">
          {items.map((item) => (
            <Delivery key={item.id} item={item} />
          ))}
        </ul>
      )}
      <ShowMore list={list} className="mt-3" />
      {recipientsDeleted && items.length > 0 ? (
        <p className="mt-3 text-sm text-ink-2">{RECIPIENTS_DELETED}</p>
      ) : null}
    </section>
  );
}

function Delivery({ item }: { item: DeliveryItem }) {
  const { tone, label } = DELIVERY_STATUS[item.state];
  const titleOf = useChannelTitle();
  return (
    <li className="border-b border-line py-2 text-sm">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <span className="min-w-0 truncate">{item.address}</span>
        <span className="flex items-baseline gap-4">
          <span className="text-ink-2">{titleOf(item.channel)}</span>
          <StatusTag tone={tone} label={label} />
        </span>
      </div>
      {item.deliveredAt ? (
        <p className="text-ink-2">
          Delivered <Time at={item.deliveredAt} />
          {item.readAt ? (
            <>
              {' · '}Read <Time at={item.readAt} />
            </>
          ) : null}
        </p>
      ) : null}
      {item.reason ? <p className="text-ink-2">{item.reason}</p> : null}
      {item.nextAttemptAt && item.state === 'retry' ? (
        <p className="text-ink-2">
          Next attempt <Time at={item.nextAttemptAt} />
        </p>
      ) : null}
      {item.nextAttemptAt && item.state === 'unknown' ? (
        <p className="text-ink-2">
          We’re looking for it at the provider. Next look <Time at={item.nextAttemptAt} />
        </p>
      ) : null}
      {item.nextAttemptAt && item.state === 'held' ? (
        <p className="text-ink-2">
          Held until <Time at={item.nextAttemptAt} exact />
        </p>
      ) : null}
      {item.attempts.length > 0 ? (
        <details className="mt-1 text-ink-2">
          <summary className="inline-block py-1 text-xs hover:text-ink pointer-coarse:py-3">
            {item.attempts.length === 1 ? '1 attempt' : `${item.attempts.length} attempts`}
          </summary>
          <ol className="mt-1 grid gap-1 border-l border-rule pl-4 text-xs">
            {item.attempts.map((attempt) => (
              <li key={`${attempt.n} ${attempt.finishedAt}`}>
                {OUTCOMES[attempt.outcome]} <Time at={attempt.finishedAt} />
                <span className="figure block break-words text-ink-3">{attempt.detail}</span>
              </li>
            ))}
          </ol>
        </details>
      ) : null}
      {item.state === 'unknown' ? <Resolve item={item} /> : null}
      {item.readsBack ? <ReadBack item={item} /> : null}
    </li>
  );
}

/** Shows the message as its provider has it now, for members who may run things. */
function ReadBack({ item }: { item: DeliveryItem }) {
  const mayRun = useMay('alerts:run') === true;
  const read = useMutation({ mutationFn: () => readBack(item.id) });
  if (!mayRun) return null;
  const { data, error } = read;
  return (
    <div className="mt-1">
      <Button
        size="sm"
        variant="quiet"
        className="-ml-3"
        busy={read.isPending}
        aria-label={`Read back the message to ${item.address}`}
        onClick={() => read.mutate()}
      >
        Read back
      </Button>
      <output className="block text-ink-2">
        {error ? <span className="text-fault">{error.message}</span> : data ? foundWords(data) : null}
      </output>
      {data?.text === null || data === undefined ? null : (
        <p className="figure mt-1 border-l border-rule pl-4 text-xs break-words whitespace-pre-wrap">
          {data.text}
        </p>
      )}
    </div>
  );
}

function foundWords({ found, same, problem }: ReadBackAnswer): string {
  if (found === 'gone') return 'It is no longer there.';
  if (found === 'unknown') return `The provider couldn’t be asked. ${problem ?? ''}`;
  return same ? 'It is there, exactly as sent.' : 'It is there, but reads differently from what was sent:';
}

/** `3 sent · 1 failed`: states that read the same are one. */
function summary(counts: AlertRecord['deliveries']): string {
  const sums = new Map<string, number>();
  for (const { state, count } of counts) {
    const label = DELIVERY_STATUS[state satisfies DeliveryState].label.toLowerCase();
    sums.set(label, (sums.get(label) ?? 0) + count);
  }
  return [...sums].map(([label, count]) => `${count.toLocaleString('en-US')} ${label}`).join(' · ');
}
