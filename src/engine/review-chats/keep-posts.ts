import { and, eq, isNull, lte, sql } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { chatIdentities, connections, reviewPosts } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Person } from '#src/shared/approving-person.ts';
import type { Clock } from '#src/shared/clock.ts';
import { keyOf } from '#src/shared/approving-person.ts';
import { personRefused, readAsked } from '../alerts/asked.ts';
import { makeLink } from '../alerts/by-email/link.ts';
import { newestRevision, reviewOf } from '../alerts/review.ts';
import { readAlert } from './read-alert.ts';
import { votesOf } from '../approval/policies/who-may.ts';
import { callOver } from '../channels/call-over.ts';
import type { ChannelDeps } from '../channels/deps.ts';
import { findChannel } from '../channels/registry.ts';
import type { ReviewMessage, ReviewSent } from '../channels/review.ts';
import { openConnection } from '../connections/open.ts';
import { contentOf, outcomeOf } from './content.ts';

export type KeepPostsDeps = {
  app: Database;
  system: Database;
  clock: Clock;
  encryptionKey: Buffer;
  publicUrl: string;
  call: ChannelDeps['call'];
  mail: ChannelDeps['mail'];
  random: () => number;
  onError: (error: unknown) => void;
};
type Row = typeof reviewPosts.$inferSelect;
type Which = { workspaceId: string; id: string };

const PER_SWEEP = 50;
/** What is being posted is left to its process for so long. */
const LEASE_MS = 30_000;
const TRIES_MAX = 8;

/** Posts requests to decide, and changes those that were decided on. Named cross-tenant query of the engine. */
export async function keepReviewPosts(deps: KeepPostsDeps): Promise<void> {
  const { rows } = await deps.system.execute<{ workspace_id: string; id: string }>(sql`
    select workspace_id, id from review_posts where due_at <= ${deps.clock().toISOString()}::timestamptz
     order by due_at limit ${PER_SWEEP}`);
  await Promise.all(
    rows.map(({ workspace_id: workspaceId, id }) => keepOne(deps, { workspaceId, id }).catch(deps.onError)),
  );
}

/** Messages are forgotten a month after their requests ended (migration 0200). */
export async function forgetReviewPosts({ system }: { system: Database }): Promise<void> {
  await system.execute(sql`delete from review_posts where expires_at < now() - interval '30 days'`);
}

const isIt = ({ workspaceId, id }: Which) =>
  and(eq(reviewPosts.workspaceId, workspaceId), eq(reviewPosts.id, id));

type Step = { row: Row; connection: typeof connections.$inferSelect; message: ReviewMessage };

async function keepOne(deps: KeepPostsDeps, which: Which): Promise<void> {
  const step = await withTenant(deps.app, which.workspaceId, (tx) => nextStep(tx, deps, which));
  const chat = step && findChannel(step.connection.channel)?.review;
  if (!step || !chat) return;
  const { row, message } = step;
  const connection = openConnection(deps.encryptionKey, step.connection);
  const channelDeps = {
    now: () => deps.clock().getTime(),
    random: deps.random,
    mail: deps.mail,
    call: callOver(deps.call, connection),
  };
  const sent: ReviewSent<{ messageId: string } | true> =
    row.messageId === null
      ? await chat.post(message, row.place, connection, channelDeps)
      : await chat.edit(message, row.messageId, connection, channelDeps);
  await withTenant(deps.app, which.workspaceId, (tx) => record(tx, deps.clock(), step, sent));
}

