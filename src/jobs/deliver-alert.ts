import { sinkDelivery } from '#src/demo/sink.ts';
import { CHANNELS } from '#src/engine/channels/registry.ts';
import type { DeliverDeps } from '#src/engine/delivery/deliver.ts';
import { deliverAlert } from '#src/engine/delivery/deliver.ts';
import type { MailTransport } from '#src/mail/transport.ts';
import { DEMO_WORKSPACE_ID } from '#src/shared/demo.ts';
import type { JobHandler } from './work.ts';

export type DeliverJobDeps = Omit<DeliverDeps, 'send'> & {
  transport: MailTransport;
  mailFrom: string;
  random: () => number;
};

/** Sends an alert's open deliveries, each over its channel. */
export function deliverAlertJob(deps: DeliverJobDeps): JobHandler<'deliver-alert'> {
  const messageIdDomain = deps.mailFrom.split('@')[1] ?? '';
  const send: DeliverDeps['send'] = (delivery) =>
    CHANNELS[delivery.channel].send(
      {
        deliveryId: delivery.id,
        attempt: delivery.attempt,
        from: { name: delivery.brandName, address: deps.mailFrom },
        to: delivery.address,
        subject: delivery.subject,
        text: delivery.text,
        html: delivery.html,
      },
      { transport: deps.transport, messageIdDomain, now: () => deps.clock().getTime(), random: deps.random },
    );
  // No mail leaves for the public demo.
  return (data) =>
    deliverAlert({ ...deps, send: data.workspaceId === DEMO_WORKSPACE_ID ? sinkDelivery : send }, data);
}
