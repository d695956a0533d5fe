import { CHANNELS } from '#src/engine/channels/registry.ts';
import { addAlertFooter } from '#src/engine/content/email/alert-footer.ts';
import type { DeliverDeps } from '#src/engine/delivery/deliver.ts';
import { deliverAlert } from '#src/engine/delivery/deliver.ts';
import { withoutFooter } from '#src/shared/mail-footer.ts';
import type { MailTransport } from '#src/platform/mail/transport.ts';
import type { JobHandler } from './work.ts';

type DeliverJobDeps = Omit<DeliverDeps, 'send'> & {
  transport: MailTransport;
  mailFrom: string;
  publicUrl: string;
  /** Where a member stops getting alert emails. */
  unsubscribeUrl: (member: { workspaceId: string; userId: string }) => string;
  random: () => number;
  /** Workspaces whose deliveries don't leave the program, by id. */
  sinks: ReadonlyMap<string, DeliverDeps['send']>;
};

/** Sends an alert's open deliveries, each over its channel. */
export function deliverAlertJob(deps: DeliverJobDeps): JobHandler<'deliver-alert'> {
  const messageIdDomain = deps.mailFrom.split('@')[1] ?? '';
  const send: DeliverDeps['send'] = async (delivery) => {
    const { workspaceId, userId } = delivery;
    const leave = userId === null ? null : deps.unsubscribeUrl({ workspaceId, userId });
    const mail =
      leave === null
        ? { text: delivery.text, html: withoutFooter(delivery.html) }
        : await addAlertFooter(delivery, {
            brandName: delivery.brandName,
            evidenceUrl: `${deps.publicUrl}/dashboard/alerts/${delivery.alertId}`,
            unsubscribeUrl: leave,
          });
    return CHANNELS[delivery.channel].send(
      {
        deliveryId: delivery.id,
        attempt: delivery.attempt,
        serverWaits: delivery.serverWaits,
        from: { name: delivery.brandName, address: deps.mailFrom },
        to: delivery.address,
        subject: delivery.subject,
        ...mail,
        ...(leave === null ? {} : { unsubscribe: { url: leave, oneClick: true } }),
      },
      { transport: deps.transport, messageIdDomain, now: () => deps.clock().getTime(), random: deps.random },
    );
  };
  return (data) => deliverAlert({ ...deps, send: deps.sinks.get(data.workspaceId) ?? send }, data);
}
