import type { ChannelDeps } from '#src/engine/channels/channel.ts';
import { channelOf } from '#src/engine/channels/registry.ts';
import { addAlertFooter } from '#src/engine/content/email/alert-footer.ts';
import type { DeliverDeps } from '#src/engine/delivery/deliver.ts';
import { deliverAlert } from '#src/engine/delivery/deliver.ts';
import { withoutFooter } from '#src/shared/mail-footer.ts';
import type { JobHandler } from './work.ts';

type DeliverJobDeps = Omit<DeliverDeps, 'send'> & {
  mail: ChannelDeps['mail'];
  publicUrl: string;
  /** Where a member stops getting alert emails. */
  unsubscribeUrl: (member: { workspaceId: string; userId: string }) => string;
  random: () => number;
  /** Workspaces whose deliveries don't leave the program, by id. */
  sinks: ReadonlyMap<string, DeliverDeps['send']>;
};

/** Sends an alert's open deliveries, each over its channel. */
export function deliverAlertJob(deps: DeliverJobDeps): JobHandler<'deliver-alert'> {
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
    return channelOf(delivery.channel).send(
      { title: delivery.subject, ...mail, media: [] },
      {
        deliveryId: delivery.id,
        attempt: delivery.attempt,
        serverWaits: delivery.serverWaits,
        address: delivery.address,
        ...(leave === null ? {} : { unsubscribe: { url: leave, oneClick: true } }),
      },
      {
        connection: null,
        sender: { brandName: delivery.brandName, settings: {}, secrets: {} },
        mail: deps.mail,
        now: () => deps.clock().getTime(),
        random: deps.random,
      },
    );
  };
  return (data) => deliverAlert({ ...deps, send: deps.sinks.get(data.workspaceId) ?? send }, data);
}
