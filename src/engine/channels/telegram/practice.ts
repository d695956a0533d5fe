import { html, raw } from 'hono/html';
import type {
  PracticeAnswer,
  PracticeCall,
  PracticeMessage,
  PracticePost,
  PracticeProvider,
  PracticeRoom,
} from '#src/platform/practice/provider.ts';

const TOKEN = '100000001:AAPracticeBotForYourOwnMachine-only42';
const CHANNEL = '@practice_channel';
/** The same channel by its number. */
const CHANNEL_ID = '-1001234567890';
const BOT = { id: 100000001, is_bot: true, first_name: 'Practice bot', username: 'practice_bot' };

/** Who uses the app on this machine. */
const PERSON = { id: 424242001, is_bot: false, first_name: 'You' };
const WEBHOOK = 'telegram-webhook';

const TEXT_MAX = 4096;
const CAPTION_MAX = 1024;
const PHOTO_BYTES_MAX = 10 * 1024 * 1024;

type Entity = { type: string; offset: number; length: number };
type Button = { text: string; url?: string; callback_data?: string };
type Own = { entities: Entity[]; buttons: Button[]; asks?: boolean; isOwn?: boolean };
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
type Markup = { inline_keyboard?: Button[][]; force_reply?: boolean };
const buttonsIn = (value: unknown): Button[] => ((value ?? {}) as Markup).inline_keyboard?.flat() ?? [];
const asksIn = (value: unknown): boolean => ((value ?? {}) as Markup).force_reply === true;

/** The channel or the person; null for any other chat. */
function placeIn(fields: Fields): string | null {
  const chat = String(fields['chat_id']);
  if (chat === CHANNEL || chat === CHANNEL_ID) return CHANNEL;
  return chat === String(PERSON.id) ? chat : null;
}

type Content = Pick<PracticeMessage, 'text' | 'pictures' | 'own'>;

/** A text, or a photo with its caption; or what is wrong with it. */
async function contentOf(
  { fields, files }: Form,
  isPhoto: boolean,
  room: PracticeRoom,
): Promise<Content | PracticeAnswer> {
  const text = String((isPhoto ? fields['caption'] : fields['text']) ?? '');
  const entities = entitiesIn(isPhoto ? fields['caption_entities'] : fields['entities']);
  const own: Own = {
    entities,
    buttons: buttonsIn(fields['reply_markup']),
    ...(asksIn(fields['reply_markup']) && { asks: true }),
  };
  const [what, max] = isPhoto ? (['caption', CAPTION_MAX] as const) : (['text', TEXT_MAX] as const);
  const refusal = refusalOfText(text, entities, max, what);
  if (refusal !== null) return bad(refusal);
  if (own.buttons.some(({ url }) => url !== undefined && !/^(?:https?|tg):\/\//.test(url)))
    return bad('BUTTON_URL_INVALID');
  if (own.buttons.some(({ callback_data: data }) => data !== undefined && Buffer.byteLength(data) > 64))
    return bad('BUTTON_DATA_INVALID');
  if (!isPhoto) return { text, pictures: [], own };
  const photo = files.get('photo');
  const photoRefusal = refusalOfPhoto(photo);
  if (photoRefusal !== null || !photo) return bad(photoRefusal ?? 'there is no photo in the request');
  return { text, pictures: [{ hash: await room.keepFile(photo), alt: '' }], own };
}

async function postTo(form: Form, isPhoto: boolean, room: PracticeRoom): Promise<PracticeAnswer> {
  const { fields } = form;
  const place = placeIn(fields);
  if (place === null) return bad('chat not found');
  const content = await contentOf(form, isPhoto, room);
  if ('status' in content) return content;
  const before = await room.messages('telegram', place);
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
    place,
    under,
    sentAt,
    editedAt: null,
    ...content,
  });
  return taken({ id, place }, sentAt, content);
}

const chatOf = (place: string) =>
  place === CHANNEL
    ? { id: Number(CHANNEL_ID), type: 'channel', title: 'Practice channel' }
    : { id: PERSON.id, type: 'private', first_name: PERSON.first_name };

