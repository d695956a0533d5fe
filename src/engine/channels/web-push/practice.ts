import { randomUUID } from 'node:crypto';
import { html } from 'hono/html';
import type {
  PracticeAnswer,
  PracticeCall,
  PracticeMessage,
  PracticeProvider,
  PracticeRoom,
} from '#src/platform/practice/provider.ts';
import type { Payload } from './message.ts';
import { decrypt, practiceBrowser } from './practice-browser.ts';
import { PRACTICE_HOST } from './practice-host.ts';
import { refusalOfVapid } from './practice-vapid.ts';

const KIND = 'web-push';
const ORIGIN = `https://${PRACTICE_HOST}`;
/** Where it keeps who is subscribed. */
const SUBSCRIBED = 'web-push-subscribed';
const BODY_BYTES_MAX = 4_096;
const URGENCIES = new Set(['very-low', 'low', 'normal', 'high']);

type Subscribed = { key: string; isOver: boolean };

const failed = (status: number, says: string, headers = {}): PracticeAnswer => ({
  status,
  headers,
  body: says,
});

const subscribedAs = async (id: string, room: PracticeRoom): Promise<Subscribed | null> => {
  const [found] = await room.messages(SUBSCRIBED, id);
  return found ? (found.own as Subscribed) : null;
};
const keep = (id: string, own: Subscribed, room: PracticeRoom): Promise<void> =>
  room.keep({
    kind: SUBSCRIBED,
    id: '1',
    place: id,
    under: null,
    sentAt: room.now(),
    editedAt: null,
    text: '',
    pictures: [],
    own,
  });

