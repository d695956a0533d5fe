import { html, raw } from 'hono/html';
import * as z from 'zod/mini';
import type {
  PracticeAnswer,
  PracticeCall,
  PracticeMessage,
  PracticeProvider,
  PracticeRoom,
} from '#src/platform/practice/provider.ts';

const KIND = 'whatsapp';
const PHONE_ID = '100000000000001';
const ACCOUNT_ID = '100000000000002';
const TOKEN = 'EAAPracticeTokenForYourOwnMachineOnly0000000000';
/** A number that isn't on WhatsApp, and one whose owner has stopped messages. */
const NOT_THERE = '15550100404';
const STOPPED = '15550100403';
/** Somebody who got a message a moment ago. */
const BUSY = '15550100429';

const BODY =
  'Market alert: *{{1}}*\n\nDetails: {{2}}\n\nYou receive this message because you signed up for these alerts.';
const BODY_MAX = 1024;
const MEDIA_MAX = 5 * 1024 * 1024;

type Template = {
  name: string;
  language: string;
  status: string;
  category: string;
  components: Component[];
};
type Component = { type: string; format?: string; text?: string };
const template = (name: string, language: string, more: Partial<Template> = {}): Template => ({
  name,
  language,
  status: 'APPROVED',
  category: 'UTILITY',
  components: [{ type: 'BODY', text: BODY }],
  ...more,
});
const withPicture = [
  { type: 'HEADER', format: 'IMAGE' },
  { type: 'BODY', text: BODY },
];
const TEMPLATES: readonly Template[] = [
  template('market_alert', 'en_US'),
  template('market_alert', 'de'),
  template('market_alert_chart', 'en_US', { components: withPicture }),
  template('market_alert_chart', 'de', { components: withPicture }),
  template('brand_alert', 'en_US'),
  template('promoted_alert', 'en_US', { category: 'MARKETING' }),
  template('waiting_alert', 'en_US', { status: 'PENDING' }),
  template('paused_alert', 'en_US', { status: 'PAUSED' }),
  template('one_alert', 'en_US', { components: [{ type: 'BODY', text: 'Alert: {{1}}. Bye.' }] }),
  template('long_alert', 'en_US', { components: [{ type: 'BODY', text: `${BODY} And there is more.` }] }),
];

const parameterSchema = z.object({
  type: z.string(),
  text: z.optional(z.string()),
  image: z.optional(z.object({ id: z.optional(z.string()) })),
});
const messageSchema = z.object({
  messaging_product: z.literal('whatsapp'),
  to: z.string(),
  type: z.literal('template'),
  template: z.object({
    name: z.string(),
    language: z.object({ code: z.string() }),
    components: z.array(z.object({ type: z.string(), parameters: z.array(parameterSchema) })),
  }),
});
type Sent = z.infer<typeof messageSchema>;
type Own = { body: string; template: string; language: string; billed: number };

/**
 * What a message is billed, in ten-thousandths of a US dollar: by the market of the person's number and the template's
 * category, after Meta's rate card. Its markets are countries, and regions of several calling codes.
 */
const MARKETS: readonly { numbers: RegExp; utility: number; marketing: number }[] = [
  { numbers: /^49/, utility: 550, marketing: 1_365 },
  { numbers: /^44/, utility: 220, marketing: 529 },
  { numbers: /^91/, utility: 14, marketing: 118 },
  { numbers: /^55/, utility: 68, marketing: 625 },
  { numbers: /^1(?:876|809|829|849|787|939)/, utility: 113, marketing: 740 },
  { numbers: /^1/, utility: 34, marketing: 250 },
  { numbers: /./, utility: 77, marketing: 604 },
];
function billOf(to: string, category: string): number {
  const market = MARKETS.find(({ numbers }) => numbers.test(to));
  return (category === 'MARKETING' ? market?.marketing : market?.utility) ?? 0;
}

