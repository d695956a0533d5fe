import { and, eq } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { chatIdentities, reviewPosts } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Person } from '#src/shared/approving-person.ts';
import { AppError } from '#src/shared/errors.ts';
import { CHAT_LINK_MINUTES } from '#src/shared/review-chats.ts';
import type { Clock } from '#src/shared/clock.ts';
import { type Asked, decidesAs, personRefused, readAsked } from '../alerts/asked.ts';
import { alertClosed, decidedBy } from '../alerts/by-email/closed.ts';
import { decideAlert } from '../alerts/decide.ts';
import { fateWords, forWords } from '../alerts/fate-words.ts';
import { assertFresh } from '../alerts/freshen.ts';
import { reviewOf } from '../alerts/review.ts';
import type { ChatAct, ChatReply } from '../channels/review.ts';
import type { Announce, EngineEnqueue } from '../enqueue.ts';
import { useCode } from './codes.ts';
import { readAlert } from './read-alert.ts';

export type Where = { workspaceId: string; connectionId: string; channelTitle: string };
type Deps = { app: Database; clock: Clock; enqueue: EngineEnqueue; announce: Announce };
type Identity = typeof chatIdentities.$inferSelect;
type Post = typeof reviewPosts.$inferSelect;

const REASON_MAX = 1_000;
const UNLINKED =
  'You aren’t linked yet. Open Approval in your account, choose “Link my account” under “Approve in chats”, then press again.';

/** What people do in a chat: they link themselves, and decide as themselves. Rights are looked at here, each time. */
export function createChatActs(deps: Deps) {
  /** @returns what the one who acted is to see; null for what was none of our business */
  async function act(of: Where, did: ChatAct): Promise<ChatReply | null> {
    const now = deps.clock();
    if (did.kind === 'code') return withTenant(deps.app, of.workspaceId, (tx) => useCode(tx, of, did, now));
    const identity = await identityOf(deps.app, of, did.user.id);
    if (did.kind === 'press') {
      if (!identity) return { says: UNLINKED };
      if (did.decision === 'approve') return decide(of, identity, did, { decision: 'approve' });
      return askReason(of, identity, did);
    }
    const key = identity && reasonAbout(identity, did.about, now);
    if (!identity || !key) return 'key' in did.about ? { says: UNLINKED } : null;
    const reason = did.reason.trim().slice(0, REASON_MAX);
    if (reason === '') return { says: 'Nothing was decided: the reason is empty.' };
    return decide(of, identity, { key }, { decision: 'reject', reason });
  }

  /** The one path of every decision, as the person whose account it is. */
  async function decide(
    of: Where,
    identity: Identity,
    pressed: { key: string; message?: string },
    form: { decision: 'approve' | 'reject'; reason?: string },
  ): Promise<ChatReply> {
    const { workspaceId } = of;
    let alertId: string | null = null;
    try {
      if (form.decision === 'approve') alertId = await freshAlert(of, identity, pressed);
      const says = await withTenant(deps.app, workspaceId, async (tx) => {
        const now = deps.clock();
        const found = await openRequest(tx, of, identity, pressed, now);
        if (typeof found === 'string') return found;
        const { post, asked } = found;
        alertId = post.alertId;
        const userId = asked.person.kind === 'member' ? asked.person.user.id : null;
        const review = userId === null ? null : await reviewOf(tx, post.alertId, userId, now);
        const inPlaceOf = forWords(review?.inPlaceOf?.name ?? null);
        await tx
          .update(chatIdentities)
          .set({ reasonPost: null, reasonMessage: null, reasonUntil: null })
          .where(eq(chatIdentities.id, identity.id));
        const state = await decideAlert(tx, deps.enqueue, {
          workspaceId,
          alertId: post.alertId,
          revision: post.revisionHash,
          ...form,
          ...decidesAs(asked.person),
          way: `chat (${of.channelTitle})`,
          now,
        });
        if (form.decision === 'reject') return `Rejected${inPlaceOf}. It isn’t sent.`;
        if (state === 'pending_review') return `You approved it${inPlaceOf}. One more person has to.`;
        const approved = { workspaceId, alertId: post.alertId, state, timeZone: asked.brand.timeZone, now };
        return `Approved${inPlaceOf}. ${await fateWords(tx, approved)}`;
      });
      if (alertId !== null) {
        deps.announce(workspaceId);
        deps.announce(workspaceId, 'notifications');
      }
      return { says };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { says: await saidInstead(workspaceId, alertId, error) };
    }
  }

  /** @throws AppError where its price has moved too far; @returns null where nothing can be decided, which is said later */
  async function freshAlert(
    of: Where,
    identity: Identity,
    pressed: { key: string; message?: string },
  ): Promise<string | null> {
    const { workspaceId } = of;
    const found = await withTenant(deps.app, workspaceId, (tx) =>
      openRequest(tx, of, identity, pressed, deps.clock()),
    );
    if (typeof found === 'string') return null;
    await assertFresh(deps, { workspaceId, alertId: found.post.alertId });
    return found.post.alertId;
  }

  /** If somebody else decided first, what they decided. */
  const saidInstead = (workspaceId: string, alertId: string | null, error: AppError): Promise<string> =>
    withTenant(deps.app, workspaceId, async (tx) => {
      const about = alertId === null ? null : await readAlert(tx, alertId);
      return about && about.alert.state !== 'pending_review' ? decidedBy(tx, about.alert) : error.message;
    });

  /** Nobody is asked for a reason who can't reject it anyway. */
  const askReason = (
    of: Where,
    identity: Identity,
    pressed: { key: string; message: string },
  ): Promise<ChatReply> =>
    withTenant(deps.app, of.workspaceId, async (tx) => {
      const found = await openRequest(tx, of, identity, pressed, deps.clock());
      if (typeof found === 'string') return { says: found };
      const { alert } = found.asked;
      return { asks: 'reason', key: pressed.key, headline: alert.title ?? '' };
    });

  /** The message that asked for a reason was sent: a reply to it is one. */
  async function prompted(of: Where, externalId: string, key: string, prompt: string): Promise<void> {
    const until = new Date(deps.clock().getTime() + CHAT_LINK_MINUTES * 60_000);
    await withTenant(deps.app, of.workspaceId, (tx) =>
      tx
        .update(chatIdentities)
        .set({ reasonPost: key, reasonMessage: prompt, reasonUntil: until })
        .where(isWho(of, externalId)),
    );
  }
  return { act, prompted };
}
export type ChatActs = ReturnType<typeof createChatActs>;

