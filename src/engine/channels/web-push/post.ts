import type { ChannelDeps, SendOutcome, SendTo } from '../channel.ts';
import type { DeviceMessage, DevicePosted, OpenDevice } from '../device.ts';
import { outcomeOfAnswer } from '../http-outcome.ts';
import { BODY_MAX, encrypt } from './encrypt.ts';
import type { Payload } from './message.ts';
import { PRACTICE_HOST } from './practice-host.ts';
import { openSubscription } from './subscription.ts';
import { vapidHeader } from './vapid.ts';
import { verdictOf } from './verdict.ts';

const PROVIDER = 'The push service';
const DAY_SECONDS = 24 * 3_600;
/** Services keep nothing for longer than four weeks; what is older than a day is no news, unless the alert says so. */
const TTL_MAX = 28 * DAY_SECONDS;

const GONE: SendOutcome = {
  outcome: 'rejected',
  reason: 'No browser is subscribed at this address anymore.',
  permanentAddress: true,
};
export const TOO_LARGE: SendOutcome = {
  outcome: 'rejected',
  reason: `The message is larger than push services take (${BODY_MAX.toLocaleString('en-US')} bytes). Shorten it.`,
};

/** How long the service keeps a message for a browser that is off, in seconds. */
function ttlOf(expiresAt: number | null, now: number): number {
  if (expiresAt === null) return DAY_SECONDS;
  return Math.min(TTL_MAX, Math.max(0, Math.floor((expiresAt - now) / 1_000)));
}

/** An update that comes while the browser is off takes the place of what still waits there (RFC 8030, section 5.4). */
const topicOf = (id: string): string =>
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)
    ? Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')
    : Buffer.from(id).toString('base64url').slice(0, 32);

/** Hands a message to the push service of a browser, encrypted for it. */
export async function post(
  payload: Payload | DeviceMessage,
  to: SendTo,
  device: OpenDevice,
  deps: Pick<ChannelDeps, 'now' | 'random' | 'call'>,
): Promise<SendOutcome> {
  const subscription = openSubscription(device.registered);
  if (!subscription || subscription.key !== device.keys.publicKey) return GONE;
  const { endpoint } = subscription;
  const now = deps.now();
  const body = encrypt(Buffer.from(JSON.stringify(payload)), subscription);
  if (body.length > BODY_MAX) return TOO_LARGE;
  const answer = await deps.call({
    method: 'POST',
    url: endpoint,
    headers: {
      authorization: vapidHeader(endpoint, device.keys, now),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(ttlOf(device.expiresAt, now)),
      urgency: to.purpose === 'digest' ? 'normal' : 'high',
      topic: topicOf(payload.tag),
    },
    body,
    ...(new URL(endpoint).host === PRACTICE_HOST && { practice: true }),
  });
  const outcome = outcomeOfAnswer(answer, to, deps, {
    provider: PROVIDER,
    verdictOf: (read) => verdictOf(read, to.deliveryId),
  });
  // Push services limit each browser, so a pause holds only this one.
  if (outcome.outcome !== 'retry' || !outcome.holdsAccount) return outcome;
  const { at, reason } = outcome;
  return { outcome: 'retry', at, reason, paused: true };
}

/** The program's own message to a member's browser. */
export async function postOwn(
  message: DeviceMessage,
  device: OpenDevice,
  deps: Pick<ChannelDeps, 'now' | 'random' | 'call'>,
): Promise<DevicePosted> {
  const to: SendTo = { deliveryId: message.tag, attempt: 1, target: 'address', address: '' };
  const answer = await post(message, to, device, deps);
  if (answer.outcome === 'sent' || answer.outcome === 'unknown') return { outcome: 'sent' };
  if (answer.outcome === 'retry') return { outcome: 'retry', reason: answer.reason };
  return answer.permanentAddress ? { outcome: 'gone' } : { outcome: 'refused', reason: answer.reason };
}
