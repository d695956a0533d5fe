import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type {
  PracticeAnswer,
  PracticeCall,
  PracticeProvider,
  PracticeRoom,
} from '#src/platform/practice/provider.ts';
import { drawRequest, REQUEST_STYLE, type ShownRequest } from './practice-draw.ts';

/*
 * A receiver of webhooks, written from the specification of Standard Webhooks and from what each platform documents: it
 * verifies signatures and reads bodies by itself.
 */
const HOST = 'endpoint.example';
const PLACE = 'endpoint';
const TOLERANCE_SECONDS = 300;
/** 32 bytes each; the second is the one that is being retired. */
const SECRETS = [
  'whsec_cHJhY3RpY2UtZW5kcG9pbnQtb2YtdGhpcy1tYWNoaW4=',
  'whsec_cHJhY3RpY2UtZW5kcG9pbnQtYmVmb3JlLXJvdGF0aW8=',
] as const;
/** What platforms know their users by. */
const TOKENS = ['practice-email-token', '60100000001', 'practice-passphrase'] as const;
const MASK = '••••••';

const decimal = z.string().regex(/^-?\d+(\.\d+)?$/);
const time = z.iso.datetime();
const direction = z.enum(['up', 'down']).nullable();

const alertSchema = z.strictObject({
  id: z.string().nullable(),
  url: z.url().nullable(),
  brand: z.string(),
  language: z.string(),
  direction,
  headline: z.string(),
  dateline: z.string(),
  summary: z.string(),
  notice: z.strictObject({ title: z.string(), text: z.string() }).nullable(),
  figures: z.array(
    z.strictObject({
      label: z.string(),
      text: z.string(),
      value: decimal.nullable(),
      unit: z.literal('percent').nullable(),
    }),
  ),
  disclaimers: z.array(z.string()),
  link: z.strictObject({ label: z.string(), url: z.url() }).nullable(),
  kind: z.string().optional(),
  symbol: z.string().optional(),
  ticker: z.string().optional(),
  exchange: z.string().nullable().optional(),
  currency: z.string().nullable().optional(),
  timeframe: z.string().nullable().optional(),
  triggeredAt: time.nullable().optional(),
  bar: z
    .strictObject({ open: decimal, high: decimal, low: decimal, close: decimal, volume: decimal.nullable() })
    .nullable()
    .optional(),
  move: decimal.nullable().optional(),
  alerts: z
    .array(
      z.strictObject({
        id: z.uuid(),
        direction,
        headline: z.string(),
        figure: z.string().nullable(),
        dateline: z.string(),
      }),
    )
    .optional(),
});

const eventSchema = z.strictObject({
  type: z.enum(['alert.created', 'alert.updated', 'alert.corrected', 'digest.created']),
  version: z.literal(1),
  id: z.string(),
  time: time.nullable(),
  replay: z.strictObject({ id: z.uuid(), at: time }).optional(),
  alert: alertSchema,
});

/** Ticker and action are all that a strategy needs; fields that it doesn't know are passed over. */
const strategySchema = z.looseObject({
  ticker: z.string().min(1),
  action: z.enum(['buy', 'sell', 'exit', 'cancel', 'add']),
  price: z.union([z.number(), decimal]).optional(),
});

const botSchema = z.strictObject({
  action: z.enum(['close_at_market_price', 'close_at_market_price_all']).optional(),
  message_type: z.literal('bot'),
  bot_id: z.int().positive(),
  email_token: z.literal(TOKENS[0]),
  delay_seconds: z.int().min(0),
  pair: z.string().regex(/^[A-Z0-9]+_[A-Z0-9]+$/),
});

const COMMANDS = new Set(['buy', 'sell', 'closelong', 'closeshort', 'closelongshort']);

type Read = { line: string } | { refused: string };

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}

const reading =
  <T>(schema: z.ZodType<T>, lineOf: (value: T) => string) =>
  (body: string): Read => {
    const read = schema.safeParse(jsonOf(body));
    return read.success ? { line: lineOf(read.data) } : { refused: z.prettifyError(read.error) };
  };

function readLine(body: string): Read {
  const [license, command = '', symbol = '', ...parameters] = body.split(',').map((part) => part.trim());
  if (license !== TOKENS[1]) return { refused: 'Unknown license ID.' };
  if (!COMMANDS.has(command)) return { refused: `Unknown command “${command}”.` };
  if (!/^\S+$/.test(symbol)) return { refused: 'There is no symbol.' };
  const odd = parameters.find((each) => !/^[a-z_]+=\S+$/.test(each));
  return odd === undefined ? { line: `${command} ${symbol}` } : { refused: `Unknown parameter “${odd}”.` };
}

