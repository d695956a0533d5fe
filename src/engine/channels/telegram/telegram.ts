import { z } from 'zod';
import { CHART_SIZE } from '#src/engine/content/picture/draw-chart.ts';
import type { Answer, Call } from '#src/platform/net/call.ts';
import { multipart } from '#src/platform/net/multipart.ts';
import type { Prepared } from '#src/shared/content/prepared.ts';
import type {
  Channel,
  CheckResult,
  OpenConnection,
  SendDeps,
  SendOutcome,
  SendTo,
  SentMessage,
} from '../channel.ts';
import { HTTP_DELAYS, outcomeOfAnswer, readAnswer } from '../http-outcome.ts';
import { withoutSecrets } from '../without-secrets.ts';
import { MARK } from './mark.ts';
import { CAPTION_MAX, entitiesOf, prepare, TEXT_MAX } from './message.ts';
import { botOf, botOfToken, normalizePlace, normalizePrivate, placeOf } from './place.ts';
import { telegramReaders } from './readers.ts';
import { telegramReview } from './review.ts';
import { isAboutPicture, verdictOf } from './verdict.ts';

const API = 'https://api.telegram.org';
const PROVIDER = 'Telegram';
const PICTURE = { format: 'chart', ...CHART_SIZE } as const;

type Photo = { bytes: Uint8Array; type: string; name: string };
type Fields = Readonly<Record<string, unknown>>;

const urlOf = ({ secrets }: OpenConnection, method: string): string =>
  `${API}/bot${secrets['token'] ?? ''}/${method}`;

/** JSON; with a photo, a form whose other fields are JSON, as the Bot API takes it. */
function request(connection: OpenConnection, method: string, fields: Fields, photo: Photo | null): Call {
  const url = urlOf(connection, method);
  if (!photo) {
    const headers = { 'content-type': 'application/json' };
    return { method: 'POST', url, headers, body: JSON.stringify(fields) };
  }
  const texts = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  const { type, body } = multipart(Object.fromEntries(texts), [{ field: 'photo', ...photo }]);
  return { method: 'POST', url, headers: { 'content-type': type }, body };
}

async function photoOf({ media: [first] }: Prepared, deps: SendDeps): Promise<Photo | null> {
  const bytes = first ? await deps.picture(first.hash) : null;
  return first && bytes ? { bytes, type: first.type, name: first.name } : null;
}

const keyboard = ({ buttons = [] }: Prepared): Fields =>
  buttons.length === 0
    ? {}
    : { reply_markup: { inline_keyboard: buttons.map(({ label, url }) => [{ text: label, url }]) } };

const asText = (prepared: Prepared): Fields => ({
  text: prepared.text,
  entities: entitiesOf(prepared),
  // The link is the button; a preview of a page would take the place of the text.
  link_preview_options: { is_disabled: true },
  ...keyboard(prepared),
});
const asCaption = (prepared: Prepared): Fields => ({
  caption: prepared.text,
  caption_entities: entitiesOf(prepared),
  ...keyboard(prepared),
});

/** A message with a photo is edited in another way, so its id says that it is one. */
const PHOTO_ID = /^(\d+)p$/;
const idOf = (messageId: number, isPhoto: boolean): string => `${messageId}${isPhoto ? 'p' : ''}`;
const messageIdOf = ({ providerMessageId }: SentMessage): number =>
  Number(PHOTO_ID.exec(providerMessageId)?.[1] ?? providerMessageId);

function connectionOf({ connection }: SendDeps): OpenConnection {
  if (!connection) throw new Error('Telegram needs a bot.');
  return connection;
}

async function send(prepared: Prepared, to: SendTo, deps: SendDeps): Promise<SendOutcome> {
  const connection = connectionOf(deps);
  const bot = botOf(to.address);
  if (bot !== null && bot !== botOfToken(connection.secrets['token'] ?? ''))
    return {
      outcome: 'rejected',
      reason: 'This person subscribed with another bot, which alone can write to them.',
    };
  const { chat, topic } = placeOf(to.address);
  const where = {
    chat_id: chat,
    ...(topic !== null && { message_thread_id: topic }),
    ...(to.replyTo && {
      reply_parameters: { message_id: messageIdOf(to.replyTo), allow_sending_without_reply: true },
    }),
  };
  const post = async (photo: Photo | null): Promise<Answer> => {
    const method = photo ? 'sendPhoto' : 'sendMessage';
    const fields = { ...where, ...(photo ? asCaption(prepared) : asText(prepared)) };
    return withoutSecrets(await deps.call(request(connection, method, fields, photo)), connection);
  };
  const photo = await photoOf(prepared, deps);
  const first = await post(photo);
  const isRefusedPicture = photo && first.kind === 'answered' && isAboutPicture(readAnswer(first));
  const answer = isRefusedPicture ? await post(null) : first;
  const isPhoto = photo !== null && !isRefusedPicture;
  return outcomeOfAnswer(answer, to, deps, {
    provider: PROVIDER,
    verdictOf: (read) => verdictOf(read, (id) => idOf(id, isPhoto)),
  });
}