/** What a browser asks of its own push service, which no standard writes down. */
async function subscribe({ body }: PracticeCall, room: PracticeRoom): Promise<PracticeAnswer> {
  const { applicationServerKey: key } = JSON.parse(body.toString('utf8')) as { applicationServerKey: string };
  const id = randomUUID();
  await keep(id, { key, isOver: false }, room);
  const { p256dh, auth } = practiceBrowser(id);
  const keys = { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') };
  return { status: 201, json: { endpoint: `${ORIGIN}/push/${id}`, expirationTime: null, keys } };
}

/** Why the request is rejected, for any subscription (RFC 8030, section 5). */
function refusalOfRequest({ header, body }: PracticeCall): PracticeAnswer | null {
  const [ttl, topic, urgency] = [header('ttl'), header('topic'), header('urgency')];
  if (ttl === null || !/^\d{1,10}$/.test(ttl)) return failed(400, 'missing or invalid TTL header');
  if (topic !== null && !/^[\w-]{1,32}$/.test(topic)) return failed(400, 'invalid Topic header');
  if (urgency !== null && !URGENCIES.has(urgency)) return failed(400, 'invalid Urgency header');
  if (body.length > BODY_BYTES_MAX) return failed(413, 'payload too large');
  if (body.length > 0 && header('content-encoding') !== 'aes128gcm')
    return failed(400, 'invalid Content-Encoding');
  return null;
}

async function push(call: PracticeCall, id: string, room: PracticeRoom): Promise<PracticeAnswer> {
  const subscribed = await subscribedAs(id, room);
  if (!subscribed) return failed(404, 'no such subscription');
  if (subscribed.isOver) return failed(410, 'push subscription has unsubscribed or expired.');
  const about = { origin: ORIGIN, key: subscribed.key, now: room.now() };
  const refusal = refusalOfVapid(call.header('authorization'), about);
  if (refusal) return failed(refusal.status, refusal.says);
  const mood = room.mood();
  if (mood === 'defers') return failed(503, 'try again later');
  if (mood === 'limits') return failed(429, 'too many requests', { 'retry-after': '90' });
  if (mood === 'refuses') return failed(400, 'bad request');
  const fault = refusalOfRequest(call);
  if (fault) return fault;
  const message = randomUUID();
  const taken = { status: 201, headers: { location: `${ORIGIN}/m/${message}` } };
  const plain = await decrypt(call.body, practiceBrowser(id));
  // The service can't read it, so it accepts it. The browser drops it without a report.
  if (plain === null) return taken;
  await show(JSON.parse(plain) as Payload, { id: message, place: id }, room);
  return taken;
}

/** As a browser does: what has the same tag takes the place of what was there. */
async function show(
  payload: Payload,
  { id, place }: { id: string; place: string },
  room: PracticeRoom,
): Promise<void> {
  const there = await room.messages(KIND, place);
  const before = there.find(({ own }) => (own as Payload).tag === payload.tag);
  if (before) await room.forget(before);
  const { title, body, image } = payload;
  await room.keep({
    kind: KIND,
    id,
    place,
    under: null,
    sentAt: before?.sentAt ?? room.now(),
    editedAt: before ? room.now() : null,
    text: [title, body].filter((part) => part !== '').join('\n\n'),
    pictures: image === undefined ? [] : [{ hash: image, alt: '' }],
    own: payload,
  });
}

async function serve(call: PracticeCall, room: PracticeRoom): Promise<PracticeAnswer> {
  const { method, url } = call;
  if (method === 'POST' && url.pathname === '/subscribe') return subscribe(call, room);
  const [, id] = /^\/push\/([\w-]{1,64})$/.exec(url.pathname) ?? [];
  if (id === undefined) return failed(404, 'not found');
  if (method === 'POST') return push(call, id, room);
  const subscribed = await subscribedAs(id, room);
  if (method !== 'DELETE' || !subscribed) return failed(404, 'not found');
  await keep(id, { ...subscribed, isOver: true }, room);
  return { status: 204 };
}

const timeOf = (ms: number): string => new Date(ms).toISOString().slice(11, 16);

/** Whatever its sender named, only these are pictures of the program. */
const isHash = (hash: string | undefined): hash is string => /^[0-9a-f]{64}$/.test(hash ?? '');

function draw({ own, sentAt, editedAt }: PracticeMessage, pictureUrl: (hash: string) => string): string {
  const { title, body, icon, image, actions, url } = own as Payload;
  const edited = editedAt === null ? '' : ' · updated';
  return String(
    html`<div class="notification" title="${url ?? ''}">
      <div class="from">
        ${isHash(icon) ? html`<img class="icon" src="${pictureUrl(icon)}" alt="" />` : html`<span class="icon"></span>`}
        <span>Browser · ${timeOf(sentAt)}${edited}</span>
      </div>
      <b>${title}</b>
      <p>${body}</p>
      ${isHash(image) ? html`<img class="image" src="${pictureUrl(image)}" alt="" />` : ''}
      <div class="actions">
        ${actions.map((action) => html`<span title="${action.url}">${action.title}</span>`)}
      </div>
    </div>`,
  );
}

/** A push service on a development machine, and the browsers that are subscribed there. */
export const webPushPractice: PracticeProvider = {
  kind: KIND,
  title: 'Web push',
  hosts: [PRACTICE_HOST],
  account: { fields: {}, place: null },
  serve,
  draw,
  style: `
.app { background: #dfe3ea; color: #1f1f1f; font: 15px/1.4 Roboto, -apple-system, "Segoe UI", sans-serif; }
.app .notification { padding: 12px 16px 14px; border-radius: 20px; background: #fff; box-shadow: 0 1px 3px rgb(0 0 0 / 14%); }
.app .from { display: flex; align-items: center; gap: 8px; margin-bottom: 6px; color: #5f6368; font-size: 13px; }
.app .icon { width: 20px; height: 20px; border-radius: 5px; background: #c4c9d2; object-fit: contain; }
.app b { display: block; font-weight: 600; overflow-wrap: anywhere; }
.app p { margin: 2px 0 0; white-space: pre-line; overflow-wrap: anywhere; }
.app .image { display: block; width: 100%; height: auto; margin-top: 10px; border-radius: 12px; }
.app .actions { display: flex; flex-wrap: wrap; gap: 4px 24px; margin-top: 10px; }
.app .actions span { color: #0b57d0; font-weight: 500; }
@media (prefers-color-scheme: dark) {
  .app { background: #101214; color: #e3e3e3; }
  .app .notification { background: #25282c; box-shadow: none; }
  .app .from { color: #a8abb0; }
  .app .icon { background: #4a4e54; }
  .app .actions span { color: #a8c7fa; }
}`,
};
