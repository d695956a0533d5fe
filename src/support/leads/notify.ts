import { createHash } from 'node:crypto';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { leadNotices } from '#src/db/schema.ts';
import { takeAllIn, UsedUp } from '#src/platform/limits/count.ts';
import { AppError } from '#src/shared/errors.ts';
import type { LeadForm } from '#src/shared/leads.ts';
import type { LeadsDeps } from './deps.ts';
import { confirmationLimits, noticeLimits } from './quotas.ts';

/** `queued`: the mail is on its way, and the answer did not come in time to be told. */
type NoticeOutcome = { emailStatus: 'sent' | 'failed' | 'queued'; emailError: string | null };

const SAME_WITHIN_MS = 60_000;
const POLL_MS = 50;
const NOTICE_FAILED = 'The notification couldn’t be emailed yet. We’ll retry.';

/**
 * Tells the team of a lead, and confirms it to the lead. The notice and its mails' jobs are written together, so a
 * mail server that is down delays the mails and loses nothing. The same content within a minute is one notice, and
 * answers alike.
 * @param waitMs how long the caller waits for the team's mail to be taken by the mail server
 * @throws AppError over_request_rate_limit
 */
export async function notifyOfLead(
  deps: LeadsDeps,
  form: LeadForm,
  options: { clientAddress: string | null; waitMs: number; sleep: (ms: number) => Promise<void> },
): Promise<NoticeOutcome> {
  const now = deps.clock();
  const id = await deps.db
    .transaction(async (tx) => {
      const contentHash = hashOf(form);
      // Two that arrive together must not both be the first.
      await tx.execute(sql`select pg_advisory_xact_lock(${contentHash.readBigInt64BE().toString()}::bigint)`);
      const since = new Date(now.getTime() - SAME_WITHIN_MS);
      const [same] = await tx
        .select({ id: leadNotices.id })
        .from(leadNotices)
        .where(and(eq(leadNotices.contentHash, contentHash), gt(leadNotices.createdAt, since)));
      if (same) return same.id;
      await takeAllIn(tx, deps, noticeLimits(options.clientAddress));
      return addNotice(deps, tx, { ...form, contentHash }, now);
    })
    .catch((error: unknown) => {
      throw error instanceof UsedUp ? tooMany(error.seconds) : error;
    });
  for (let left = options.waitMs; ; left -= POLL_MS) {
    const [notice] = await deps.db
      .select({ teamMail: leadNotices.teamMail })
      .from(leadNotices)
      .where(eq(leadNotices.id, id));
    const emailStatus = notice?.teamMail ?? 'queued';
    if (emailStatus !== 'queued' || left <= 0) {
      return { emailStatus, emailError: emailStatus === 'failed' ? NOTICE_FAILED : null };
    }
    await options.sleep(POLL_MS);
  }
}

export const tooMany = (seconds: number): AppError =>
  new AppError('over_request_rate_limit', 'Too many requests were sent. Please try again later.', {
    details: { retry_after: seconds },
  });

async function addNotice(
  deps: LeadsDeps,
  tx: Tx,
  notice: LeadForm & { contentHash: Buffer },
  now: Date,
): Promise<string> {
  const id = newId();
  await tx.insert(leadNotices).values({ ...notice, id, teamMail: 'queued', createdAt: now });
  await deps.enqueue(tx, 'lead-mail', { noticeId: id, mail: 'team' });
  if (await mayConfirm(deps, tx, notice.contactEmail)) {
    await deps.enqueue(tx, 'lead-mail', { noticeId: id, mail: 'confirmation' });
  }
  return id;
}

/** One confirmation per address and day: the form is open to everyone, and the address may be anyone's. */
async function mayConfirm(deps: LeadsDeps, tx: Tx, email: string): Promise<boolean> {
  try {
    await takeAllIn(tx, deps, confirmationLimits(email));
    return true;
  } catch (error) {
    if (error instanceof UsedUp) return false;
    throw error;
  }
}

/** Of what a form says, however it is written. */
export function hashOf(form: LeadForm): Buffer {
  const content = [
    form.companyName,
    form.contactEmail.toLowerCase(),
    form.messageVolume,
    form.brandedEmails,
    form.platforms.toSorted(),
    form.consentMarketing,
  ];
  return createHash('sha256').update(JSON.stringify(content)).digest();
}