async function edit(
  prepared: Prepared,
  message: SentMessage,
  to: SendTo,
  deps: SendDeps,
): Promise<SendOutcome> {
  const connection = connectionOf(deps);
  const wasPhoto = PHOTO_ID.test(message.providerMessageId);
  const photo = wasPhoto ? await photoOf(prepared, deps) : null;
  const which = { chat_id: placeOf(message.address).chat, message_id: messageIdOf(message) };
  const { caption, caption_entities, ...buttons } = asCaption(prepared);
  const call = photo
    ? request(
        connection,
        'editMessageMedia',
        {
          ...which,
          ...buttons,
          media: { type: 'photo', media: 'attach://photo', caption, caption_entities },
        },
        photo,
      )
    : request(
        connection,
        wasPhoto ? 'editMessageCaption' : 'editMessageText',
        { ...which, ...(wasPhoto ? asCaption(prepared) : asText(prepared)) },
        null,
      );
  const answer = withoutSecrets(await deps.call(call), connection);
  return outcomeOfAnswer(answer, to, deps, {
    provider: PROVIDER,
    // The same content again changes nothing, however often it is asked for.
    idempotent: true,
    verdictOf: (read) =>
      /message is not modified/i.test(read.text)
        ? { verdict: 'sent', id: message.providerMessageId }
        : verdictOf(read, () => message.providerMessageId),
  });
}

async function check(connection: OpenConnection, deps: Pick<SendDeps, 'call'>): Promise<CheckResult> {
  const answer = withoutSecrets(await deps.call(request(connection, 'getMe', {}, null)), connection);
  if (answer.kind !== 'answered') return { ok: false, problem: `Telegram wasn’t reached: ${answer.reason}` };
  const { status, json } = readAnswer(answer);
  const isBot = z.object({ ok: z.literal(true), result: z.object({ is_bot: z.literal(true) }) });
  if (isBot.safeParse(json).success) return { ok: true };
  if (status === 401 || status === 404)
    return {
      ok: false,
      problem: 'Telegram doesn’t know this bot token. Copy it again from BotFather.',
    };
  return { ok: false, problem: `Telegram answered with status ${status}. Try again in a minute.` };
}

export const telegramChannel: Channel = {
  kind: 'telegram',
  title: 'Telegram',
  summary:
    'Alerts to your Telegram channels, groups and topics, and to people who subscribe with your own bot.',
  mark: MARK,
  planClass: 'messaging',
  address: {
    label: 'Private chat',
    placeholder: '123456789/424242001',
    issued: true,
    normalize: normalizePrivate,
  },
  destination: { label: 'Channel or group', placeholder: '@yourchannel', normalize: normalizePlace },
  hasOwnAccount: false,
  fields: [
    {
      name: 'token',
      label: 'Bot token',
      help: 'BotFather shows it when you create the bot. Ask it with /token to see it again.',
      placeholder: '123456789:AAE…',
      secret: true,
      type: z
        .string()
        .trim()
        .regex(
          /^\d{6,12}:[\w-]{30,50}$/,
          'A bot token has a number, a colon and about 35 letters. Copy all of it from BotFather.',
        ),
    },
  ],
  steps: [
    'In Telegram, open @BotFather, send /newbot and choose a name. Copy the token that it shows.',
    'Open your channel or group, add the bot as an administrator, and allow it to post messages.',
    'Paste the token here. Then add the channel by its @name. For a private one, use its number: it begins with -100.',
  ],
  senderFields: [],
  senderDomain: () => null,
  limits: {
    title: null,
    text: { max: TEXT_MAX, unit: 'utf16' },
    textWithPicture: { max: CAPTION_MAX, unit: 'utf16' },
    html: false,
    pictures: 1,
    buttons: 1,
    links: null,
    // The provider names none for good; what it answers holds (`parameters.retry_after`).
    rates: [
      { per: 'account', max: 30, seconds: 1 },
      { per: 'destination', max: 20, seconds: 60 },
      { per: 'recipient', max: 1, seconds: 1 },
    ],
    attempts: HTTP_DELAYS.length + 1,
  },
  picture: PICTURE,
  capabilities: { threads: true, pictures: true, silent: false, idempotent: false },
  cost: null,
  window: 16,
  lanes: 4,
  check,
  render: async (document) => prepare(document, PICTURE),
  send,
  edit,
  review: telegramReview,
  readers: telegramReaders,
  practice: async () => (await import('./practice.ts')).telegramPractice,
};
