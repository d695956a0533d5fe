import { html, raw } from 'hono/html';
import * as z from 'zod/mini';
import type {
  PracticeAnswer,
  PracticeCall,
  PracticeMessage,
  PracticeProvider,
  PracticeRoom,
} from '#src/platform/practice/provider.ts';
import { drawInline, drawMarkdown, readMarkdown } from './practice-markdown.ts';
import {
  ACTIONS_STYLE,
  actInDiscord,
  DIRECT,
  drawActions,
  PRACTICE_PUBLIC_KEY,
  serveApplication,
} from './practice-review.ts';

const KIND = 'discord';
const BOT_TOKEN = 'UHJhY3RpY2VCb3RPbmx5SGVyZQ.Gpract.practice-bot-on-your-own-machine-only';
const CHANNEL = '1100000000000000001';
/** A thread of that channel. */
const THREAD = '1100000000000000002';
/** A channel that the bot may not write to. */
const LOCKED = '1100000000000000003';
const WEBHOOK = '1100000000000000009';
const WEBHOOK_TOKEN = 'practice-webhook-on-your-own-machine-only-aaaaaaaaaaaaaaaaaaaaaaaaaa';
export const PRACTICE_WEBHOOK = `https://discord.com/api/webhooks/${WEBHOOK}/${WEBHOOK_TOKEN}`;

const EPOCH = 1_420_070_400_000;
const FILE_MAX = 10 * 1024 * 1024;
const REQUEST_MAX = 25 * 1024 * 1024;
/** How long a nonce is remembered, in ms. */
const NONCE_MS = 5 * 60_000;

const text = z.string();
const imageSchema = z.object({ url: text });
const embedSchema = z.object({
  title: z.optional(text),
  description: z.optional(text),
  url: z.optional(text),
  color: z.optional(z.int().check(z.gte(0), z.lte(0xffffff))),
  author: z.optional(z.object({ name: text })),
  fields: z.optional(z.array(z.object({ name: text, value: text, inline: z.optional(z.boolean()) }))),
  footer: z.optional(z.object({ text })),
  image: z.optional(imageSchema),
});
type Embed = z.infer<typeof embedSchema>;
const payloadSchema = z.object({
  content: z.optional(z.nullable(text)),
  embeds: z.optional(z.array(embedSchema)),
  components: z.optional(z.array(z.record(text, z.unknown()))),
  nonce: z.optional(z.union([text, z.int()])),
  enforce_nonce: z.optional(z.boolean()),
  allowed_mentions: z.optional(z.object({ parse: z.optional(z.array(text)) })),
  message_reference: z.optional(z.object({ message_id: text, fail_if_not_exists: z.optional(z.boolean()) })),
  attachments: z.optional(
    z.array(
      z.object({ id: z.union([text, z.int()]), filename: z.optional(text), description: z.optional(text) }),
    ),
  ),
});
type Payload = z.infer<typeof payloadSchema>;
type Author = 'bot' | 'webhook';
type Attachment = { id: string; filename: string; hash: string; description: string };
type Own = {
  author: Author;
  nonce: string | null;
  content: string;
  embeds: Embed[];
  attachments: Attachment[];
  mentions: readonly string[];
  components: readonly Record<string, unknown>[];
};

const ownOf = ({ own }: PracticeMessage): Own => own as Own;
const failed = (status: number, code: number, message: string, more: object = {}): PracticeAnswer => ({
  status,
  json: { message, code, ...more },
});
const UNKNOWN_MESSAGE = failed(404, 10008, 'Unknown Message');

/** The tree of errors of a refused form, each at its path. */
function invalidForm(problems: readonly { path: readonly string[]; code: string; message: string }[]) {
  const errors: Record<string, unknown> = {};
  for (const { path, code, message } of problems) {
    let at = errors;
    for (const key of path) at = (at[key] ??= {}) as Record<string, unknown>;
    at['_errors'] = [{ code, message }];
  }
  return failed(400, 50035, 'Invalid Form Body', { errors });
}

