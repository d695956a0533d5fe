import { CHART_SIZE } from '#src/engine/content/picture/draw-chart.ts';
import type { Prepared } from '#src/shared/content/prepared.ts';
import { textLength } from '#src/shared/content/text-length.ts';
import type { Channel, SendDeps, SendOutcome, SendTo } from '../channel.ts';
import { HTTP_DELAYS } from '../http-outcome.ts';
import { MARK } from './mark.ts';
import { payloadOf, prepare, TEXT_MAX, TITLE_MAX } from './message.ts';
import { post, postOwn, TOO_LARGE } from './post.ts';
import { subscribePractice } from './practice-host.ts';
import { normalizeBrowser, readSubscription } from './subscription.ts';

const PICTURE = { format: 'chart', ...CHART_SIZE } as const;

/** What we declare leaves room for addresses and all that holds a message together. */
const isLonger = ({ title, text }: Prepared): boolean =>
  textLength(title ?? '', 'bytes') > TITLE_MAX || textLength(text, 'bytes') > TEXT_MAX;

async function send(prepared: Prepared, to: SendTo, deps: SendDeps): Promise<SendOutcome> {
  const { device } = deps;
  if (!device) throw new Error('Web push needs a browser.');
  if (isLonger(prepared)) return TOO_LARGE;
  const payload = payloadOf(prepared, to, { brandName: deps.sender.brandName, now: deps.now() });
  return post(payload, to, device, deps);
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
  devices: { read: readSubscription, practice: subscribePractice, post: postOwn },
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