const taken = (
  { id, place }: { id: number; place: string },
  at: number,
  { text, pictures }: Content,
): PracticeAnswer => ({
  status: 200,
  json: {
    ok: true,
    result: {
      message_id: id,
      date: Math.floor(at / 1_000),
      chat: chatOf(place),
      ...(pictures.length > 0 ? { caption: text, photo: [] } : { text }),
    },
  },
});

async function change(form: Form, method: string, room: PracticeRoom): Promise<PracticeAnswer> {
  const { fields } = form;
  const place = placeIn(fields);
  const messages = place === null ? [] : await room.messages('telegram', place);
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
  return taken({ id: Number(message.id), place: message.place }, message.sentAt, content);
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
  const form = await formOf(call);
  const isPerson = String(form.fields['chat_id']) === String(PERSON.id);
  if (mood === 'refuses')
    return failed(
      403,
      isPerson ? 'Forbidden: bot was blocked by the user' : 'Forbidden: bot was kicked from the channel chat',
    );
  if (method === 'getWebhookInfo') return webhookInfo(room);
  if (method === 'setWebhook' || method === 'deleteWebhook') return keepWebhook(form.fields, room);
  if (method === 'sendMessage') return postTo(form, false, room);
  if (method === 'sendPhoto') return postTo(form, true, room);
  if (/^editMessage(?:Text|Caption|Media)$/.test(method)) return change(form, method, room);
  return failed(404, 'Not Found');
}

async function webhookInfo(room: PracticeRoom): Promise<PracticeAnswer> {
  const kept = (await room.messages(WEBHOOK)).at(-1)?.own as { url: string } | undefined;
  return {
    status: 200,
    json: {
      ok: true,
      result: { url: kept?.url ?? '', has_custom_certificate: false, pending_update_count: 0 },
    },
  };
}

/** Where updates go; the newest counts. */
async function keepWebhook(fields: Fields, room: PracticeRoom): Promise<PracticeAnswer> {
  const own = { url: fields['url'] ?? '', secret: fields['secret_token'] ?? '' };
  const at = room.now();
  const kept = { kind: WEBHOOK, id: '1', place: '', under: null, sentAt: at, editedAt: null };
  await room.keep({ ...kept, text: '', pictures: [], own });
  return { status: 200, json: { ok: true, result: true } };
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
  const { entities, buttons, asks, isOwn } = message.own as Own;
  const photos = message.pictures.map(
    ({ hash }) => html`<img src="${pictureUrl(hash)}" alt="" width="340" />`,
  );
  const edited = message.editedAt === null ? '' : 'edited ';
  const { id, place } = message;
  return String(
    html`<div class="${isOwn === true ? 'bubble mine' : 'bubble'}">
        ${photos}
        <p>${raw(drawText(message.text, entities))}</p>
        <span class="time">${edited}${timeOf(message.sentAt)}</span>
      </div>
      ${buttons.map((button) =>
        button.callback_data === undefined
          ? html`<span class="button" title="${button.url ?? ''}">${button.text} ↗</span>`
          : html`<form method="post">
              <input type="hidden" name="act" value="press" />
              <input type="hidden" name="place" value="${place}" />
              <input type="hidden" name="id" value="${id}" />
              <button class="button" name="data" value="${button.callback_data}">${button.text}</button>
            </form>`,
      )}
      ${
        asks === true
          ? html`<form method="post">
              <input type="hidden" name="act" value="reason" />
              <input type="hidden" name="place" value="${place}" />
              <input type="hidden" name="id" value="${id}" />
              <input name="text" aria-label="Reply" required />
              <button class="button">Reply</button>
            </form>`
          : ''
      }`,
  );
}