const failed = (
  status: number,
  code: number,
  title: string,
  details: string | null = null,
): PracticeAnswer => ({
  status,
  json: {
    error: {
      message: `(#${code}) ${title}`,
      type: 'OAuthException',
      code,
      ...(details !== null && { error_data: { messaging_product: 'whatsapp', details } }),
      fbtrace_id: 'A0practice',
    },
  },
});
const unknownObject = (id: string): PracticeAnswer => ({
  status: 400,
  json: {
    error: {
      message: `Unsupported request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation`,
      type: 'GraphMethodException',
      code: 100,
      error_subcode: 33,
      fbtrace_id: 'A0practice',
    },
  },
});

/** What a variable may not hold. */
const FORBIDDEN = /[\n\r\t]| {5,}/;
const VARIABLE = /\{\{(\d+)\}\}/g;

const mediaIdOf = (hash: string): string => BigInt(`0x${hash}`).toString();
const hashOf = (mediaId: string): string => BigInt(mediaId).toString(16).padStart(64, '0');

type Written = { body: string; picture: string | null; category: string };

/** The template filled in, or what the API holds against it. */
async function written({ template: asked }: Sent, room: PracticeRoom): Promise<Written | PracticeAnswer> {
  const found = TEMPLATES.find(
    ({ name, language }) => name === asked.name && language === asked.language.code,
  );
  if (!found || found.status === 'PENDING')
    return failed(
      404,
      132001,
      'Template name does not exist in the translation',
      `template name (${asked.name}) does not exist in ${asked.language.code}`,
    );
  if (found.status === 'PAUSED') return failed(400, 132015, 'Template is Paused');
  const given = (type: string) =>
    asked.components.find((each) => each.type.toLowerCase() === type)?.parameters ?? [];
  const wantsPicture = found.components.some(({ format }) => format === 'IMAGE');
  const [header] = given('header');
  if (wantsPicture !== (header?.type === 'image'))
    return failed(
      400,
      132012,
      'Parameter format does not match format in the created template',
      `header: Format mismatch, expected ${wantsPicture ? 'IMAGE' : 'TEXT'}, received ${header ? 'IMAGE' : 'UNKNOWN'}`,
    );
  const mediaId = header?.image?.id ?? '';
  const isMedia = /^\d{1,80}$/.test(mediaId);
  if (wantsPicture && !(isMedia && (await room.file(hashOf(mediaId)))))
    return failed(400, 131053, 'Media upload error', 'Unable to find the media');
  const text = found.components.find(({ type }) => type === 'BODY')?.text ?? '';
  const count = new Set([...text.matchAll(VARIABLE)].map(([, n]) => n)).size;
  const texts = given('body');
  if (texts.length !== count)
    return failed(
      400,
      132000,
      'Number of parameters does not match the expected number of params',
      `body: number of localizable_params (${texts.length}) does not match the expected number of params (${count})`,
    );
  for (const each of texts) {
    if (each.type !== 'text' || (each.text ?? '') === '')
      return failed(
        400,
        131008,
        'Required parameter is missing',
        'Parameter of type text is missing text value',
      );
    if (FORBIDDEN.test(each.text ?? ''))
      return failed(
        400,
        132018,
        'There was an issue with the parameters in your template',
        'Param text cannot have new-line/tab characters or more than 4 consecutive spaces',
      );
  }
  const body = text.replaceAll(VARIABLE, (_all, n: string) => texts[Number(n) - 1]?.text ?? '');
  if (body.length > BODY_MAX)
    return failed(
      400,
      132005,
      'Translated text too long',
      `body: the text is longer than ${BODY_MAX} characters`,
    );
  return { body, picture: wantsPicture ? hashOf(mediaId) : null, category: found.category };
}

function moody(room: PracticeRoom): PracticeAnswer | null {
  switch (room.mood()) {
    case 'defers':
      return failed(503, 131016, 'Service unavailable');
    case 'limits':
      return failed(
        429,
        130429,
        'Rate limit hit',
        'Message failed to send because there were too many messages sent from this phone number in a short period of time',
      );
    case 'refuses':
      return failed(400, 131026, 'Message undeliverable');
    default:
      return null;
  }
}

