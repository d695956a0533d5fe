import type { Answer } from '#src/platform/net/call.ts';
import type { LookUp, Sought } from './channel.ts';
import { type ReadAnswer, readAnswer } from './http-outcome.ts';

/** A message that a provider lists: its id for `providerMessageId`, what it says, and when it was sent (ms, UTC). */
export type Listed = { id: string; text: string; at: number };

type Unclear = Extract<LookUp, { found: 'unclear' }>;
export const unclear = (problem: string, more: Omit<Unclear, 'found' | 'problem'> = {}): LookUp => ({
  found: 'unclear',
  problem,
  ...more,
});

/** A list's answer, or why there is none. `mayNot`: what a refusal means. */
export function readList(
  answer: Answer,
  provider: string,
  mayNot: string,
): { read: ReadAnswer } | { problem: string } {
  if (answer.kind !== 'answered') return { problem: `${provider} wasn’t reached: ${answer.reason}` };
  const read = readAnswer(answer);
  if (read.status === 401 || read.status === 403) return { problem: mayNot };
  return read.status < 300 ? { read } : { problem: `${provider} answered with status ${read.status}.` };
}

/** Links aside: what went out may have had counted ones in their place. */
const plain = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/https?:\/\/\S+/g, '…')
    .replaceAll(/\s+/g, ' ')
    .trim();

/**
 * Finds a message by its words, where the provider keeps no id of ours. `isWhole`: the list goes back as far as the message
 * could; else its absence says nothing.
 */
export function findByText(
  listed: readonly Listed[],
  { isWhole, text }: { isWhole: boolean; text: string },
  { since, taken }: Pick<Sought, 'since' | 'taken'>,
): LookUp {
  const wanted = plain(text);
  // The oldest: of two with the same words, the other one's turn comes when this one is known.
  const match = listed
    .filter(({ id, at }) => at >= since && !taken.has(id))
    .toSorted((a, b) => a.at - b.at)
    .find((each) => plain(each.text) === wanted);
  if (match) return { found: 'there', providerMessageId: match.id };
  return isWhole ? { found: 'absent' } : unclear('There was too much since to look through all of it.');
}