/** What the person of this machine does in the app, told to the webhook as Telegram would. */
async function act(form: URLSearchParams, room: PracticeRoom, post: PracticePost): Promise<string | null> {
  const [hook] = await room.messages(WEBHOOK);
  const { url, secret } = (hook?.own ?? {}) as { url?: string; secret?: string };
  if (!url)
    return 'The bot has no webhook. Turn on approval in this chat, or let people subscribe with it, first.';
  const place = form.get('place') ?? String(PERSON.id);
  const chat = chatOf(place);
  const reference = { message_id: Number(form.get('id')), chat };
  const isOwn = form.get('act') === 'code' || form.get('act') === 'text';
  const text = form.get('act') === 'code' ? `/start ${form.get('code') ?? ''}` : (form.get('text') ?? '');
  const said = isOwn ? { chat: chatOf(''), text } : { chat, text, reply_to_message: reference };
  const update =
    form.get('act') === 'press'
      ? {
          callback_query: {
            id: String(room.now()),
            from: PERSON,
            data: form.get('data'),
            message: { ...reference, date: Math.floor(room.now() / 1_000) },
          },
        }
      : { message: { message_id: room.now(), from: PERSON, ...said } };
  const answer = await post(url, {
    headers: { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': secret ?? '' },
    body: JSON.stringify({ update_id: room.now(), ...update }),
  });
  if (answer.status !== 200) return `The webhook answered with status ${answer.status}.`;
  const call = JSON.parse(answer.body) as Fields;
  if (isOwn) await keepOwn(text, room);
  if (call['method'] === 'answerCallbackQuery')
    return call['text'] === undefined ? null : String(call['text']);
  if (call['method'] !== 'sendMessage') return null;
  await postTo({ fields: call, files: new Map() }, false, room);
  return String(call['text']);
}

/** What the person wrote is in the conversation too. */
async function keepOwn(text: string, room: PracticeRoom): Promise<void> {
  const place = String(PERSON.id);
  const before = await room.messages('telegram', place);
  const id = String(Math.max(0, ...before.map((each) => Number(each.id))) + 1);
  const own: Own = { entities: [], buttons: [], isOwn: true };
  const at = room.now();
  await room.keep({
    kind: 'telegram',
    id,
    place,
    under: null,
    sentAt: at,
    editedAt: null,
    text,
    pictures: [],
    own,
  });
}

/** The Bot API on a development machine, with one bot, one channel and one person. */
export const telegramPractice: PracticeProvider = {
  kind: 'telegram',
  title: 'Telegram',
  hosts: ['api.telegram.org'],
  account: { fields: { token: TOKEN }, place: { name: 'Practice channel', address: CHANNEL } },
  serve,
  draw,
  act,
  writes: 'Write to the bot: /start, /stop, /settings',
  style: `
.app { background: #c8d7c0; color: #000; font: 16px/1.35 -apple-system, "SF Pro Text", Roboto, "Segoe UI", sans-serif; }
.app .bubble { position: relative; max-width: 340px; background: #fff; border-radius: 14px; overflow: hidden; padding-bottom: 20px; }
.app .mine { margin-left: auto; width: fit-content; min-width: 96px; background: #effdde; }
.app .bubble img { display: block; width: 100%; height: auto; }
.app .bubble p { margin: 0; padding: 7px 12px 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.app .time { position: absolute; right: 10px; bottom: 4px; font-size: 12px; color: #5d7a52; }
.app .button { display: block; max-width: 340px; margin-top: 4px; padding: 10px; border-radius: 10px; background: rgb(80 110 70 / 72%); color: #fff; font-weight: 500; text-align: center; }
.app form { margin: 0; max-width: 340px; }
.app button.button { width: 100%; min-height: 44px; border: 0; font: inherit; font-weight: 500; cursor: pointer; }
.app form input:not([type]) { width: 100%; box-sizing: border-box; min-height: 44px; margin-top: 4px; padding: 8px 12px; border: 0; border-radius: 10px; font: inherit; }
@media (prefers-color-scheme: dark) {
  .app { background: #0d1418; color: #fff; }
  .app .bubble { background: #212d3b; }
  .app .mine { background: #2b5278; }
  .app .time { color: #8ba0b5; }
  .app .button { background: rgb(60 80 105 / 80%); }
}`,
};
