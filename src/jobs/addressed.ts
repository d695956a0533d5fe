import type { Channel, Prepared } from '#src/engine/channels/channel.ts';
import { addAlertFooter, alertFooter } from '#src/engine/content/email/alert-footer.ts';
import type { ClaimedDelivery } from '#src/engine/delivery/claimed.ts';
import type { SendParameters } from '#src/engine/delivery/deliver-deps.ts';
import { countable } from '#src/shared/content/links.ts';
import { preflight } from '#src/shared/content/preflight.ts';
import { withoutFooter } from '#src/shared/mail-footer.ts';
import { topicOf } from '#src/shared/topics.ts';
import type { Links } from '#src/subscribers/links.ts';

type Deps = { links: Pick<Links, 'urlsOf' | 'counted'> };
type Over = {
  channel: Pick<Channel, 'limits' | 'plainLinks'>;
  /** What the connection was set to, if there is one. */
  settings: Readonly<Record<string, string>> | null;
  /** The alert in the account area; null for a digest. */
  page: string | null;
  /** Where the brand's links are. */
  origin: string;
};

/**
 * A rendition with what concerns this person alone. A destination has no person; the settings
 * of its connection at that time are part of what went out. Parameters and rendition give the same message again.
 */
export function addressed(
  { links }: Deps,
  delivery: ClaimedDelivery,
  { channel, settings, page, origin }: Over,
): { message: Prepared; unsubscribeUrl: string | null; parameters: SendParameters } {
  const { contactId, brandName } = delivery;
  const { prepared, counters } = counted(links, delivery, { channel, origin });
  const { text, html } = prepared;
  if (contactId === null)
    return {
      message: { ...prepared, html: html && withoutFooter(html) },
      unsubscribeUrl: null,
      parameters: {
        brandName,
        evidenceUrl: page,
        ...counters,
        ...(settings && { settings: JSON.stringify(settings) }),
      },
    };
  const { workspaceId, brandId, targetId, detector, id } = delivery;
  const about = {
    workspaceId,
    contactId,
    brandId,
    addressId: targetId,
    topic: topicOf(detector),
    deliveryId: id,
  };
  const { unsubscribeUrl, preferencesUrl } = links.urlsOf(about, origin);
  const parameters = {
    language: delivery.rendition.language,
    brandName,
    // Readers have no account to see it in.
    evidenceUrl: delivery.userId === null ? null : page,
    unsubscribeUrl,
    preferencesUrl,
    ...counters,
  };
  if (html === null) return { message: prepared, unsubscribeUrl, parameters };
  if (counters) {
    const mail = addAlertFooter({ text, html }, parameters);
    return { message: { ...prepared, ...mail }, unsubscribeUrl, parameters };
  }
  const withFooter = footers.get(prepared) ?? alertFooter({ text, html }, parameters);
  footers.set(prepared, withFooter);
  return { message: { ...prepared, ...withFooter(parameters) }, unsubscribeUrl, parameters };
}

/** By what was prepared, which all recipients of an alert in one language share. */
const footers = new WeakMap<Prepared, ReturnType<typeof alertFooter>>();
const counting = new WeakMap<Prepared, ReturnType<typeof countable>>();

/** With counted links and the picture, where brand and person allow them. `counters` is null where nothing is counted. */
function counted(
  links: Deps['links'],
  { prepared, tracking, tracked, workspaceId, id: deliveryId }: ClaimedDelivery,
  { channel, origin }: Pick<Over, 'channel' | 'origin'>,
): { prepared: Prepared; counters: { linksUrl?: string; pictureUrl?: string } | null } {
  const plain = { prepared, counters: null };
  const isEmail = prepared.html !== null;
  const [opens, clicks] = [tracking.opens && isEmail, tracking.clicks];
  if (!tracked || channel.plainLinks || !(opens || clicks)) return plain;
  const count = counting.get(prepared) ?? countable(prepared);
  counting.set(prepared, count);
  const { linksUrl, pictureUrl } = links.counted.urlsOf({ workspaceId, deliveryId }, origin);
  const message = count({
    urlOf: clicks ? (place) => `${linksUrl}/${place}` : null,
    pictureUrl: opens ? pictureUrl : null,
  });
  // A post is as long as it may be: one that a counted link makes too long keeps the plain one.
  if (message === prepared || (!isEmail && !preflight(message, channel.limits).fits)) return plain;
  return {
    prepared: message,
    counters: { ...(clicks && { linksUrl }), ...(opens && { pictureUrl }) },
  };
}