type Problem = Parameters<typeof invalidForm>[0][number];
/** White space at the ends is taken off before it counts; a character is a code point. */
const size = (said: string): number => [...said.trim()].length;
function tooLong(path: readonly string[], said: string | undefined, max: number): Problem[] {
  if (said === undefined || size(said) <= max) return [];
  return [{ path, code: 'BASE_TYPE_MAX_LENGTH', message: `Must be ${max} or fewer in length.` }];
}
const missing = (path: readonly string[], said: string): Problem[] =>
  said.trim() === '' ? [{ path, code: 'BASE_TYPE_REQUIRED', message: 'This field is required' }] : [];

function problemsOf(embed: Embed, at: number): Problem[] {
  const path = (...keys: string[]): string[] => ['embeds', String(at), ...keys];
  const fields = embed.fields ?? [];
  return [
    ...tooLong(path('title'), embed.title, 256),
    ...tooLong(path('description'), embed.description, 4096),
    ...tooLong(path('footer', 'text'), embed.footer?.text, 2048),
    ...tooLong(path('author', 'name'), embed.author?.name, 256),
    ...(fields.length > 25
      ? [{ path: path('fields'), code: 'BASE_TYPE_MAX_LENGTH', message: 'Must be 25 or fewer in length.' }]
      : []),
    ...fields.flatMap(({ name, value }, n) => [
      ...missing(path('fields', String(n), 'name'), name),
      ...missing(path('fields', String(n), 'value'), value),
      ...tooLong(path('fields', String(n), 'name'), name, 256),
      ...tooLong(path('fields', String(n), 'value'), value, 1024),
    ]),
    ...(embed.image && !/^(?:https?|attachment):\/\//.test(embed.image.url)
      ? [
          {
            path: path('image', 'url'),
            code: 'URL_TYPE_INVALID_SCHEME',
            message: "Scheme must be one of ('http', 'https').",
          },
        ]
      : []),
  ];
}

const textsOf = (embed: Embed): string[] => [
  embed.title ?? '',
  embed.description ?? '',
  embed.author?.name ?? '',
  embed.footer?.text ?? '',
  ...(embed.fields ?? []).flatMap(({ name, value }) => [name, value]),
];
const isShown = (embed: Embed): boolean =>
  embed.image !== undefined || textsOf(embed).some((said) => said.trim() !== '');

/** What the API holds against a message; null where it takes it. */
function refusalOf({ content, embeds = [], nonce }: Payload): PracticeAnswer | null {
  const total = embeds.flatMap(textsOf).reduce((sum, said) => sum + size(said), 0);
  const problems = [
    ...tooLong(['content'], content ?? undefined, 2000),
    ...tooLong(['nonce'], nonce === undefined ? undefined : String(nonce), 25),
    ...(embeds.length > 10
      ? [{ path: ['embeds'], code: 'BASE_TYPE_MAX_LENGTH', message: 'Must be 10 or fewer in length.' }]
      : []),
    ...embeds.flatMap(problemsOf),
    ...(total > 6000
      ? [
          {
            path: ['embeds'],
            code: 'MAX_EMBED_SIZE_EXCEEDED',
            message: 'Embed size exceeds maximum size of 6000',
          },
        ]
      : []),
  ];
  if (problems.length > 0) return invalidForm(problems);
  if ((content ?? '').trim() === '' && !embeds.some(isShown))
    return failed(400, 50006, 'Cannot send an empty message');
  return null;
}

type Form = { payload: Payload; files: Map<string, { name: string; bytes: Uint8Array }> };

async function formOf({ body, header }: PracticeCall): Promise<Form | PracticeAnswer> {
  if (body.length > REQUEST_MAX) return failed(413, 40005, 'Request entity too large');
  const type = header('content-type') ?? '';
  const files: Form['files'] = new Map();
  let json = body.toString('utf8');
  if (type.startsWith('multipart/form-data')) {
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
    json = '{}';
    for (const [name, value] of form.entries())
      if (typeof value === 'string') json = name === 'payload_json' ? value : json;
      else files.set(name, { name: value.name, bytes: new Uint8Array(await value.arrayBuffer()) });
  } else if (!type.startsWith('application/json'))
    return invalidForm([
      {
        path: [],
        code: 'CONTENT_TYPE_INVALID',
        message: `Expected "Content-Type" header to be one of {'application/json'}.`,
      },
    ]);
  let given: unknown;
  try {
    given = JSON.parse(json);
  } catch {
    return failed(400, 50109, 'The request body contains invalid JSON.');
  }
  const read = payloadSchema.safeParse(given);
  if (!read.success)
    return invalidForm(
      read.error.issues.map(({ path }) => ({
        path: path.map(String),
        code: 'MODEL_TYPE_CONVERT',
        message: 'The value has another type.',
      })),
    );
  return { payload: read.data, files };
}