async function post({ body }: PracticeCall, room: PracticeRoom): Promise<PracticeAnswer> {
  const refusal = moody(room);
  if (refusal) return refusal;
  const read = messageSchema.safeParse(JSON.parse(body.toString('utf8')));
  if (!read.success) return failed(400, 100, 'Invalid parameter', read.error.issues[0]?.path.join('.') ?? '');
  const to = read.data.to.replaceAll(/\D/g, '');
  if (!/^[1-9]\d{6,14}$/.test(to)) return failed(400, 131009, 'Parameter value is not valid', 'to');
  if (to === NOT_THERE) return failed(400, 131026, 'Message undeliverable');
  if (to === STOPPED) return failed(400, 131050, 'User has stopped marketing messages from this business');
  if (to === BUSY) return failed(400, 131056, '(Business Account, Consumer Account) pair rate limit hit');
  const content = await written(read.data, room);
  if ('status' in content) return content;
  const before = await room.messages(KIND);
  const id = `wamid.${Buffer.from(`${to}:${before.length}`).toString('base64')}`;
  const own: Own = {
    body: content.body,
    template: read.data.template.name,
    language: read.data.template.language.code,
    billed: billOf(to, content.category),
  };
  await room.keep({
    kind: KIND,
    id,
    place: `+${to}`,
    under: null,
    sentAt: room.now(),
    editedAt: null,
    text: readFormatted(content.body),
    pictures: content.picture === null ? [] : [{ hash: content.picture, alt: '' }],
    own,
  });
  return {
    status: 200,
    json: {
      messaging_product: 'whatsapp',
      contacts: [{ input: read.data.to, wa_id: to }],
      messages: [{ id, message_status: 'accepted' }],
    },
  };
}

const isPicture = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes).toString('latin1', 1, 4) === 'PNG' || (bytes[0] === 0xff && bytes[1] === 0xd8);

async function upload({ body, header }: PracticeCall, room: PracticeRoom): Promise<PracticeAnswer> {
  const type = header('content-type') ?? '';
  if (!type.startsWith('multipart/form-data')) return failed(400, 100, 'Invalid parameter', 'file');
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  const file = form.get('file');
  if (form.get('messaging_product') !== 'whatsapp')
    return failed(400, 100, 'The parameter messaging_product is required.');
  if (!(file instanceof File)) return failed(400, 100, 'The parameter file is required.');
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (!['image/jpeg', 'image/png'].includes(file.type) || !isPicture(bytes))
    return failed(400, 131053, 'Media upload error', 'Unsupported Image mime type');
  if (bytes.length > MEDIA_MAX) return failed(400, 131053, 'Media upload error', 'Image file size too large');
  return { status: 200, json: { id: mediaIdOf(await room.keepFile(bytes)) } };
}

async function serve(call: PracticeCall, room: PracticeRoom): Promise<PracticeAnswer> {
  if (call.header('authorization') !== `Bearer ${TOKEN}`)
    return {
      status: 401,
      json: {
        error: {
          message: 'Error validating access token: The session has been invalidated.',
          type: 'OAuthException',
          code: 190,
          fbtrace_id: 'A0practice',
        },
      },
    };
  const [, id = '', edge = ''] = /^\/v\d+\.\d\/([^/]+)(?:\/(\w+))?$/.exec(call.url.pathname) ?? [];
  const asked = `${call.method} ${edge}`;
  if (id === ACCOUNT_ID && asked === 'GET message_templates') {
    const name = call.url.searchParams.get('name') ?? '';
    // Part of a name is enough.
    return { status: 200, json: { data: TEMPLATES.filter((each) => each.name.includes(name)) } };
  }
  if (id !== PHONE_ID) return unknownObject(id);
  if (asked === 'GET ')
    return { status: 200, json: { id: PHONE_ID, display_phone_number: '+1 555-010-0000' } };
  if (asked === 'POST messages') return post(call, room);
  if (asked === 'POST media') return upload(call, room);
  return unknownObject(id);
}

