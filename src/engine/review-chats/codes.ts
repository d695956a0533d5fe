import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, lte, or } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { recordActivity } from '#src/db/queries/activity.ts';
import { chatIdentities, chatLinkCodes } from '#src/db/schema.ts';
import type { Person } from '#src/shared/approving-person.ts';
import { CHAT_LINK_MINUTES } from '#src/shared/review-chats.ts';
import { nameOfAsked, readPerson } from '../alerts/asked.ts';
import type { ChatAct, ChatReply } from '../channels/review.ts';

type Of = { workspaceId: string; connectionId: string; channelTitle: string };
const hashOf = (code: string): Buffer => createHash('sha256').update(code).digest();

/** 100 bits, easy to type: no letter is like a figure. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const LENGTH = 20;

/** Keeps a code for a person, in the place of an earlier one. @returns it; only its hash is stored */
export async function makeCode(
  tx: Tx,
  { workspaceId, connectionId }: Omit<Of, 'channelTitle'>,
  who: Person,
  now: Date,
): Promise<{ code: string; expiresAt: Date }> {
  const code = [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
  const expiresAt = new Date(now.getTime() + CHAT_LINK_MINUTES * 60_000);
  const isTheirs =
    who.userId === undefined
      ? eq(chatLinkCodes.approverId, who.approverId)
      : eq(chatLinkCodes.userId, who.userId);
  const isOver = lte(chatLinkCodes.expiresAt, now);
  await tx
    .delete(chatLinkCodes)
    .where(or(and(eq(chatLinkCodes.connectionId, connectionId), isTheirs), isOver));
  await tx
    .insert(chatLinkCodes)
    .values({ workspaceId, codeHash: hashOf(code), connectionId, ...who, expiresAt });
  return { code, expiresAt };
}

/** Links who entered a code to the person it was made for, once. It gives them no right that the person doesn't have. */
export async function useCode(
  tx: Tx,
  { workspaceId, connectionId, channelTitle }: Of,
  { code, user }: Extract<ChatAct, { kind: 'code' }>,
  now: Date,
): Promise<ChatReply> {
  const [found] = await tx
    .delete(chatLinkCodes)
    .where(
      and(
        eq(chatLinkCodes.codeHash, hashOf(code.trim().toLowerCase())),
        eq(chatLinkCodes.connectionId, connectionId),
        gt(chatLinkCodes.expiresAt, now),
      ),
    )
    .returning();
  const who: Person | null = found
    ? found.userId === null
      ? { approverId: found.approverId ?? '' }
      : { userId: found.userId }
    : null;
  const person = who && (await readPerson(tx, workspaceId, who));
  if (!who || !person)
    return {
      says: `This code doesn’t work. Each works once, for ${CHAT_LINK_MINUTES} minutes. Get a new one in your account.`,
    };
  const isTheirs =
    who.userId === undefined
      ? eq(chatIdentities.approverId, who.approverId)
      : eq(chatIdentities.userId, who.userId);
  await tx
    .delete(chatIdentities)
    .where(
      and(
        eq(chatIdentities.connectionId, connectionId),
        or(eq(chatIdentities.externalId, user.id), isTheirs),
      ),
    );
  await tx.insert(chatIdentities).values({
    workspaceId,
    id: newId(),
    connectionId,
    externalId: user.id,
    place: user.place,
    name: user.name.slice(0, 200),
    ...who,
    linkedAt: now,
  });
  const name = nameOfAsked(person);
  await recordActivity(tx, {
    workspaceId,
    actor:
      who.userId === undefined
        ? { kind: 'client', userId: null, name }
        : { kind: 'member', userId: who.userId, name },
    action: 'chat.linked',
    subject: channelTitle,
    detail: { account: user.name },
    at: now,
  });
  return { says: `You’re linked as ${name}. Requests to approve come here from now on.` };
}