const isPicture = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes).toString('latin1', 1, 4) === 'PNG' || (bytes[0] === 0xff && bytes[1] === 0xd8);

/** Files that came along, and those of before that are to stay. */
async function attachmentsOf(
  { payload, files }: Form,
  before: readonly Attachment[],
  room: PracticeRoom,
): Promise<Attachment[] | PracticeAnswer> {
  const kept = before.filter(({ id }) => payload.attachments?.some((each) => String(each.id) === id));
  const added: Attachment[] = [];
  for (const [field, { name, bytes }] of files) {
    const [, n] = /^files\[(\d+)\]$/.exec(field) ?? [];
    if (n === undefined) continue;
    if (bytes.length > FILE_MAX) return failed(400, 50045, 'File uploaded exceeds the maximum size');
    if (bytes.length === 0 || !isPicture(bytes)) return failed(400, 50046, 'Invalid file uploaded');
    const about = payload.attachments?.find((each) => String(each.id) === n);
    const description = about?.description ?? '';
    if (size(description) > 1024)
      return invalidForm(tooLong(['attachments', n, 'description'], description, 1024));
    const filename = about?.filename ?? name;
    added.push({ id: `${n}:${filename}`, filename, hash: await room.keepFile(bytes), description });
  }
  return [...kept, ...added];
}

/** An embed shows a file of its own message by its name. */
function lacksFile(embeds: readonly Embed[], attachments: readonly Attachment[]): boolean {
  return embeds.some(({ image }) => {
    const [, name] = /^attachment:\/\/(.+)$/.exec(image?.url ?? '') ?? [];
    return name !== undefined && !attachments.some(({ filename }) => filename === name);
  });
}

const readEmbed = ({ title, description, author, fields = [], footer }: Embed): string =>
  [
    author?.name,
    title === undefined ? undefined : readMarkdown(title),
    description === undefined ? undefined : readMarkdown(description),
    ...fields.map(({ name, value }) => `${readMarkdown(name)}: ${readMarkdown(value)}`),
    footer?.text,
  ]
    .filter((each) => each !== undefined && each !== '')
    .join('\n');

const shownMessage = (message: PracticeMessage) => {
  const { embeds, attachments, content, nonce, author } = ownOf(message);
  return {
    id: message.id,
    channel_id: message.place,
    author: {
      id: author === 'bot' ? '1100000000000000000' : WEBHOOK,
      username: 'Practice',
      bot: true,
    },
    ...(author === 'webhook' && { webhook_id: WEBHOOK }),
    content,
    timestamp: new Date(message.sentAt).toISOString(),
    edited_timestamp: message.editedAt === null ? null : new Date(message.editedAt).toISOString(),
    mention_everyone: false,
    mentions: [],
    mention_roles: [],
    embeds: embeds.map((embed) => ({ type: 'rich', ...embed })),
    attachments: attachments.map(({ id, filename, description }) => ({ id, filename, description })),
    ...(nonce !== null && { nonce }),
    ...(message.under !== null && { message_reference: { message_id: message.under } }),
  };
};

type Content = Pick<PracticeMessage, 'text' | 'pictures' | 'own'>;
async function contentOf(
  form: Form,
  before: Own | null,
  author: Author,
  room: PracticeRoom,
): Promise<Content | PracticeAnswer> {
  const { payload } = form;
  // An edit leaves what it doesn't name.
  const embeds = payload.embeds ?? before?.embeds ?? [];
  const content = payload.content ?? before?.content ?? '';
  const refusal = refusalOf({ ...payload, embeds, content });
  if (refusal) return refusal;
  const attachments = await attachmentsOf(form, before?.attachments ?? [], room);
  if ('status' in attachments) return attachments;
  if (lacksFile(embeds, attachments)) return failed(400, 50146, 'Uploaded file not found.');
  const own: Own = {
    author,
    nonce: payload.nonce === undefined ? null : String(payload.nonce),
    content,
    embeds,
    attachments,
    components: payload.components ?? before?.components ?? [],
    mentions: payload.allowed_mentions?.parse ?? ['everyone', 'roles', 'users'],
  };
  return {
    text: [content, ...embeds.map(readEmbed)].filter((each) => each !== '').join('\n'),
    pictures: attachments.map(({ hash, description }) => ({ hash, alt: description })),
    own,
  };
}