type Piece = { tag: 'b' | 'i' | 's' | 'code' | null; text: string };
const MARKS: Readonly<Record<string, Exclude<Piece['tag'], null>>> = {
  '*': 'b',
  _: 'i',
  '~': 's',
  '`': 'code',
};
/** A mark formats what it encloses where it touches it, and no letter outside. */
const FORMATTED = /(?<![\p{L}\p{N}])([*_~`])(?=\S)(.+?)(?<=\S)\1(?![\p{L}\p{N}])/u;

function piecesOf(line: string): Piece[] {
  const found = FORMATTED.exec(line);
  const [all = '', mark = '', inner = ''] = found ?? [];
  if (!found) return line === '' ? [] : [{ tag: null, text: line }];
  const inside = mark === '`' ? inner : readLine(inner);
  return [
    ...piecesOf(line.slice(0, found.index)),
    { tag: MARKS[mark] ?? null, text: inside },
    ...piecesOf(line.slice(found.index + all.length)),
  ];
}
const readLine = (line: string): string =>
  piecesOf(line)
    .map(({ text }) => text)
    .join('');
/** A text as it reads, without the marks that only format it. */
const readFormatted = (text: string): string => text.split('\n').map(readLine).join('\n');

const STARTS = /^(?:> |[-*] |\d+\. )/;
const drawLine = (line: string): string => {
  const pieces = piecesOf(line).map(({ tag, text }) => {
    const escaped = String(html`${text}`);
    return tag === null ? escaped : `<${tag}>${escaped}</${tag}>`;
  });
  return `<span class="line${STARTS.test(line) ? ' marked' : ''}">${pieces.join('')}</span>`;
};

const timeOf = (ms: number): string => new Date(ms).toISOString().slice(11, 16);

function draw(message: PracticeMessage, pictureUrl: (hash: string) => string): string {
  const { body } = message.own as Own;
  return String(
    html`<div class="bubble">
      ${message.pictures.map(({ hash }) => html`<img src="${pictureUrl(hash)}" alt="" />`)}
      <div class="text">${raw(body.split('\n').map(drawLine).join(''))}</div>
      <time>${timeOf(message.sentAt)}</time>
    </div>`,
  );
}

/** The Cloud API on a development machine, with one number and a few approved templates. */
export const whatsappPractice: PracticeProvider = {
  kind: KIND,
  title: 'WhatsApp',
  hosts: ['graph.facebook.com'],
  claims: ({ header }) => header('authorization') === `Bearer ${TOKEN}`,
  account: {
    fields: {
      phoneId: PHONE_ID,
      accountId: ACCOUNT_ID,
      token: TOKEN,
      template: 'market_alert',
      pictureTemplate: 'market_alert_chart',
      languages: 'en_US, de',
      appSecret: '0123456789abcdef0123456789abcdef',
      verifyToken: 'practice-on-this-machine',
    },
    // It reaches people, each at their own number.
    place: null,
  },
  serve,
  draw,
  style: `
.app { background: #efeae2; color: #111b21; font: 15px/1.35 -apple-system, "SF Pro Text", Roboto, "Segoe UI", sans-serif; }
.app .bubble { position: relative; max-width: 330px; margin: 4px 0 4px 8px; padding: 4px 4px 20px; background: #fff; border-radius: 0 8px 8px 8px; box-shadow: 0 1px 1px rgb(11 20 26 / 13%); }
.app .bubble img { display: block; width: 100%; height: auto; border-radius: 6px; }
.app .text { padding: 4px 6px 0; overflow-wrap: anywhere; }
.app .line { display: block; min-height: 10px; }
.app .line.marked { padding-left: 12px; border-left: 3px solid #06cf9c; }
.app time { position: absolute; right: 8px; bottom: 4px; font-size: 11px; color: #667781; }
.app code { background: #f0f2f5; border-radius: 4px; padding: 0 3px; }
@media (prefers-color-scheme: dark) {
  .app { background: #0b141a; color: #e9edef; }
  .app .bubble { background: #202c33; }
  .app time { color: #8696a0; }
  .app code { background: #111b21; }
}`,
};
