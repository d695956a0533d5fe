import { html, raw } from 'hono/html';
import type {
  PracticeAnswer,
  PracticeCall,
  PracticeMessage,
  PracticeProvider,
  PracticeRoom,
} from '#src/platform/practice/provider.ts';

const TOKEN = '100000001:AAPracticeBotForYourOwnMachine-only42';
const CHANNEL = '@practice_channel';
/** The same channel by its number. */
const CHANNEL_ID = '-1001234567890';
const BOT = { id: 100000001, is_bot: true, first_name: 'Practice bot', username: 'practice_bot' };

const TEXT_MAX = 4096;
const CAPTION_MAX = 1024;
const PHOTO_BYTES_MAX = 10 * 1024 * 1024;

type Entity = { type: string; offset: number; length: number };
type Own = { entities: Entity[]; buttons: { text: string; url: string }[] };
type Fields = Record<string, unknown>;
type Form = { fields: Fields; files: Map<string, Uint8Array> };

const failed = (status: number, description: string, parameters?: object): PracticeAnswer => ({
  status,
  json: { ok: false, error_code: status, description, ...(parameters && { parameters }) },
});
const bad = (description: string): PracticeAnswer => failed(400, `Bad Request: ${description}`);

/** Values of a form are JSON where they aren't plain texts. */
function valueOf(text: string): unknown {
  if (!/^[[{]|^-?\d+$|^(?:true|false)$/.test(text)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

async function formOf({ body, header }: PracticeCall): Promise<Form> {
  const type = header('content-type') ?? '';
  const files = new Map<string, Uint8Array>();
  if (!type.startsWith('multipart/form-data'))
    return { fields: body.length > 0 ? (JSON.parse(body.toString('utf8')) as Fields) : {}, files };
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  const fields: Fields = {};
  for (const [name, value] of form.entries())
    if (typeof value === 'string') fields[name] = valueOf(value);
    else files.set(name, new Uint8Array(await value.arrayBuffer()));
  return { fields, files };
}

const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** What the Bot API holds against a text with its entities; null where it takes it. */
function refusalOfText(text: string, entities: readonly Entity[], max: number, what: string): string | null {
  if (LONE_SURROGATE.test(text)) return 'strings must be encoded in UTF-8';
  if (text.trim() === '' && what === 'text') return 'message text is empty';
  if (text.trim().length > max)
    return what === 'text' ? 'message is too long' : 'message caption is too long';
  for (const { offset, length } of entities) {
    const isInside = offset >= 0 && length > 0 && offset + length <= text.length;
    const cuts = [offset, offset + length].some((at) => /[\udc00-\udfff]/.test(text.charAt(at)));
    if (!isInside || cuts) return 'can’t parse entities: ENTITY_BOUNDS_INVALID';
  }
  return null;
}

/** Width and height of a PNG; null for anything else. */
function sizeOf(bytes: Uint8Array): { width: number; height: number } | null {
  const view = Buffer.from(bytes);
  if (view.length < 24 || view.toString('latin1', 1, 4) !== 'PNG') return null;
  return { width: view.readUInt32BE(16), height: view.readUInt32BE(20) };
}

function refusalOfPhoto(bytes: Uint8Array | undefined): string | null {
  if (!bytes || bytes.length === 0) return 'there is no photo in the request';
  if (bytes.length > PHOTO_BYTES_MAX) return 'file is too big';
  const size = sizeOf(bytes);
  if (!size) return 'IMAGE_PROCESS_FAILED';
  const { width, height } = size;
  const isOdd = width + height > 10_000 || Math.max(width / height, height / width) > 20;
  return isOdd ? 'PHOTO_INVALID_DIMENSIONS' : null;
}

const entitiesIn = (value: unknown): Entity[] => (Array.isArray(value) ? (value as Entity[]) : []);
const buttonsIn = (value: unknown): Own['buttons'] => {
  const { inline_keyboard: rows = [] } = (value ?? {}) as { inline_keyboard?: Own['buttons'][] };
  return rows.flat();
};

type Content = Pick<PracticeMessage, 'text' | 'pictures' | 'own'>;

/** A text, or a photo with its caption; or what is wrong with it. */
async function contentOf(
  { fields, files }: Form,
  isPhoto: boolean,
  room: PracticeRoom,
): Promise<Content | PracticeAnswer> {
  const text = String((isPhoto ? fields['caption'] : fields['text']) ?? '');
  const entities = entitiesIn(isPhoto ? fields['caption_entities'] : fields['entities']);
  const own: Own = { entities, buttons: buttonsIn(fields['reply_markup']) };
  const [what, max] = isPhoto ? (['caption', CAPTION_MAX] as const) : (['text', TEXT_MAX] as const);
  const refusal = refusalOfText(text, entities, max, what);
  if (refusal !== null) return bad(refusal);
  if (own.buttons.some(({ url }) => !/^(?:https?|tg):\/\//.test(url))) return bad('BUTTON_URL_INVALID');
  if (!isPhoto) return { text, pictures: [], own };
  const photo = files.get('photo');
  const photoRefusal = refusalOfPhoto(photo);
  if (photoRefusal !== null || !photo) return bad(photoRefusal ?? 'there is no photo in the request');
  return { text, pictures: [{ hash: await room.keepFile(photo), alt: '' }], own };
}

async function post(form: Form, isPhoto: boolean, room: PracticeRoom): Promise<PracticeAnswer> {
  const { fields } = form;
  if (![CHANNEL, CHANNEL_ID].includes(String(fields['chat_id']))) return bad('chat not found');
  const content = await contentOf(form, isPhoto, room);
  if ('status' in content) return content;
  const before = await room.messages('telegram', CHANNEL);
  const id = Math.max(0, ...before.map((each) => Number(each.id))) + 1;
  const reply = (fields['reply_parameters'] ?? {}) as {
    message_id?: number;
    allow_sending_without_reply?: boolean;
  };
  const isThere = before.some((each) => each.id === String(reply.message_id));
  if (reply.message_id !== undefined && !isThere && !reply.allow_sending_without_reply)
    return bad('message to be replied not found');
  const under = isThere ? String(reply.message_id) : null;
  const sentAt = room.now();
  await room.keep({
    kind: 'telegram',
    id: String(id),
    place: CHANNEL,
    under,
    sentAt,
    editedAt: null,
    ...content,
  });
  return taken(id, sentAt, content);
}

const taken = (id: number, at: number, { text, pictures }: Content): PracticeAnswer => ({
  status: 200,
  json: {
    ok: true,
    result: {
      message_id: id,
      date: Math.floor(at / 1_000),
      chat: { id: Number(CHANNEL_ID), type: 'channel', title: 'Practice channel' },
      ...(pictures.length > 0 ? { caption: text, photo: [] } : { text }),
    },
  },
});

async function change(form: Form, method: string, room: PracticeRoom): Promise<PracticeAnswer> {
  const { fields } = form;
  const messages = await room.messages('telegram', CHANNEL);
  const message = messages.find(({ id }) => id === String(fields['message_id']));
  if (!message) return bad('message to edit not found');
  const isPhoto = message.pictures.length > 0;
  if (method === 'editMessageText' && isPhoto) return bad('there is no text in the message to edit');
  if (method === 'editMessageCaption' && !isPhoto) return bad('there is no caption in the message to edit');
  const media = (fields['media'] ?? {}) as Fields;
  const given: Form =
    method === 'editMessageMedia' ? { fields: { ...fields, ...media }, files: form.files } : form;
  const content = await contentOf(
    method === 'editMessageCaption' ? { ...given, files: await filesOf(message, room) } : given,
    method !== 'editMessageText',
    room,
  );
  if ('status' in content) return content;
  const isSame = JSON.stringify(content) === JSON.stringify(contentIn(message));
  if (isSame) return bad('message is not modified: specified new message content is exactly the same');
  await room.keep({ ...message, ...content, editedAt: room.now() });
  return taken(Number(message.id), message.sentAt, content);
}

const contentIn = ({ text, pictures, own }: PracticeMessage): Content => ({ text, pictures, own });

async function filesOf({ pictures: [first] }: PracticeMessage, room: PracticeRoom) {
  const bytes = first ? await room.file(first.hash) : null;
  return new Map(bytes ? [['photo', bytes]] : []);
}

async function serve(call: PracticeCall, room: PracticeRoom): Promise<PracticeAnswer> {
  const [, token, method = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(call.url.pathname) ?? [];
  if (token !== TOKEN) return failed(401, 'Unauthorized');
  if (method === 'getMe') return { status: 200, json: { ok: true, result: BOT } };
  const mood = room.mood();
  if (mood === 'defers') return failed(502, 'Bad Gateway');
  if (mood === 'limits') return failed(429, 'Too Many Requests: retry after 90', { retry_after: 90 });
  if (mood === 'refuses') return failed(403, 'Forbidden: bot was kicked from the channel chat');
  const form = await formOf(call);
  if (method === 'sendMessage') return post(form, false, room);
  if (method === 'sendPhoto') return post(form, true, room);
  if (/^editMessage(?:Text|Caption|Media)$/.test(method)) return change(form, method, room);
  return failed(404, 'Not Found');
}

const TAGS: Readonly<Record<string, string>> = { bold: 'b', italic: 'i' };

/** The text with its entities, which don't overlap. */
function drawText(text: string, entities: readonly Entity[]): string {
  let at = 0;
  const parts: string[] = [];
  for (const { type, offset, length } of entities.toSorted((a, b) => a.offset - b.offset)) {
    const tag = TAGS[type] ?? 'span';
    parts.push(String(html`${text.slice(at, offset)}`));
    parts.push(`<${tag}>${html`${text.slice(offset, offset + length)}`}</${tag}>`);
    at = offset + length;
  }
  return [...parts, String(html`${text.slice(at)}`)].join('');
}

const timeOf = (ms: number): string => new Date(ms).toISOString().slice(11, 16);

function draw(message: PracticeMessage, pictureUrl: (hash: string) => string): string {
  const { entities, buttons } = message.own as Own;
  const photos = message.pictures.map(
    ({ hash }) => html`<img src="${pictureUrl(hash)}" alt="" width="340" />`,
  );
  const edited = message.editedAt === null ? '' : 'edited ';
  return String(
    html`<div class="bubble">
        ${photos}
        <p>${raw(drawText(message.text, entities))}</p>
        <span class="time">${edited}${timeOf(message.sentAt)}</span>
      </div>
      ${buttons.map(({ text, url }) => html`<span class="button" title="${url}">${text} ↗</span>`)}`,
  );
}

/** The Bot API on a development machine, with one bot and one channel. */
export const telegramPractice: PracticeProvider = {
  kind: 'telegram',
  title: 'Telegram',
  hosts: ['api.telegram.org'],
  account: { fields: { token: TOKEN }, place: { name: 'Practice channel', address: CHANNEL } },
  serve,
  draw,
  style: `
.app { background: #c8d7c0; color: #000; font: 16px/1.35 -apple-system, "SF Pro Text", Roboto, "Segoe UI", sans-serif; }
.app .bubble { position: relative; max-width: 340px; background: #fff; border-radius: 14px; overflow: hidden; padding-bottom: 20px; }
.app .bubble img { display: block; width: 100%; height: auto; }
.app .bubble p { margin: 0; padding: 7px 12px 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.app .time { position: absolute; right: 10px; bottom: 4px; font-size: 12px; color: #5d7a52; }
.app .button { display: block; max-width: 340px; margin-top: 4px; padding: 10px; border-radius: 10px; background: rgb(80 110 70 / 72%); color: #fff; font-weight: 500; text-align: center; }
@media (prefers-color-scheme: dark) {
  .app { background: #0d1418; color: #fff; }
  .app .bubble { background: #212d3b; }
  .app .time { color: #8ba0b5; }
  .app .button { background: rgb(60 80 105 / 80%); }
}`,
};
