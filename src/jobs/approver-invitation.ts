import type { Database } from '#src/db/database.ts';
import { withTenant } from '#src/db/tenant.ts';
import { invitationMail } from '#src/engine/approval/clients/confirm.ts';
import type { ApproverInvitationJob } from '#src/engine/enqueue.ts';
import type { MailTransport } from '#src/platform/mail/transport.ts';
import type { Clock } from '#src/shared/clock.ts';
import { senderTo } from '#src/workspaces/approval-sender.ts';
import { renderApproverInvitation } from '#src/workspaces/approver-invitation-words.ts';

/** What every email about approvals is sent with. */
export type ApprovalMailDeps = {
  app: Database;
  transport: MailTransport;
  mailFrom: string;
  publicUrl: string;
  clock: Clock;
  log: { warn: (context: object, message: string) => void };
};

/**
 * Invites a client approver by email, unless they confirmed or were removed meanwhile. The link is made here: what the
 * server has certainly not taken is tried again by the queue, with a new link.
 */
export async function sendApproverInvitation(
  { app, clock, transport, mailFrom, publicUrl, log }: ApprovalMailDeps,
  { workspaceId, approverId }: ApproverInvitationJob,
  jobId: string,
): Promise<void> {
  const mail = await withTenant(app, workspaceId, (tx) =>
    invitationMail(tx, { workspaceId, approverId }, clock()),
  );
  if (!mail) return;
  const { approver, brand, workspace, whiteLabel, token, to } = mail;
  const sender = senderTo(brand, whiteLabel);
  const answer = await transport.send({
    from: { name: sender.name, address: mailFrom },
    to,
    ...(await renderApproverInvitation({
      workspace,
      brand: brand.name,
      inviter: approver.invitedBy,
      name: approver.name,
      entity: approver.entity,
      url: new URL(`/decide/confirm/${token}`, publicUrl).href,
      sender,
    })),
    // The same at every try: receivers can detect a duplicate.
    messageId: `<approver-${jobId}@${mailFrom.split('@')[1]}>`,
    date: clock(),
    headers: { 'Auto-Submitted': 'auto-generated' },
  });
  if (answer.kind === 'not_sent') throw new Error(answer.reason);
  if (answer.kind === 'refused' && answer.code < 500) throw new Error(answer.response);
  if (answer.kind !== 'accepted')
    log.warn(
      { job: jobId, approver: approverId, answer },
      'the invitation of a client approver was not accepted',
    );
}
