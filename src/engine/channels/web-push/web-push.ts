import { CHART_SIZE } from '#src/engine/content/picture/draw-chart.ts';
import type { Prepared } from '#src/shared/content/prepared.ts';
import { textLength } from '#src/shared/content/text-length.ts';
import type { Channel, SendDeps, SendOutcome, SendTo } from '../channel.ts';
import { HTTP_DELAYS, outcomeOfAnswer } from '../http-outcome.ts';
import { BODY_MAX, encrypt } from './encrypt.ts';
import { MARK } from './mark.ts';
import { payloadOf, prepare, TEXT_MAX, TITLE_MAX } from './message.ts';
import { PRACTICE_HOST, subscribePractice } from './practice-host.ts';
import { normalizeBrowser, openSubscription, readSubscription } from './subscription.ts';
import { vapidHeader } from './vapid.ts';
import { verdictOf } from './verdict.ts';

const PROVIDER = 'The push service';
const PICTURE = { format: 'chart', ...CHART_SIZE } as const;
const DAY_SECONDS = 24 * 3_600;
/** Services keep nothing for longer than four weeks; what is older than a day is no news, unless the alert says so. */
const TTL_MAX = 28 * DAY_SECONDS;

const GONE: SendOutcome = {
  outcome: 'rejected',
  reason: 'No browser is subscribed at this address anymore.',
  permanentAddress: true,
};
/** What we declare leaves room for addresses and all that holds a message together. */
const isLonger = ({ title, text }: Prepared): boolean =>
  textLength(title ?? '', 'bytes') > TITLE_MAX || textLength(text, 'bytes') > TEXT_MAX;

const TOO_LARGE: SendOutcome = {
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

async function send(prepared: Prepared, to: SendTo, deps: SendDeps): Promise<SendOutcome> {
  const { device } = deps;
  if (!device) throw new Error('Web push needs a browser.');
  if (isLonger(prepared)) return TOO_LARGE;
  const subscription = openSubscription(device.registered);
  if (!subscription || subscription.key !== device.keys.publicKey) return GONE;
  const { endpoint } = subscription;
  const now = deps.now();
  const payload = payloadOf(prepared, to, { brandName: deps.sender.brandName, now });
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

export const webPushChannel: Channel = {
  kind: 'web-push',
  title: 'Web push',
  mark: MARK,
  summary: 'Alerts as notifications of the browser, on phones and computers, without an app.',
  planClass: 'hosted',
  address: {
    label: 'Browser',
    placeholder: 'Chrome on Android · 3f9a2c4155d0e1aa',
    issued: true,
    normalize: normalizeBrowser,
  },
  devices: { read: readSubscription, practice: subscribePractice },
  destination: null,
  hasOwnAccount: true,
  fields: [],
  steps: [],
  senderFields: [],
  senderDomain: () => null,
  limits: {
    title: { max: TITLE_MAX, unit: 'bytes' },
    text: { max: TEXT_MAX, unit: 'bytes' },
    textWithPicture: null,
    html: false,
    pictures: 1,
    buttons: 1,
    links: null,
    rates: [],
    attempts: HTTP_DELAYS.length + 1,
  },
  picture: PICTURE,
  capabilities: { threads: false, pictures: true, silent: false, idempotent: false },
  cost: null,
  window: 32,
  lanes: 4,
  // There is no account: the keys are this installation's own.
  check: async () => ({ ok: true }),
  render: async (document) => prepare(document, PICTURE),
  send,
  practice: async () => (await import('./practice.ts')).webPushPractice,
};