async function post(call: PracticeCall, place: string, author: Author, room: PracticeRoom) {
  const form = await formOf(call);
  if ('status' in form) return form;
  const { nonce, enforce_nonce: enforced, message_reference: reference } = form.payload;
  const everywhere = await room.messages(KIND);
  if (author === 'bot' && nonce !== undefined && enforced) {
    const known = everywhere.find(
      (each) =>
        ownOf(each).author === 'bot' &&
        ownOf(each).nonce === String(nonce) &&
        room.now() - each.sentAt < NONCE_MS,
    );
    if (known) return { status: 200, json: shownMessage(known) };
  }
  const content = await contentOf(form, null, author, room);
  if ('status' in content) return content;
  const under = author === 'bot' ? (reference?.message_id ?? null) : null;
  const isThere = everywhere.some((each) => each.id === under && each.place === place);
  if (under !== null && !isThere && reference?.fail_if_not_exists !== false)
    return invalidForm([
      { path: ['message_reference'], code: 'REPLIES_UNKNOWN_MESSAGE', message: 'Unknown message' },
    ]);
  const sentAt = room.now();
  const id = String((BigInt(sentAt - EPOCH) << 22n) + BigInt(everywhere.length));
  const message = {
    kind: KIND,
    id,
    place,
    under: isThere ? under : null,
    sentAt,
    editedAt: null,
    ...content,
  };
  await room.keep(message);
  if (author === 'webhook' && call.url.searchParams.get('wait') !== 'true') return { status: 204 };
  return { status: 200, json: shownMessage(message) };
}

async function change(call: PracticeCall, message: PracticeMessage, author: Author, room: PracticeRoom) {
  if (ownOf(message).author !== author)
    return failed(403, 50005, 'Cannot edit a message authored by another user');
  const form = await formOf(call);
  if ('status' in form) return form;
  const content = await contentOf(form, ownOf(message), author, room);
  if ('status' in content) return content;
  const changed = { ...message, ...content, editedAt: room.now() };
  await room.keep(changed);
  return { status: 200, json: shownMessage(changed) };
}

const SNOWFLAKE = /^\d{15,20}$/;
async function one(call: PracticeCall, place: string, id: string, author: Author, room: PracticeRoom) {
  if (!SNOWFLAKE.test(id))
    return invalidForm([
      { path: ['message_id'], code: 'NUMBER_TYPE_COERCE', message: `Value "${id}" is not snowflake.` },
    ]);
  const message = (await room.messages(KIND, place)).find((each) => each.id === id);
  if (!message) return UNKNOWN_MESSAGE;
  if (call.method === 'GET') return { status: 200, json: shownMessage(message) };
  return change(call, message, author, room);
}

/** Newest first. A nonce is only in the answer to a send, not in the list. */
async function list({ url }: PracticeCall, place: string, room: PracticeRoom): Promise<PracticeAnswer> {
  const limit = Number(url.searchParams.get('limit') ?? 50);
  if (!(limit >= 1 && limit <= 100)) return failed(400, 50035, 'Invalid Form Body');
  const after = BigInt(url.searchParams.get('after') ?? 0);
  const found = (await room.messages(KIND, place)).filter(({ id }) => BigInt(id) > after).toReversed();
  const json = found.slice(0, limit).map((each) => {
    const { nonce: _, ...shown } = { nonce: null, ...shownMessage(each) };
    return shown;
  });
  return { status: 200, json };
}

function moody(room: PracticeRoom): PracticeAnswer | null {
  switch (room.mood()) {
    case 'defers':
      return { status: 503, headers: { 'content-type': 'text/plain' }, body: 'upstream connect error' };
    case 'limits':
      return {
        status: 429,
        headers: { 'retry-after': '90', 'x-ratelimit-global': 'true', 'x-ratelimit-scope': 'global' },
        json: { message: 'You are being rate limited.', retry_after: 90, global: true },
      };
    case 'refuses':
      return failed(403, 50013, 'Missing Permissions');
    default:
      return null;
  }
}

