import type {
  PracticeAnswer,
  PracticeCall,
  PracticeMessage,
  PracticeProvider,
  PracticeRoom,
} from '#src/platform/practice/provider.ts';
import { allow, APP, install } from './practice-authorize.ts';
import { blocksIn, filesIn, partsOf, refusalOfBlocks } from './practice-blocks.ts';
import { drawSlack, SLACK_STYLE } from './practice-draw.ts';
import {
  actInSlack,
  DIRECT,
  keepPrivate,
  keepRequestUrl,
  openView,
  PERSON,
  PRACTICE_SIGNING_SECRET,
  RESPONSE_PATH,
} from './practice-review.ts';

const TOKEN = 'xoxb-100000000001-200000000002-PracticeBotForYourOwnMachine';
const HOOK = '/services/T0PRACTICE/B0PRACTICE/PracticeWebhookOnly4242';
const TEAM = 'T0PRACTICE';
const CHANNEL = 'C0PRACTICE1';
const SCOPES = 'chat:write,files:write,channels:history';
const TEXT_MAX = 40_000;
const PAUSE = { 'retry-after': '90' };

type Fields = Readonly<Record<string, unknown>>;
type File = { length: number; hash: string | null; isComplete: boolean };
/** Files that are on their way, as long as the program runs. */
type Files = Map<string, File>;

const answer = (json: object): PracticeAnswer => ({ status: 200, json });
const failed = (error: string, more: object = {}): PracticeAnswer => answer({ ok: false, error, ...more });

function fieldsOf({ body, header }: PracticeCall): Fields {
  const text = body.toString('utf8');
  if (!(header('content-type') ?? '').startsWith('application/json'))
    return Object.fromEntries(new URLSearchParams(text));
  try {
    return partsOf(JSON.parse(text) as unknown);
  } catch {
    return {};
  }
}

/** What `<` and `>` hold is a link or a mention, and reads as its label. */
const reads = (text: string): string =>
  text
    .replaceAll(/<([^<>|]*)\|?([^<>]*)>/g, (_, target: string, label: string) =>
      label === '' ? target : label,
    )
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

type Content = Pick<PracticeMessage, 'text' | 'pictures' | 'own'>;
type Own = { blocks: object[]; text: string; metadata: unknown };

function contentOf(fields: Fields, files: Files): Content | { error: string; messages?: string[] } {
  const text = typeof fields['text'] === 'string' ? fields['text'] : '';
  const blocks = fields['blocks'];
  const isEmpty = blocks === undefined || (Array.isArray(blocks) && blocks.length === 0);
  if (text.trim() === '' && isEmpty) return { error: 'no_text' };
  const isReady = (id: string): boolean => files.get(id)?.isComplete === true;
  const refusal = isEmpty ? null : refusalOfBlocks(blocks, isReady);
  if (refusal) return refusal;
  const metadata = fields['metadata'];
  if (metadata !== undefined && typeof partsOf(metadata)['event_type'] !== 'string')
    return { error: 'invalid_metadata_format' };
  const given = blocksIn(blocks);
  const kept = [...text].slice(0, TEXT_MAX).join('');
  const own: Own = { blocks: given, text: kept, metadata: metadata ?? null };
  return {
    text: reads(kept),
    own,
    pictures: filesIn(given).flatMap(({ id, alt }) => {
      const hash = files.get(id)?.hash;
      return hash ? [{ hash, alt }] : [];
    }),
  };
}

const refused = ({ error, messages = [] }: { error: string; messages?: string[] }): PracticeAnswer =>
  failed(error, messages.length > 0 ? { errors: messages, response_metadata: { messages } } : {});

/** The time of a message is its name within the channel. */
async function nextTs(room: PracticeRoom): Promise<string> {
  const count = (await room.messages('slack')).length;
  return `${Math.floor(room.now() / 1_000)}.${String(count + 1).padStart(6, '0')}`;
}

