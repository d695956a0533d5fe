import type { FanOut, ReachAhead, Skipped } from '#src/shared/alert-reach.ts';

/** People passed over, after their number. */
const SKIPPED: Readonly<Record<string, string>> = {
  left: 'left',
  suppressed: 'suppressed',
  unsubscribed: 'unsubscribed',
  unconfirmed: 'unconfirmed',
  served: 'reached already',
};
const number = (count: number): string => count.toLocaleString('en-US');
const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** `8 suppressed, 2 unsubscribed`; '' for nobody. */
export const skippedWords = (skipped: Skipped): string =>
  skipped.map(({ reason, people }) => `${number(people)} ${SKIPPED[reason] ?? reason}`).join(', ');

/** `1,204 people by Email; 8 suppressed`, for each channel. */
export function aheadWords(ahead: ReachAhead, titleOf: (kind: string) => string): string[] {
  const lines = ahead.channels
    .filter(({ people, skipped }) => people > 0 || skipped.length > 0)
    .map(({ channel, people, skipped }) =>
      [
        `${number(people)} ${people === 1 ? 'person' : 'people'} by ${titleOf(channel)}`,
        skippedWords(skipped),
      ]
        .filter((part) => part !== '')
        .join('; '),
    );
  const places = ahead.destinations.map(({ name, channel }) => `${name} (${titleOf(channel)})`);
  if (places.length > 0) lines.push(`Posted to ${list.format(places)}`);
  if (ahead.leftOut.length > 0)
    lines.push(`Your plan doesn’t include ${list.format(ahead.leftOut.map(titleOf))}`);
  return lines.length === 0 ? ['Nobody: its audiences have no one to send to'] : lines;
}

/** `1,190 sent · 3 failed`; '' where nothing was opened. */
export const countWords = ({
  sent,
  waiting,
  held,
  unknown,
  failed,
}: Pick<FanOut['channels'][number], 'sent' | 'waiting' | 'held' | 'unknown' | 'failed'>): string =>
  (
    [
      [sent, 'sent'],
      [waiting, 'waiting'],
      [held, 'held until confirmed'],
      [unknown, 'unknown'],
      [failed, 'failed'],
    ] as const
  )
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${number(count)} ${word}`)
    .join(' · ');
