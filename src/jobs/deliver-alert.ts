import type { ChannelDeps } from '#src/engine/channels/channel.ts';
import { channelOf } from '#src/engine/channels/registry.ts';
import { addAlertFooter } from '#src/engine/content/email/alert-footer.ts';
import type { DeliverDeps } from '#src/engine/delivery/deliver.ts';
import { deliverAlert } from '#src/engine/delivery/deliver.ts';
import { topicOf } from '#src/shared/topics.ts';
import type { Links } from '#src/subscribers/links.ts';
import { pictureCache } from './picture-cache.ts';
import type { JobHandler } from './work.ts';

type DeliverJobDeps = Omit<DeliverDeps, 'send'> & {
  mail: ChannelDeps['mail'];
  publicUrl: string;
  /** Where a person stops getting alerts, and chooses what they get. */
  links: Pick<Links, 'unsubscribeUrl' | 'preferencesUrl'>;
  random: () => number;
  /** Workspaces whose deliveries don't leave the program, by id. */
  sinks: ReadonlyMap<string, DeliverDeps['send']>;
};

const mediaOf = (html: string) =>
  [...new Set([...html.matchAll(/\bcid:([0-9a-f]{64})\b/g)].map(([, hash = '']) => hash))].map((hash) => ({
    name: `${hash.slice(0, 8)}.png`,
    type: 'image/png',
    hash,
    alt: '',
  }));

/** Sends an alert's open deliveries, each over its channel. */
export function deliverAlertJob(deps: DeliverJobDeps): JobHandler<'deliver-alert'> {
  const picture = pictureCache(deps.app);
  const send: DeliverDeps['send'] = async (delivery) => {
    const person = { ...delivery, topic: topicOf(delivery.detector) };
    const unsubscribeUrl = deps.links.unsubscribeUrl(person);
    const mail = await addAlertFooter(delivery, {
      brandName: delivery.brandName,
      // Readers have no account to see it in.
      evidenceUrl: delivery.userId === null ? null : `${deps.publicUrl}/dashboard/alerts/${delivery.alertId}`,
      unsubscribeUrl,
      preferencesUrl: deps.links.preferencesUrl(person),
    });
    return channelOf(delivery.channel).send(
      { title: delivery.subject, ...mail, media: mediaOf(delivery.html) },
      {
        deliveryId: delivery.id,
        attempt: delivery.attempt,
        serverWaits: delivery.serverWaits,
        address: delivery.address,
        unsubscribe: { url: unsubscribeUrl, oneClick: true },
      },
      {
        connection: null,
        sender: { brandName: delivery.brandName, settings: {}, secrets: {} },
        mail: deps.mail,
        picture: (hash) => picture(delivery.workspaceId, hash),
        now: () => deps.clock().getTime(),
        random: deps.random,
      },
    );
  };
  return (data) => deliverAlert({ ...deps, send: deps.sinks.get(data.workspaceId) ?? send }, data);
}