/** A body of somebody's own has the shape that they gave it. */
const readAnything = (body: string): Read =>
  body === '' ? { refused: 'The body is empty.' } : { line: body.split('\n')[0] ?? '' };

const READERS: Readonly<Record<string, (body: string) => Read>> = {
  '/standard': reading(eventSchema, ({ type, alert }) => `${type}: ${alert.headline || alert.summary}`),
  '/strategy': reading(strategySchema, ({ action, ticker }) => `${action} ${ticker}`),
  '/bot': reading(botSchema, ({ action = 'start', pair }) => `${action} ${pair}`),
  '/metatrader': readLine,
  '/custom': readAnything,
};

/** The signature of one secret, as the specification says. */
function isSignedWith(secret: string, content: string, given: readonly string[]): boolean {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const right = createHmac('sha256', key).update(content).digest();
  return given.some((each) => {
    const [version, base64 = ''] = each.split(',');
    const bytes = Buffer.from(base64, 'base64');
    return version === 'v1' && bytes.length === right.length && timingSafeEqual(bytes, right);
  });
}

/** What is wrong with a request's signature; null where it's right. */
function signatureProblem({ header, body }: PracticeCall, now: number): string | null {
  const [id, at, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(header);
  if (!id || !at || !signatures) return 'Missing required headers.';
  if (!/^\d+$/.test(at)) return 'The timestamp is no number of seconds.';
  if (Math.abs(Math.floor(now / 1_000) - Number(at)) > TOLERANCE_SECONDS)
    return 'The timestamp is too old or new.';
  const content = `${id}.${at}.${body.toString('utf8')}`;
  return SECRETS.some((secret) => isSignedWith(secret, content, signatures.split(' ')))
    ? null
    : 'No matching signature found.';
}

const error = (status: number, message: string, headers?: Record<string, string>): PracticeAnswer => ({
  status,
  json: { error: message },
  ...(headers && { headers }),
});

const masked = (text: string): string => TOKENS.reduce((rest, token) => rest.replaceAll(token, MASK), text);
const SHOWN = [
  'content-type',
  'user-agent',
  'webhook-id',
  'webhook-timestamp',
  'webhook-replay',
  'webhook-signature',
];

async function serve(call: PracticeCall, room: PracticeRoom): Promise<PracticeAnswer> {
  const read = READERS[call.url.pathname];
  if (!read) return error(404, `Cannot ${call.method} ${call.url.pathname}`);
  if (call.method !== 'POST') return error(405, 'POST only.', { allow: 'POST' });
  const mood = room.mood();
  if (mood === 'defers') return error(503, 'Down for maintenance.');
  if (mood === 'limits') return error(429, 'Too many requests.', { 'retry-after': '90' });
  if (mood === 'refuses') return error(410, 'This endpoint was removed.');
  const isStandard = call.url.pathname === '/standard';
  const isSigned = call.header('webhook-signature') !== null;
  // Platforms don't look at signatures; what is signed has to be signed right all the same.
  const problem = isStandard || isSigned ? signatureProblem(call, room.now()) : null;
  if (problem !== null) return error(401, problem);
  const body = call.body.toString('utf8');
  if (isStandard && (jsonOf(body) as { type?: unknown } | undefined)?.type === 'ping') return { status: 204 };
  const taken = read(body);
  if ('refused' in taken) return error(422, taken.refused);
  // A replay has the id of what it repeats, and is another line of the log.
  const id = [call.header('webhook-id') ?? '', call.header('webhook-replay') ?? []].flat().join(' ');
  const own: ShownRequest = {
    path: call.url.pathname,
    verified: isSigned,
    headers: SHOWN.flatMap((name) => {
      const value = call.header(name);
      return value === null ? [] : [[name, value] as const];
    }),
    body: masked(body),
  };
  const known = (await room.messages('webhook', PLACE)).some((each) => each.id === id);
  if (!known)
    await room.keep({
      kind: 'webhook',
      id,
      place: PLACE,
      under: null,
      sentAt: room.now(),
      editedAt: null,
      text: masked(taken.line),
      pictures: [],
      own,
    });
  return { status: 200, json: { received: true, ...(known && { duplicate: true }) } };
}

/** An endpoint on a development machine. Each payload has a path of its own. */
export const webhookPractice: PracticeProvider = {
  kind: 'webhook',
  title: 'Request log',
  hosts: [HOST],
  account: {
    fields: { url: `https://${HOST}/standard`, format: 'standard', secret: SECRETS[0] },
    place: { name: 'Practice endpoint', address: PLACE },
  },
  serve,
  draw: (message) => drawRequest(message),
  style: REQUEST_STYLE,
};