const isWho = ({ workspaceId, connectionId }: Where, externalId: string) =>
  and(
    eq(chatIdentities.workspaceId, workspaceId),
    eq(chatIdentities.connectionId, connectionId),
    eq(chatIdentities.externalId, externalId),
  );

const identityOf = (app: Database, of: Where, externalId: string): Promise<Identity | null> =>
  withTenant(app, of.workspaceId, async (tx) => {
    const [row] = await tx.select().from(chatIdentities).where(isWho(of, externalId));
    return row ?? null;
  });

export const personOfIdentity = ({ userId, approverId }: Pick<Identity, 'userId' | 'approverId'>): Person =>
  userId === null ? { approverId: approverId ?? '' } : { userId };

function reasonAbout(
  { reasonPost, reasonMessage, reasonUntil }: Identity,
  about: { key: string } | { prompt: string },
  now: Date,
): string | null {
  if ('key' in about) return about.key;
  const isAsked = reasonMessage === about.prompt && reasonUntil !== null && reasonUntil > now;
  return isAsked ? reasonPost : null;
}

/** The request that was pressed and who pressed it, or why nothing can be decided with it. */
async function openRequest(
  tx: Tx,
  of: Where,
  identity: Identity,
  { key, message }: { key: string; message?: string },
  now: Date,
): Promise<{ post: Post; asked: Asked } | string> {
  const { workspaceId, connectionId } = of;
  const [post] = await tx
    .select()
    .from(reviewPosts)
    .where(and(eq(reviewPosts.id, key), eq(reviewPosts.connectionId, connectionId)));
  if (!post || (message !== undefined && post.messageId !== message)) return 'This request isn’t known here.';
  if (post.identityId !== null && post.identityId !== identity.id)
    return 'This request is for another person.';
  const { alertId, revisionHash: revision, expiresAt } = post;
  const asked = await readAsked(tx, { workspaceId, alertId, ...personOfIdentity(identity) });
  if (!asked) return 'You’re no longer a member of the workspace.';
  const refused =
    (await alertClosed(tx, asked, { revision, expiresAt, by: 'chat' }, now)) ??
    (await personRefused(tx, asked, now));
  return refused ?? { post, asked };
}
