import type { ChatAuthor, ChatMessage } from '#src/shared/chat.ts';
import type { Pending } from './unsent.ts';

/** A line of the conversation: a stored message, or one that is being sent. */
export type Line = (ChatMessage & { state: 'sent' }) | (Pending & { author: ChatAuthor; name: string });

/** Stored messages (given newest first) and those being sent, oldest first. A message that is in both appears once. */
export function linesOf(
  newestFirst: readonly ChatMessage[],
  pending: readonly Pending[],
  author: ChatAuthor,
): Line[] {
  const known = new Set(newestFirst.map(({ clientId }) => clientId));
  return [
    ...newestFirst.toReversed().map((message) => ({ ...message, state: 'sent' as const })),
    ...pending.filter(({ clientId }) => !known.has(clientId)).map((each) => ({ ...each, author, name: '' })),
  ];
}