async function keep(
  content: Content,
  { under, place = CHANNEL }: { under: string | null; place?: string },
  room: PracticeRoom,
): Promise<string> {
  const id = await nextTs(room);
  const sentAt = room.now();
  await room.keep({ kind: 'slack', id, place, under, sentAt, editedAt: null, ...content });
  return id;
}

const find = async (room: PracticeRoom, ts: unknown, place = CHANNEL) =>
  (await room.messages('slack', place)).find(({ id }) => id === ts);

/** The channel, or the conversation with the person, who is named by either id; null for any other. */
function placeIn({ channel }: Fields): string | null {
  if (channel === CHANNEL) return CHANNEL;
  return channel === PERSON.id || channel === DIRECT ? DIRECT : null;
}

async function post(fields: Fields, files: Files, room: PracticeRoom): Promise<PracticeAnswer> {
  const place = placeIn(fields);
  if (place === null) return failed('channel_not_found');
  const content = contentOf(fields, files);
  if ('error' in content) return refused(content);
  const parent = fields['thread_ts'] === undefined ? null : await find(room, fields['thread_ts'], place);
  if (parent === undefined) return failed('thread_not_found');
  const ts = await keep(content, { under: parent && (parent.under ?? parent.id), place }, room);
  return answer({ ok: true, channel: place, ts, message: { type: 'message', text: content.text, ts } });
}

async function update(fields: Fields, files: Files, room: PracticeRoom): Promise<PracticeAnswer> {
  const place = placeIn(fields);
  const message = place === null ? undefined : await find(room, fields['ts'], place);
  if (place === null) return failed('channel_not_found');
  if (!message) return failed('message_not_found');
  const content = contentOf(fields, files);
  if ('error' in content) return refused(content);
  await room.keep({ ...message, ...content, editedAt: room.now() });
  return answer({ ok: true, channel: place, ts: message.id, text: content.text });
}

/** Metadata is left out unless it's asked for. */
const asSlack = ({ id, own, under }: PracticeMessage, withMetadata: boolean) => {
  const { text, blocks, metadata } = own as Own;
  return {
    type: 'message',
    ts: id,
    text,
    blocks,
    ...(withMetadata && metadata !== null && { metadata }),
    ...(under !== null && { thread_ts: under }),
  };
};

async function history(fields: Fields, room: PracticeRoom): Promise<PracticeAnswer> {
  if (fields['channel'] !== CHANNEL) return failed('channel_not_found');
  const { oldest = '0', latest = '9999999999', limit = 100, ts } = fields;
  const all = await room.messages('slack', CHANNEL);
  if (ts !== undefined && !all.some(({ id }) => id === ts)) return failed('thread_not_found');
  const isWithin = ({ id }: PracticeMessage): boolean => id >= String(oldest) && id <= String(latest);
  const found =
    ts === undefined
      ? all.filter((each) => each.under === null && isWithin(each)).toReversed()
      : all.filter((each) => each.id === ts || (each.under === ts && isWithin(each)));
  const withMetadata = String(fields['include_all_metadata']) === 'true';
  const messages = found.slice(0, Number(limit)).map((each) => asSlack(each, withMetadata));
  return answer({ ok: true, messages, has_more: found.length > messages.length });
}

function startUpload(fields: Fields, files: Files): PracticeAnswer {
  const length = Number(fields['length']);
  if (!(length > 0) || typeof fields['filename'] !== 'string') return failed('missing_argument');
  const id = `F0PRACTICE${files.size + 1}`;
  files.set(id, { length, hash: null, isComplete: false });
  return answer({ ok: true, file_id: id, upload_url: `https://files.slack.com/upload/v1/${id}` });
}

async function takeBytes(call: PracticeCall, files: Files, room: PracticeRoom): Promise<PracticeAnswer> {
  const file = files.get(call.url.pathname.split('/').at(-1) ?? '');
  if (!file) return { status: 404, body: 'Not Found' };
  if (call.body.length !== file.length) return { status: 400, body: 'Bad Request' };
  file.hash = await room.keepFile(call.body);
  return { status: 200, body: `OK - ${file.length}` };
}

