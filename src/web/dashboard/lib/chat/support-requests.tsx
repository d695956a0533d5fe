import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { MessageKind } from '#src/shared/contact.ts';
import { Button } from '#src/web/ui/button.tsx';
import { useNow } from '#src/web/ui/time.tsx';
import { supportQuery } from './queries.ts';
import { placeOf } from './support-line.tsx';

const KIND: Readonly<Record<MessageKind, string>> = {
  contact: 'Contact form',
  sales: 'Sales',
  feedback: 'Feedback',
  mailed: 'Email',
};
const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * The person's messages that wait for an answer by email, with their place in the queue. Nothing while there are none.
 * @param isAlone nothing around it says that it loads, or that it can't be loaded
 */
export function SupportRequests({ isAlone = false }: { isAlone?: boolean }) {
  const id = useId();
  const now = useNow();
  const { data, error, refetch } = useQuery(supportQuery);
  const requests = data?.requests ?? [];
  if (!data && error && isAlone)
    return (
      <div role="alert" className="text-sm text-ink-2">
        <p>We couldn’t load what waits for an answer. {error.message}</p>
        <Button size="sm" className="mt-3" onClick={() => void refetch()}>
          Try again
        </Button>
      </div>
    );
  if (!data && isAlone)
    return (
      // It has a height, so that it's there, and hardly any, so that nothing moves when there are no messages.
      <output className="block min-h-px">
        <span className="sr-only">Loading...</span>
      </output>
    );
  return (
    <section aria-labelledby={requests.length > 0 ? id : undefined} aria-live="polite">
      {requests.length > 0 ? (
        <>
          <h2 id={id} className="headline text-h4">
            Waiting for an answer
          </h2>
          <p className="mt-2 text-sm text-ink-2">We answer by email, the earliest promise first.</p>
          <ul className="mt-4 border-t border-rule text-sm">
            {requests.map((request) => {
              const { mark, text } = placeOf(request, now, zone);
              return (
                <li key={request.id} className="border-b border-line py-3">
                  <p className="flex items-baseline gap-3">
                    <span className="min-w-0 truncate text-base">{request.subject}</span>
                    <span className="slug ml-auto shrink-0 text-ink-3">{KIND[request.kind]}</span>
                  </p>
                  <p className="mt-1 text-ink-2">
                    <strong className="font-medium text-ink">{mark}</strong> {text}
                  </p>
                </li>
              );
            })}
          </ul>
        </>
      ) : null}
    </section>
  );
}
