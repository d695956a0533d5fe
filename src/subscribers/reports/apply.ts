import type { Tx } from '#src/db/database.ts';
import {
  countSoftBounce,
  idInMessageId,
  isKnownAddress,
  noteArrival,
  noteReported,
  type Sent,
  sentUnder,
  suppressAddress,
} from '#src/db/queries/suppressions.ts';
import { noteReactions } from '#src/db/queries/reactions.ts';
import type { ReactionKind } from '#src/db/schema/reactions.ts';
import { leave } from '#src/db/queries/unsubscriptions.ts';
import { recordChoices } from '#src/ledger/choices.ts';
import { isFirstIn, type LimitDeps } from '#src/platform/limits/count.ts';
import { ACCOUNT_CHANNEL } from '#src/shared/account-channel.ts';
import { type MailEvent, REMEMBERED_SECONDS } from './report.ts';

/** Whose report it is, and whether it came by a mailbox: anyone can write to one. */
export type ReportedBy = { workspaceId: string; reporterId: string; source: string; isForwarded: boolean };

/**
 * What one event means: for its address, for the delivery that it is about, and for the person who asks to leave. Of an
 * address that the workspace doesn't know nothing is kept, and the same event counts once. @returns whether it was news
 */
export async function applyEvent(
  tx: Tx,
  limits: Pick<LimitDeps, 'clock' | 'hashKey'>,
  by: ReportedBy,
  event: MailEvent,
  at: Date,
): Promise<boolean> {
  const { workspaceId } = by;
  // Leaving again after coming back is news; leaving twice changes nothing.
  if (event.kind === 'leave') return leaves(tx, workspaceId, await sentFor(tx, workspaceId, event), at);
  const seen = { scope: 'mail-report', key: `${by.reporterId} ${event.id}`, seconds: REMEMBERED_SECONDS };
  if (!(await isFirstIn(tx, limits, seen))) return false;
  const sent = await sentFor(tx, workspaceId, event);
  if (by.isForwarded && !sent) return false;
  // A mailbox that forwards mail bounces under the address that it forwards to.
  const reached = { workspaceId, channel: ACCOUNT_CHANNEL, address: sent?.address ?? event.address };
  if (!(await isKnownAddress(tx, reached))) return false;
  const said = { detail: event.detail, source: by.source, at };
  const note = async (words: string): Promise<void> => {
    const deliveryId = sent?.deliveryId;
    if (!deliveryId) return;
    await noteReported(tx, { workspaceId, deliveryId, said: `${words}: ${event.detail}` });
  };
  const count = async (kind: ReactionKind): Promise<void> => {
    if (sent?.deliveryId) await noteReactions(tx, workspaceId, [{ deliveryId: sent.deliveryId, kind, at }]);
  };
  switch (event.kind) {
    case 'hard':
      await suppressAddress(tx, reached, { ...said, cause: 'hard_bounce' });
      await note('Accepted, then returned');
      await count('bounced');
      break;
    case 'complaint':
      await suppressAddress(tx, reached, { ...said, cause: 'complaint' });
      await note('Reported as spam');
      await count('complained');
      break;
    case 'soft':
      await countSoftBounce(tx, reached, said);
      await note('Accepted, then not delivered');
      await count('bounced');
      break;
    case 'arrived':
      await noteArrival(tx, reached);
      await count('delivered');
  }
  return true;
}

/** By the address that the report came to, which only that one email had; else by the Message-ID and the address. */
async function sentFor(tx: Tx, workspaceId: string, event: MailEvent): Promise<Sent | null> {
  if (event.tag)
    return event.tag.workspaceId === workspaceId ? sentUnder(tx, workspaceId, event.tag.id) : null;
  const id = idInMessageId(event.messageId);
  const sent = id === null ? null : await sentUnder(tx, workspaceId, id);
  return sent && sent.address.toLowerCase() === event.address.trim().toLowerCase() ? sent : null;
}

/** Leaves the brand over the channel of the email, as the button of a mail program does. */
async function leaves(tx: Tx, workspaceId: string, sent: Sent | null, at: Date): Promise<boolean> {
  if (!sent?.contactId) return false;
  const { contactId, brandId, channel, deliveryId } = sent;
  const choices = await leave(
    tx,
    { workspaceId, contactId },
    { brandId, channel, topic: null, source: 'mail', at },
  );
  await recordChoices(tx, workspaceId, choices);
  if (deliveryId !== null && choices.length > 0)
    await noteReactions(tx, workspaceId, [{ deliveryId, kind: 'unsubscribed', at }]);
  return choices.length > 0;
}