function completeUpload(fields: Fields, files: Files): PracticeAnswer {
  const ids = blocksIn(fields['files']).map(({ id }) => String(id));
  const found = ids.map((id) => files.get(id));
  if (ids.length === 0) return failed('invalid_arguments');
  if (found.some((file) => !file?.hash)) return failed('file_not_found');
  for (const file of found) if (file) file.isComplete = true;
  return answer({ ok: true, files: ids.map((id) => ({ id })) });
}

const ME = {
  ok: true,
  team: 'Practice',
  user: 'practice_app',
  team_id: TEAM,
  user_id: 'U0PRACTICE',
  bot_id: 'B0PRACTICE',
};

async function api(call: PracticeCall, files: Files, room: PracticeRoom): Promise<PracticeAnswer> {
  const method = call.url.pathname.replace('/api/', '');
  if (method === 'oauth.v2.access') return install(call, room, { token: TOKEN, team: TEAM });
  const token = call.header('authorization');
  if (token === null) return failed('not_authed');
  if (token !== `Bearer ${TOKEN}`) return failed('invalid_auth');
  if (method === 'auth.test') return { ...answer(ME), headers: { 'x-oauth-scopes': SCOPES } };
  const mood = room.mood();
  if (mood === 'defers') return { status: 503, json: { ok: false, error: 'service_unavailable' } };
  if (mood === 'limits') return { status: 429, headers: PAUSE, json: { ok: false, error: 'ratelimited' } };
  if (mood === 'refuses') return failed('is_archived');
  const fields = fieldsOf(call);
  switch (method) {
    case 'chat.postMessage':
      return post(fields, files, room);
    case 'chat.update':
      return update(fields, files, room);
    case 'views.open':
      return openView(fields, room);
    case 'practice.requestUrl':
      return keepRequestUrl(fields, room);
    case 'conversations.history':
    case 'conversations.replies':
      return history(fields, room);
    case 'files.getUploadURLExternal':
      return startUpload(fields, files);
    case 'files.completeUploadExternal':
      return completeUpload(fields, files);
    default:
      return failed('unknown_method');
  }
}

/** An incoming webhook answers in plain text, and names no message. */
async function hook(call: PracticeCall, files: Files, room: PracticeRoom): Promise<PracticeAnswer> {
  if (call.url.pathname.startsWith(RESPONSE_PATH)) return keepPrivate(fieldsOf(call), room);
  if (call.url.pathname !== HOOK) return { status: 404, body: 'no_service' };
  const content = contentOf(fieldsOf(call), files);
  if ('error' in content) return { status: 400, body: content.error };
  const mood = room.mood();
  if (mood === 'defers') return { status: 500, body: 'rollup_error' };
  if (mood === 'limits') return { status: 429, headers: PAUSE, body: 'rate_limited' };
  if (mood === 'refuses') return { status: 410, body: 'channel_is_archived' };
  await keep(content, { under: null }, room);
  return { status: 200, body: 'ok' };
}

/** A Slack workspace on a development machine, with one app, one channel and one webhook. */
export function createSlackPractice(): PracticeProvider {
  const files: Files = new Map();
  return {
    kind: 'slack',
    title: 'Slack',
    hosts: ['slack.com', 'files.slack.com', 'hooks.slack.com'],
    account: {
      fields: { access: TOKEN, signingSecret: PRACTICE_SIGNING_SECRET },
      place: { name: '#practice', address: CHANNEL },
    },
    app: APP,
    serve: (call, room) => {
      if (call.url.pathname === '/oauth/v2/authorize') return allow(call, room);
      if (call.url.host === 'slack.com') return api(call, files, room);
      return call.url.host === 'hooks.slack.com' ? hook(call, files, room) : takeBytes(call, files, room);
    },
    draw: drawSlack,
    act: actInSlack,
    style: SLACK_STYLE,
  };
}

export const PRACTICE_WEBHOOK = `https://hooks.slack.com${HOOK}`;