/** What is to be done now, kept from other processes meanwhile; null where there is nothing. */
async function nextStep(tx: Tx, deps: KeepPostsDeps, which: Which): Promise<Step | null> {
  const now = deps.clock();
  const [row] = await tx
    .select()
    .from(reviewPosts)
    .where(and(isIt(which), lte(reviewPosts.dueAt, now)))
    .for('no key update', { skipLocked: true });
  if (!row) return null;
  const [connection] = await tx
    .select()
    .from(connections)
    .where(and(eq(connections.id, row.connectionId), isNull(connections.deletedAt)));
  const about = await readAlert(tx, row.alertId);
  const newest = about && (await newestRevision(tx, row.alertId));
  if (!connection || !about || !newest) return drop(tx, row);
  const waits =
    about.alert.state === 'pending_review' &&
    newest.hash === row.revisionHash &&
    row.expiresAt.getTime() > now.getTime();
  if (!waits) {
    if (row.messageId === null || row.content === null) return drop(tx, row);
    // Its policy decides what becomes of a lapsed one, within the minute.
    if (about.alert.state === 'pending_review' && newest.hash === row.revisionHash) {
      await tx.update(reviewPosts).set({ dueAt: null }).where(isIt(row));
      return null;
    }
    const outcome = await outcomeOf(tx, about);
    await lease(tx, row, now);
    return { row, connection, message: { ...row.content, buttons: null, outcome } };
  }
  if (row.messageId !== null) {
    await tx.update(reviewPosts).set({ dueAt: null }).where(isIt(row));
    return null;
  }
  const { openUrl, userId } = await mayAsk(tx, deps, row, now);
  // In a member's own chat, the request names the absent member.
  const review = openUrl === null ? null : await reviewOf(tx, row.alertId, userId, now);
  const content = review && (await contentOf(tx, { ...about, review, content: newest.content }, now));
  if (!content || openUrl === null) return drop(tx, row);
  await tx.update(reviewPosts).set({ content }).where(isIt(row));
  await lease(tx, row, now);
  return { row, connection, message: { ...content, buttons: { key: row.id, openUrl }, outcome: null } };
}

type MayAsk = {
  /** Where the request opens; null where they aren't to be asked. */
  openUrl: string | null;
  /** The member whose chat it is; null for a chat that everyone reads, and for client approvers. */
  userId: string | null;
};
const NOT_ASKED: MayAsk = { openUrl: null, userId: null };

async function mayAsk(tx: Tx, deps: KeepPostsDeps, row: Row, now: Date): Promise<MayAsk> {
  const { workspaceId, alertId } = row;
  const inbox = new URL('/dashboard/review', deps.publicUrl);
  inbox.searchParams.set('alert', alertId);
  if (row.identityId === null) return { openUrl: inbox.href, userId: null };
  const [identity] = await tx.select().from(chatIdentities).where(eq(chatIdentities.id, row.identityId));
  if (!identity?.asks) return NOT_ASKED;
  const who: Person =
    identity.userId === null ? { approverId: identity.approverId ?? '' } : { userId: identity.userId };
  const asked = await readAsked(tx, { workspaceId, alertId, ...who });
  if (!asked || (await personRefused(tx, asked, now)) !== null) return NOT_ASKED;
  if ((await votesOf(tx, alertId, row.revisionHash)).includes(keyOf(who))) return NOT_ASKED;
  if (asked.person.kind === 'member') return { openUrl: inbox.href, userId: asked.person.user.id };
  // Without an account, it opens by a link of their own.
  const { revisionHash, expiresAt } = row;
  const token = await makeLink(tx, { workspaceId, alertId, ...who, revisionHash, createdAt: now, expiresAt });
  return { openUrl: new URL(`/decide/${token}`, deps.publicUrl).href, userId: null };
}

async function drop(tx: Tx, row: Row): Promise<null> {
  await tx.delete(reviewPosts).where(isIt(row));
  return null;
}

const lease = (tx: Tx, row: Row, now: Date): Promise<unknown> =>
  tx
    .update(reviewPosts)
    .set({ dueAt: new Date(now.getTime() + LEASE_MS), tries: row.tries + 1 })
    .where(isIt(row));

async function record(
  tx: Tx,
  now: Date,
  { row, message: { outcome } }: Step,
  sent: ReviewSent<{ messageId: string } | true>,
): Promise<void> {
  if ('problem' in sent) {
    const isOver = sent.isFinal || row.tries + 1 >= TRIES_MAX;
    if (isOver && row.messageId === null) return void (await drop(tx, row));
    const dueAt = new Date(Math.max(sent.retryAt ?? 0, now.getTime() + 1_000 * 2 ** row.tries));
    await tx
      .update(reviewPosts)
      .set(isOver ? { dueAt: null, outcome } : { dueAt })
      .where(isIt(row));
    return;
  }
  // Looked at again at once: it may have been decided on while it was posted.
  const posted = sent.ok === true ? { outcome, dueAt: null } : { messageId: sent.ok.messageId, dueAt: now };
  await tx
    .update(reviewPosts)
    .set({ ...posted, tries: 0 })
    .where(isIt(row));
}
