import { useQuery } from '@tanstack/react-query';
import type { SupportStanding } from '#src/shared/chat.ts';
import { supportMoment, withinHours } from '#src/shared/support-hours.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import { useNow } from '#src/web/ui/time.tsx';
import { supportQuery } from './queries.ts';

const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * What the plan promises; and to those who wait, their place in the queue and when they are answered.
 * @param isQuiet what is around it says that nothing can be loaded
 */
export function SupportLine({ isQuiet = false }: { isQuiet?: boolean }) {
  const now = useNow();
  const { data, error, refetch } = useQuery(supportQuery);
  if (!data && isQuiet) return null;
  if (!data && error)
    return (
      <div role="alert" className="mt-0.5 text-sm text-ink-2">
        <p>We couldn’t load when we answer. {error.message}</p>
        <Button size="sm" className="mt-3" onClick={() => void refetch()}>
          Try again
        </Button>
      </div>
    );
  if (!data)
    return (
      <output className="mt-0.5">
        <span className="sr-only">Loading...</span>
        <Skeleton className="h-10 w-full" />
      </output>
    );
  const { mark, text } = sentenceOf(data, now, zone);
  return (
    <p className="mt-0.5 text-sm text-ink-2" aria-live="polite">
      {mark ? <strong className="font-medium text-ink">{mark} </strong> : null}
      {text}
    </p>
  );
}

/** In words, on a clock in ms since the epoch. */
export function sentenceOf(
  { priority, withinHours: hours, queue }: Omit<SupportStanding, 'requests'>,
  now: number,
  timeZone: string,
): { mark: string | null; text: string } {
  if (!queue) {
    return priority
      ? { mark: 'Priority support.', text: `We answer within ${withinHours(hours)}.` }
      : { mark: null, text: `We answer within ${withinHours(hours)}. Enterprise includes priority support.` };
  }
  const { mark, text } = placeOf(queue, now, timeZone);
  return { mark: mark.replace('Number', 'You’re number'), text };
}

type Place = Pick<NonNullable<SupportStanding['queue']>, 'place' | 'priority' | 'answerBy'>;

/** "Number 2 in the queue, with priority.", and by when it's answered. */
export function placeOf(
  { place, priority, answerBy }: Place,
  now: number,
  timeZone: string,
): { mark: string; text: string } {
  const by = Date.parse(answerBy);
  const when = supportMoment(by, now, timeZone);
  return {
    mark: `Number ${place} in the queue${priority ? ', with priority' : ''}.`,
    text: by < now ? `We promised an answer by ${when}. Sorry that it’s late.` : `We answer by ${when}.`,
  };
}
