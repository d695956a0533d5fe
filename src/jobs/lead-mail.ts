import { eq, lt } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';
import { leadNotices } from '#src/db/schema.ts';
import { renderConfirmation, renderTeamMail } from '#src/support/leads/mails.ts';
import type { MailTransport } from '#src/platform/mail/transport.ts';
import type { Clock } from '#src/shared/clock.ts';
import { siteConfig } from '#src/shared/site-config.ts';
import type { JobHandler } from './work.ts';

type LeadMailDeps = {
  app: Database;
  transport: MailTransport;
  mailFrom: string;
  /** Where the notices go. */
  teamEmail: string;
  clock: Clock;
  log: { warn: (context: object, message: string) => void };
};

const NOTICES_KEPT_MS = 30 * 86_400_000;

/** Sends one mail about a lead. What the server has certainly not taken is tried again by the queue. */
export function sendLeadMail(deps: LeadMailDeps): JobHandler<'lead-mail'> {
  return async ({ noticeId, mail }, job) => {
    await forget(deps);
    const [notice] = await deps.app.select().from(leadNotices).where(eq(leadNotices.id, noticeId));
    if (!notice || (mail === 'team' && notice.teamMail === 'sent')) return;
    const toTeam = mail === 'team';
    const answer = await deps.transport.send({
      from: { name: siteConfig.name, address: deps.mailFrom },
      to: toTeam ? deps.teamEmail : notice.contactEmail,
      ...(toTeam ? await renderTeamMail(notice) : await renderConfirmation()),
      // The same at every try: a mail that was taken twice is recognised.
      messageId: `<lead-${mail}-${noticeId}@${deps.mailFrom.split('@')[1]}>`,
      date: deps.clock(),
      headers: {
        'Auto-Submitted': 'auto-generated',
        ...(toTeam ? { 'Reply-To': notice.contactEmail } : {}),
      },
    });
    if (toTeam) {
      const teamMail = answer.kind === 'accepted' ? 'sent' : 'failed';
      await deps.app.update(leadNotices).set({ teamMail }).where(eq(leadNotices.id, noticeId));
    }
    if (answer.kind === 'not_sent') throw new Error(answer.reason);
    if (answer.kind === 'refused' && answer.code < 500) throw new Error(answer.response);
    // To the team, one mail too many is better than none.
    if (toTeam && answer.kind === 'unknown') throw new Error(answer.reason);
    if (answer.kind !== 'accepted') {
      deps.log.warn({ job: job.id, notice: noticeId, mail, answer }, 'a mail about a lead was not accepted');
    }
  };
}

async function forget({ app, clock }: LeadMailDeps): Promise<void> {
  const before = new Date(clock().getTime() - NOTICES_KEPT_MS);
  await app.delete(leadNotices).where(lt(leadNotices.createdAt, before));
}
