import { createHmac } from 'node:crypto';
import type {
  PracticeAnswer,
  PracticeMessage,
  PracticePost,
  PracticeRoom,
} from '#src/platform/practice/provider.ts';
import { blocksIn, partsOf } from './practice-blocks.ts';

export const PRACTICE_SIGNING_SECRET = '0123456789abcdef0123456789abcdef';
/** Who uses the app on this machine, and the conversation that the app has with them. */
export const PERSON = { id: 'U0PRACTICE9', team_id: 'T0PRACTICE', name: 'you' };
export const DIRECT = 'D0PRACTICE1';
export const RESPONSE_PATH = '/actions/practice';

const URL_OF = 'slack-request-url';
const PRIVATE = 'slack-private';
const VIEW = 'Modal';
type Fields = Readonly<Record<string, unknown>>;

const OK: PracticeAnswer = { status: 200, json: { ok: true } };

const kept = (room: PracticeRoom, kind: string, own: unknown, text = ''): PracticeMessage => {
  const sentAt = room.now();
  return { kind, id: '1', place: '', under: null, sentAt, editedAt: null, text, pictures: [], own };
};

/** What an app's owner enters as its request URL. */
export async function keepRequestUrl({ url }: Fields, room: PracticeRoom): Promise<PracticeAnswer> {
  await room.keep(kept(room, URL_OF, { url }));
  return OK;
}

/** What the one who pressed sees, and nobody else. */
export async function keepPrivate({ text }: Fields, room: PracticeRoom): Promise<PracticeAnswer> {
  await room.keep(kept(room, PRIVATE, null, String(text ?? '')));
  return { status: 200, body: 'ok' };
}

/** A form in front of the conversation, until it's sent. */
export async function openView(
  { trigger_id: trigger, view }: Fields,
  room: PracticeRoom,
): Promise<PracticeAnswer> {
  if (trigger !== TRIGGER) return { status: 200, json: { ok: false, error: 'invalid_trigger_id' } };
  const { title, blocks } = partsOf(view);
  const label = blocksIn(blocks).flatMap(({ label: asked }) => String(partsOf(asked)['text'] ?? ''));
  const text = [String(partsOf(title)['text'] ?? ''), ...label].join('\n');
  await room.keep({ ...kept(room, 'slack', { asks: true, view, blocks: [] }, text), place: VIEW });
  return OK;
}

const TRIGGER = '100000000001.200000000002.practice';

/** What the person of this machine does in the app, told to the request URL as Slack would. */
export async function actInSlack(
  form: URLSearchParams,
  room: PracticeRoom,
  post: PracticePost,
): Promise<string | null> {
  const [setting] = await room.messages(URL_OF);
  const { url } = partsOf(setting?.own);
  if (typeof url !== 'string') return 'The app has no request URL. Turn on approval in this chat first.';
  for (const old of await room.messages(PRIVATE)) await room.forget(old);
  const answer = await send(url, await bodyOf(form, room), room, post);
  if (answer.status !== 200) return `The request URL answered with status ${answer.status}.`;
  const [said] = await room.messages(PRIVATE);
  if (said) return said.text;
  if (answer.body === '' || answer.body === '{}') return null;
  const { text, view } = partsOf(JSON.parse(answer.body) as unknown);
  if (typeof text === 'string') return text;
  const [first] = blocksIn(partsOf(view)['blocks']);
  return first ? String(partsOf(first['text'])['text'] ?? '') : null;
}

async function bodyOf(form: URLSearchParams, room: PracticeRoom): Promise<URLSearchParams> {
  const act = form.get('act');
  if (act === 'code')
    return new URLSearchParams({
      command: '/link-approval',
      text: form.get('code') ?? '',
      user_id: PERSON.id,
      user_name: PERSON.name,
      team_id: PERSON.team_id,
    });
  const about = { user: PERSON, team: { id: PERSON.team_id } };
  if (act === 'reason') {
    const [shown] = await room.messages('slack', VIEW);
    const { callback_id: id, private_metadata: key } = partsOf(partsOf(shown?.own)['view']);
    if (shown) await room.forget(shown);
    const state = { values: { reason: { reason: { value: form.get('text') } } } };
    const view = { callback_id: id, private_metadata: key, state };
    return new URLSearchParams({ payload: JSON.stringify({ type: 'view_submission', ...about, view }) });
  }
  const [action = '', value = ''] = (form.get('data') ?? '').split(' ');
  const pressed = {
    type: 'block_actions',
    ...about,
    channel: { id: form.get('place') },
    message: { ts: form.get('id') },
    actions: [{ action_id: action, value }],
    trigger_id: TRIGGER,
    response_url: `https://hooks.slack.com${RESPONSE_PATH}`,
  };
  return new URLSearchParams({ payload: JSON.stringify(pressed) });
}

function send(url: string, form: URLSearchParams, room: PracticeRoom, post: PracticePost) {
  const body = form.toString();
  const at = String(Math.floor(room.now() / 1_000));
  const made = createHmac('sha256', PRACTICE_SIGNING_SECRET).update(`v0:${at}:${body}`).digest('hex');
  return post(url, {
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-slack-request-timestamp': at,
      'x-slack-signature': `v0=${made}`,
    },
    body,
  });
}
