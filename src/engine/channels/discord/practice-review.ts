import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { html } from 'hono/html';
import type {
  PracticeAnswer,
  PracticeMessage,
  PracticePost,
  PracticeRoom,
} from '#src/platform/practice/provider.ts';

/** Who uses the app on this machine, and the conversation that the bot has with them. */
const PERSON = { id: '1100000000000000042', username: 'you', global_name: 'You' };
export const DIRECT = '1100000000000000043';
export const APPLICATION = '1100000000000000000';

const SEED = Buffer.alloc(32, 42);
const KEY = createPrivateKey({
  key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), SEED]),
  format: 'der',
  type: 'pkcs8',
});
export const PRACTICE_PUBLIC_KEY = createPublicKey(KEY)
  .export({ format: 'der', type: 'spki' })
  .subarray(-32)
  .toString('hex');

const ENDPOINT = 'discord-endpoint';
const KIND = 'discord';
const MODAL = 'Modal';

type Component = { type: number; label?: string; style?: number; custom_id?: string; url?: string };
type Row = { components?: Component[] };

const kept = (room: PracticeRoom, kind: string, own: unknown, text = ''): PracticeMessage => {
  const sentAt = room.now();
  return { kind, id: '1', place: '', under: null, sentAt, editedAt: null, text, pictures: [], own };
};

/** The application, its commands and conversations; null for any other path. */
export async function serveApplication(
  path: string,
  body: Buffer,
  room: PracticeRoom,
): Promise<PracticeAnswer | null> {
  if (path === '/applications/@me') return { status: 200, json: { id: APPLICATION, name: 'Practice' } };
  if (path === `/applications/${APPLICATION}/commands`) return { status: 201, json: { id: '1' } };
  if (path !== '/users/@me/channels' && path !== '/practice/endpoint') return null;
  const given = (body.length > 0 ? JSON.parse(body.toString('utf8')) : {}) as Record<string, unknown>;
  if (path === '/users/@me/channels')
    return given['recipient_id'] === PERSON.id
      ? { status: 200, json: { id: DIRECT, type: 1 } }
      : { status: 403, json: { message: 'Cannot send messages to this user', code: 50007 } };
  await room.keep(kept(room, ENDPOINT, { url: given['url'] }));
  return { status: 204 };
}

/** What the person of this machine does in the app, told to the endpoint as Discord would. */
export async function actInDiscord(
  form: URLSearchParams,
  room: PracticeRoom,
  post: PracticePost,
): Promise<string | null> {
  const [setting] = await room.messages(ENDPOINT);
  const { url } = (setting?.own ?? {}) as { url?: string };
  if (!url) return 'The application has no endpoint. Turn on approval in this chat first.';
  const body = JSON.stringify(await interactionOf(form, room));
  const at = String(Math.floor(room.now() / 1_000));
  const signature = sign(null, Buffer.from(`${at}${body}`), KEY).toString('hex');
  const answer = await post(url, {
    headers: {
      'content-type': 'application/json',
      'x-signature-timestamp': at,
      'x-signature-ed25519': signature,
    },
    body,
  });
  if (answer.status !== 200) return `The endpoint answered with status ${answer.status}.`;
  const { type, data } = JSON.parse(answer.body) as {
    type: number;
    data?: { content?: string; custom_id?: string; title?: string };
  };
  if (type === 4) return (data?.content ?? '').replaceAll(/\\([^0-9A-Za-z\s])/g, '$1');
  if (type === 9) {
    const own = { asks: true, custom_id: data?.custom_id, embeds: [], attachments: [], content: '' };
    await room.keep({ ...kept(room, KIND, own, data?.title), place: MODAL });
  }
  return null;
}

async function interactionOf(form: URLSearchParams, room: PracticeRoom): Promise<object> {
  const who = { user: PERSON };
  const act = form.get('act');
  if (act === 'code') {
    const options = [{ name: 'code', type: 3, value: form.get('code') ?? '' }];
    return { type: 2, ...who, data: { name: 'link-approval', options } };
  }
  if (act === 'reason') {
    const [modal] = await room.messages(KIND, MODAL);
    if (modal) await room.forget(modal);
    const { custom_id: id } = (modal?.own ?? {}) as { custom_id?: string };
    const components = [{ type: 1, components: [{ custom_id: 'reason', value: form.get('text') }] }];
    return { type: 5, ...who, data: { custom_id: id, components } };
  }
  const message = { id: form.get('id') };
  return { type: 3, ...who, channel_id: form.get('place'), message, data: { custom_id: form.get('data') } };
}

/** Buttons below a message, and the form that was opened. */
export function drawActions({ id, place, own }: PracticeMessage) {
  const { components = [], asks = false } = own as { components?: Row[]; asks?: boolean };
  const buttons = components.flatMap((row) => row.components ?? []);
  return html`${buttons.map((button) =>
    button.custom_id === undefined
      ? html`<span class="press" title="${button.url ?? ''}">${button.label} ↗</span>`
      : html`<form method="post">
          <input type="hidden" name="act" value="press" />
          <input type="hidden" name="place" value="${place}" />
          <input type="hidden" name="id" value="${id}" />
          <button class="press" name="data" value="${button.custom_id}">${button.label}</button>
        </form>`,
  )}
  ${
    asks
      ? html`<form method="post">
          <input type="hidden" name="act" value="reason" />
          <input name="text" aria-label="Reason" required />
          <button class="press">Reject</button>
        </form>`
      : ''
  }`;
}

export const ACTIONS_STYLE = `
.app form { display: inline; }
.app .press { display: inline-block; min-height: 44px; box-sizing: border-box; margin: 8px 4px 0 0; padding: 10px 16px; border: 0; border-radius: 8px; background: #4e5058; color: #fff; font: inherit; font-weight: 500; cursor: pointer; }
.app form input:not([type]) { display: block; width: 100%; box-sizing: border-box; min-height: 44px; padding: 8px; border: 1px solid #c4c9ce; border-radius: 4px; font: inherit; }
`;