const PATHS = {
  me: /^\/users\/@me$/,
  application: /^\/(?:applications\/|users\/@me\/channels$|practice\/)/,
  channel: /^\/channels\/([^/]+)\/messages(?:\/([^/]+))?$/,
  webhook: /^\/webhooks\/([^/]+)\/([^/]+)(?:\/messages\/([^/]+))?$/,
};

async function byBot(call: PracticeCall, path: string, room: PracticeRoom): Promise<PracticeAnswer> {
  if (call.header('authorization') !== `Bot ${BOT_TOKEN}`)
    return { status: 401, json: { message: '401: Unauthorized', code: 0 } };
  if (PATHS.me.test(path))
    return { status: 200, json: { id: '1100000000000000000', username: 'Practice', bot: true } };
  const [, place = '', id] = PATHS.channel.exec(path) ?? [];
  const refusal = moody(room);
  if (refusal) return refusal;
  const ofApplication = await serveApplication(path, call.body, room);
  if (ofApplication) return ofApplication;
  if (place === LOCKED) return failed(403, 50001, 'Missing Access');
  if (place !== CHANNEL && place !== THREAD && place !== DIRECT) return failed(404, 10003, 'Unknown Channel');
  if (id !== undefined) return one(call, place, id, 'bot', room);
  if (call.method === 'GET') return list(call, place, room);
  return post(call, place, 'bot', room);
}

async function byWebhook(
  call: PracticeCall,
  [id, token, messageId]: readonly (string | undefined)[],
  room: PracticeRoom,
): Promise<PracticeAnswer> {
  if (id !== WEBHOOK) return failed(404, 10015, 'Unknown Webhook');
  if (token !== WEBHOOK_TOKEN) return failed(401, 50027, 'Invalid Webhook Token');
  if (messageId === undefined && call.method === 'GET')
    return { status: 200, json: { id, type: 1, channel_id: CHANNEL, name: 'Practice' } };
  const refusal = moody(room);
  if (refusal) return refusal;
  const thread = call.url.searchParams.get('thread_id');
  if (thread !== null && thread !== THREAD) return failed(404, 10003, 'Unknown Channel');
  const place = thread ?? CHANNEL;
  if (messageId !== undefined) return one(call, place, messageId, 'webhook', room);
  return post(call, place, 'webhook', room);
}

async function serve(call: PracticeCall, room: PracticeRoom): Promise<PracticeAnswer> {
  const [, path = ''] = /^\/api(?:\/v\d+)?(\/.*)$/.exec(call.url.pathname) ?? [];
  const [all, ...ofWebhook] = PATHS.webhook.exec(path) ?? [];
  if (all !== undefined) return byWebhook(call, ofWebhook, room);
  if (PATHS.me.test(path) || PATHS.channel.test(path) || PATHS.application.test(path))
    return byBot(call, path, room);
  return { status: 404, json: { message: '404: Not Found', code: 0 } };
}

function drawEmbed(embed: Embed, attachments: readonly Attachment[], pictureUrl: (hash: string) => string) {
  const { title, description, author, fields = [], footer, color = 0x202225, image } = embed;
  const shown = attachments.find(({ filename }) => image?.url === `attachment://${filename}`);
  const bar = `#${color.toString(16).padStart(6, '0')}`;
  return html`<div class="embed" style="border-left-color: ${bar}">
    ${author ? html`<div class="author">${author.name}</div>` : ''}
    ${title === undefined ? '' : html`<div class="title">${raw(drawInline(title))}</div>`}
    ${description === undefined ? '' : html`<div class="description">${raw(drawMarkdown(description))}</div>`}
    ${
      fields.length === 0
        ? ''
        : html`<dl>
            ${fields.map(
              ({ name, value }) =>
                html`<div>
                  <dt>${raw(drawInline(name))}</dt>
                  <dd>${raw(drawInline(value))}</dd>
                </div>`,
            )}
          </dl>`
    }
    ${shown ? html`<img src="${pictureUrl(shown.hash)}" alt="${shown.description}" />` : ''}
    ${footer ? html`<div class="footer">${footer.text}</div>` : ''}
  </div>`;
}

