import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ContactHistory } from '#src/shared/contacts.ts';
import { deliveryStateSchema } from '#src/shared/alerts.ts';
import { DELIVERY_STATUS } from '#src/web/dashboard/lib/delivery-state.ts';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { ShowMore } from '#src/web/ui/show-more.tsx';
import { StatusTag } from '#src/web/ui/status-tag.tsx';
import { Time } from '#src/web/ui/time.tsx';

/** What was sent to a contact, newest first. */
export function History({ list }: { list: UseInfiniteQueryResult<InfiniteData<ContactHistory>> }) {
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <section aria-labelledby="history" className="mt-10">
      <h2 id="history" className="headline pb-3 text-h3">
        History
      </h2>
      {list.error && !list.data ? (
        <ErrorState
          title="The history couldn’t be loaded"
          text={list.error.message}
          onRetry={() => void list.refetch()}
        />
      ) : items.length === 0 ? (
        <p className="border-t border-rule pt-4 text-sm text-ink-2">
          Nothing has been sent yet. Alerts appear here once a rule sends to an audience that this contact is
          in.
        </p>
      ) : (
        <>
          <ul aria-labelledby="history" className="border-t border-rule">
            {items.map(
              ({ id: delivery, alertId, title, address, state, reason, createdAt, sentAt, ...came }) => (
                <li
                  key={delivery}
                  className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b border-line py-3 text-sm"
                >
                  <div className="min-w-0 grow basis-70">
                    {alertId === null ? (
                      <span className="font-medium wrap-anywhere">{title}</span>
                    ) : (
                      <Link to={`/alerts/${alertId}`} className="font-medium wrap-anywhere hover:underline">
                        {title}
                      </Link>
                    )}
                    <p className="text-ink-2 wrap-anywhere">{address}</p>
                    <Came {...came} />
                  </div>
                  <p className="flex gap-x-5 text-ink-2">
                    <State state={state} reason={reason} />
                    <Time at={sentAt ?? createdAt} />
                  </p>
                </li>
              ),
            )}
          </ul>
          <ShowMore list={list} />
        </>
      )}
    </section>
  );
}

type CameBack = Pick<
  ContactHistory['items'][number],
  'openedAt' | 'maybeOpenedAt' | 'clickedAt' | 'linksClicked'
>;

/** What they did with it, where that is counted. */
function Came({ openedAt, maybeOpenedAt, clickedAt, linksClicked }: CameBack) {
  if (openedAt === null && maybeOpenedAt === null && clickedAt === null) return null;
  return (
    <p className="flex flex-wrap gap-x-5 text-ink-2">
      {openedAt ? (
        <span>
          Opened <Time at={openedAt} />
        </span>
      ) : maybeOpenedAt ? (
        <span>
          Loaded by the mail app <Time at={maybeOpenedAt} />
        </span>
      ) : null}
      {clickedAt ? (
        <span>
          Clicked {linksClicked > 1 ? `${linksClicked} links ` : ''}
          <Time at={clickedAt} />
        </span>
      ) : null}
    </p>
  );
}

function State({ state, reason }: { state: string; reason: string | null }) {
  const known = deliveryStateSchema.safeParse(state);
  const { tone, label } = known.success
    ? DELIVERY_STATUS[known.data]
    : { tone: 'unsure' as const, label: state };
  return <StatusTag tone={tone} label={label} hint={reason} />;
}
