import { useQuery } from '@tanstack/react-query';
import type { SupportStanding } from '#src/shared/chat.ts';
import { supportMoment, withinHours } from '#src/shared/support-hours.ts';
import { useNow } from '#src/web/ui/time.tsx';
import { supportQuery } from './queries.ts';

const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** What the plan promises; and to those who wait, their place in the queue and when they are answered. */
export function SupportLine() {
  const now = useNow();
  const { data } = useQuery(supportQuery);
  if (!data) return null;
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
  { priority, withinHours: hours, queue }: SupportStanding,
  now: number,
  timeZone: string,
): { mark: string | null; text: string } {
  if (!queue) {
    return priority
      ? { mark: 'Priority support.', text: `We answer within ${withinHours(hours)}.` }
      : { mark: null, text: `We answer within ${withinHours(hours)}. Enterprise includes priority support.` };
  }
  const by = Date.parse(queue.answerBy);
  const when = supportMoment(by, now, timeZone);
  const mark = `You’re number ${queue.place} in the queue${queue.priority ? ', with priority' : ''}.`;
  return {
    mark,
    text: by < now ? `We promised an answer by ${when}. Sorry that it’s late.` : `We answer by ${when}.`,
  };
}