const timeOf = (ms: number): string => new Date(ms).toISOString().slice(11, 16);

function draw(message: PracticeMessage, pictureUrl: (hash: string) => string): string {
  const { content, embeds, attachments } = ownOf(message);
  return String(
    html`<div class="message">
      <div class="avatar" aria-hidden="true">P</div>
      <div class="body">
        ${message.under === null ? '' : html`<div class="reply">↱ Reply to an earlier message</div>`}
        <div class="by">
          <strong>Practice</strong> <span class="app-tag">APP</span>
          <time>${timeOf(message.sentAt)}</time>
        </div>
        ${content === '' ? '' : html`<div class="description">${raw(drawMarkdown(content))}</div>`}
        ${embeds.map((embed) => drawEmbed(embed, attachments, pictureUrl))} ${drawActions(message)}
        ${message.editedAt === null ? '' : html`<span class="edited">(edited)</span>`}
      </div>
    </div>`,
  );
}

/** The API on a development machine, with one bot, one webhook and one channel. */
export const discordPractice: PracticeProvider = {
  kind: KIND,
  title: 'Discord',
  hosts: ['discord.com'],
  account: {
    fields: { credential: BOT_TOKEN, publicKey: PRACTICE_PUBLIC_KEY },
    place: { name: '#market', address: CHANNEL },
  },
  serve,
  draw,
  act: actInDiscord,
  style: `${ACTIONS_STYLE}
.app { background: #fff; color: #313338; font: 16px/1.375 "gg sans", "Noto Sans", -apple-system, Roboto, "Segoe UI", sans-serif; }
.app .message { display: flex; gap: 12px; max-width: 380px; padding: 4px 12px; }
.app .avatar { flex: none; width: 40px; height: 40px; border-radius: 50%; background: #5865f2; color: #fff; font-weight: 600; text-align: center; line-height: 40px; }
.app .body { min-width: 0; flex: 1; }
.app .reply { font-size: 13px; color: #5c5e66; }
.app .by { display: flex; align-items: baseline; gap: 6px; }
.app .app-tag { background: #5865f2; color: #fff; border-radius: 4px; padding: 0 5px; font-size: 10px; line-height: 16px; font-weight: 600; }
.app time, .app .edited { font-size: 12px; color: #5c5e66; }
.app .embed { margin-top: 4px; padding: 8px 14px 14px 12px; border: 1px solid #e1e2e4; border-left: 4px solid; border-radius: 4px; background: #f2f3f5; font-size: 14px; overflow-wrap: anywhere; }
.app .author { margin-top: 6px; font-weight: 600; }
.app .title { margin-top: 8px; font-size: 16px; font-weight: 600; }
.app .description { margin-top: 8px; }
.app .line { display: block; min-height: 10px; }
.app .line.small { font-size: 12px; color: #5c5e66; }
.app .line.h { font-size: 18px; font-weight: 700; }
.app .line.quote { border-left: 4px solid #c4c9ce; padding-left: 12px; }
.app .line.item { padding-left: 20px; }
/* Phones show each field on lines of its own. */
.app dl { display: grid; gap: 8px; margin: 8px 0 0; }
.app dt { font-weight: 600; }
.app dd { margin: 0; }
.app img { display: block; width: 100%; height: auto; margin-top: 16px; border-radius: 4px; }
.app .footer { margin-top: 8px; font-size: 12px; color: #4e5058; white-space: pre-wrap; }
.app ins { color: #006ce7; text-decoration: none; }
.app kbd { font: inherit; background: #e6e8fd; color: #505cdc; border-radius: 3px; padding: 0 2px; }
.app mark { background: #202225; color: #202225; }
.app code { background: #e3e5e8; border-radius: 4px; padding: 0 3px; }
@media (prefers-color-scheme: dark) {
  .app { background: #313338; color: #dbdee1; }
  .app .reply, .app time, .app .edited, .app .line.small { color: #949ba4; }
  .app .embed { background: #2b2d31; border-top-color: #2b2d31; border-right-color: #2b2d31; border-bottom-color: #2b2d31; }
  .app .footer { color: #b5bac1; }
  .app ins { color: #00a8fc; }
  .app kbd { background: #3c4270; color: #c9cdfb; }
  .app code { background: #1e1f22; }
}`,
};
