import { and, eq } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';
import { invitations, workspaces } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { MailTransport } from '#src/platform/mail/transport.ts';
import type { Clock } from '#src/shared/clock.ts';
import { siteConfig } from '#src/shared/site-config.ts';
import { hashOf, unsealToken } from '#src/workspaces/team/tokens.ts';
import { renderInvitationMail } from '#src/workspaces/team/mail.ts';
import type { JobHandler } from './work.ts';

type InvitationMailDeps = {
  app: Database;
  encryptionKey: Buffer;
  transport: MailTransport;
  mailFrom: string;
  publicUrl: string;
  clock: Clock;
  log: { warn: (context: object, message: string) => void };
};

/**
 * Mails one invitation, unless it has ended or a later mail has taken its place. What the server has certainly not
 * taken is tried again by the queue.
 */
export function sendInvitationMail(deps: InvitationMailDeps): JobHandler<'invitation-mail'> {
  return async ({ workspaceId, invitationId, sealedToken }, job) => {
    const token = unsealToken(deps.encryptionKey, invitationId, sealedToken);
    if (token === null) {
      deps.log.warn({ job: job.id, invitation: invitationId }, 'an invitation is sealed with another key');
      return;
    }
    const found = await withTenant(deps.app, workspaceId, async (tx) => {
      const [row] = await tx
        .select({ invitation: invitations, workspace: workspaces.name })
        .from(invitations)
        .innerJoin(workspaces, eq(workspaces.id, invitations.workspaceId))
        .where(and(eq(invitations.workspaceId, workspaceId), eq(invitations.id, invitationId)));
      return row;
    });
    if (!found || found.invitation.ended || !found.invitation.tokenHash.equals(hashOf(token))) return;
    const { invitation, workspace } = found;
    const url = new URL('/invitation', deps.publicUrl);
    url.searchParams.set('token', token);
    const answer = await deps.transport.send({
      from: { name: siteConfig.name, address: deps.mailFrom },
      to: invitation.email,
      ...(await renderInvitationMail({
        workspace,
        inviter: invitation.inviterName,
        role: invitation.role,
        url: url.href,
      })),
      // The same at every try: a mail that was taken twice is recognised.
      messageId: `<invitation-${job.id}@${deps.mailFrom.split('@')[1]}>`,
      date: deps.clock(),
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
    if (answer.kind === 'not_sent') throw new Error(answer.reason);
    if (answer.kind === 'refused' && answer.code < 500) throw new Error(answer.response);
    if (answer.kind !== 'accepted') {
      deps.log.warn({ job: job.id, invitation: invitationId, answer }, 'an invitation was not accepted');
    }
  };
}
