import { z } from 'zod';
import { CHART_SIZE } from '#src/engine/content/picture/draw-chart.ts';
import type { Answer, Call } from '#src/platform/net/call.ts';
import { multipart } from '#src/platform/net/multipart.ts';
import type { Prepared } from '#src/shared/content/prepared.ts';
import type {
  Channel,
  CheckResult,
  OpenConnection,
  ReadBack,
  SendDeps,
  SendOutcome,
  SendTo,
  SentMessage,
} from '../channel.ts';
import { HTTP_DELAYS, outcomeOfAnswer, type ReadAnswer, readAnswer } from '../http-outcome.ts';
import {
  type Access,
  accessBy,
  accessOf,
  headersBy,
  messageUrl,
  nonceOf,
  normalizePlace,
  OWN_CHANNEL,
  postUrl,
  PUBLIC_KEY,
  selfUrl,
  withoutToken,
} from './access.ts';
import { lookUp } from './look-up.ts';
import { DESCRIPTION_MAX, embedOf, prepare, textOf, TITLE_MAX } from './embed.ts';
import { MARK } from './mark.ts';
import { discordReview } from './review.ts';
import { isAboutReply, isGone, isOfOnePlace, mayBeAboutPicture, verdictOf } from './verdict.ts';

const PROVIDER = 'Discord';
const PICTURE = { format: 'chart', ...CHART_SIZE } as const;
const PICTURE_BYTES_MAX = 10 * 1024 * 1024;
const ALT_MAX = 1024;

type Picture = { name: string; type: string; alt: string; bytes: Uint8Array };
type Payload = Readonly<Record<string, unknown>>;

/** Nobody is notified, whatever a text says. */
const NO_MENTIONS = { allowed_mentions: { parse: [] } };

async function pictureOf({ media: [first] }: Prepared, deps: SendDeps): Promise<Picture | null> {
  const bytes = first ? await deps.picture(first.hash) : null;
  return first && bytes && bytes.length <= PICTURE_BYTES_MAX ? { ...first, bytes } : null;
}

/** JSON; with a picture, a form that holds the same JSON and the file. */
function request(
  access: Access,
  { method, url }: Pick<Call, 'method' | 'url'>,
  prepared: Prepared,
  picture: Picture | null,
  more: Payload,
): Call {
  const embed = embedOf(prepared);
  const isEmpty = Object.keys(embed).length === 0;
  const payload = {
    embeds: isEmpty ? [] : [{ ...embed, ...(picture && { image: { url: `attachment://${picture.name}` } }) }],
    // Also in an edit: what isn't listed here goes.
    attachments: picture
      ? [
          {
            id: '0',
            filename: picture.name,
            ...(picture.alt.length <= ALT_MAX && { description: picture.alt }),
          },
        ]
      : [],
    ...NO_MENTIONS,
    ...more,
  };
  const json = JSON.stringify(payload);
  const headers = headersBy(access);
  if (!picture)
    return { method, url, headers: { ...headers, 'content-type': 'application/json' }, body: json };
  const { type, body } = multipart({ payload_json: json }, [{ field: 'files[0]', ...picture }]);
  return { method, url, headers: { ...headers, 'content-type': type }, body };
}

type Trial = { answer: Answer; read: ReadAnswer | null };
const tried = (answer: Answer): Trial => ({
  answer,
  read: answer.kind === 'answered' ? readAnswer(answer) : null,
});

function connectionOf({ connection }: SendDeps): OpenConnection {
  if (!connection) throw new Error('Discord needs a bot or a webhook.');
  return connection;
}

const OTHER_WAY = 'A bot needs a channel. Add the channel by its id; “webhook” is for webhook URLs.';

async function send(prepared: Prepared, to: SendTo, deps: SendDeps): Promise<SendOutcome> {
  const access = accessBy(connectionOf(deps));
  const isBot = access.way === 'bot';
  if (isBot && to.address === OWN_CHANNEL) return { outcome: 'rejected', reason: OTHER_WAY };
  const target = { method: 'POST', url: postUrl(access, to.address) } as const;
  const once = isBot ? { nonce: nonceOf(to.deliveryId), enforce_nonce: true } : {};
  // Only a bot can answer a message. One that was deleted doesn't hold up what belongs under it.
  const under =
    isBot && to.replyTo
      ? {
          message_reference: { message_id: to.replyTo.providerMessageId, fail_if_not_exists: false },
        }
      : {};
  const post = async (picture: Picture | null, more: Payload): Promise<Trial> =>
    tried(
      withoutToken(access, await deps.call(request(access, target, prepared, picture, { ...once, ...more }))),
    );
  let picture = await pictureOf(prepared, deps);
  let more: Payload = under;
  let last = await post(picture, more);
  if (last.read && isAboutReply(last.read)) {
    more = {};
    last = await post(picture, more);
  }
  if (picture && last.read && mayBeAboutPicture(last.read)) {
    picture = null;
    last = await post(picture, more);
  }
  // The nonce is remembered for a few minutes only, which a later attempt could miss: so it's asked again at once.
  if (isBot && last.answer.kind === 'unknown') {
    const again = await post(picture, more);
    if (again.read && isFinal(again.read)) last = again;
  }
  return outcomeOf(last, to, deps, isBot);
}

/** Whether the answer to a repeated message says what became of the first. */
const isFinal = ({ status }: ReadAnswer): boolean => status < 500 && status !== 429 && status !== 408;

function outcomeOf(
  { answer, read }: Trial,
  to: SendTo,
  deps: SendDeps,
  isBot: boolean,
  idempotent = false,
): SendOutcome {
  const outcome = outcomeOfAnswer(answer, to, deps, { provider: PROVIDER, idempotent, verdictOf });
  // A webhook has one channel: its pause is the account's.
  if (outcome.outcome !== 'retry' || !isBot || !read || !isOfOnePlace(read)) return outcome;
  const { holdsAccount, ...ofPlace } = outcome;
  return holdsAccount ? ofPlace : outcome;
}

async function edit(
  prepared: Prepared,
  { providerMessageId, address }: SentMessage,
  to: SendTo,
  deps: SendDeps,
): Promise<SendOutcome> {
  const access = accessBy(connectionOf(deps));
  const target = { method: 'PATCH', url: messageUrl(access, address, providerMessageId) } as const;
  const patch = async (picture: Picture | null): Promise<Trial> =>
    tried(withoutToken(access, await deps.call(request(access, target, prepared, picture, {}))));
  const picture = await pictureOf(prepared, deps);
  const first = await patch(picture);
  const last = picture && first.read && mayBeAboutPicture(first.read) ? await patch(null) : first;
  // The same content again changes nothing, however often it is asked for.
  return outcomeOf(last, to, deps, access.way === 'bot', true);
}

const messageSchema = z.object({
  embeds: z.array(z.unknown()),
});

async function readBack({ providerMessageId, address }: SentMessage, deps: SendDeps): Promise<ReadBack> {
  const access = accessBy(connectionOf(deps));
  if (!/^\d+$/.test(providerMessageId)) return { found: 'gone' };
  const url = messageUrl(access, address, providerMessageId);
  const { answer, read } = tried(
    withoutToken(access, await deps.call({ method: 'GET', url, headers: headersBy(access) })),
  );
  if (!read)
    return {
      found: 'unknown',
      problem: `Discord wasn’t reached: ${answer.kind === 'answered' ? '' : answer.reason}`,
    };
  if (isGone(read)) return { found: 'gone' };
  const message = messageSchema.safeParse(read.json);
  if (read.status !== 200 || !message.success) return { found: 'unknown', problem: problemOf(read) };
  const texts = message.data.embeds.map((embed) =>
    textOf(embedOf({ title: null, text: '', html: null, media: [], own: z.json().parse({ embed }) })),
  );
  return { found: 'there', text: texts.join('\n\n') };
}

function problemOf(read: ReadAnswer): string {
  const verdict = verdictOf(read);
  return verdict && 'says' in verdict ? verdict.says : `Discord answered with status ${read.status}.`;
}

async function check(connection: OpenConnection, deps: Pick<SendDeps, 'call'>): Promise<CheckResult> {
  const access = accessBy(connection);
  const { answer, read } = tried(
    withoutToken(
      access,
      await deps.call({ method: 'GET', url: selfUrl(access), headers: headersBy(access) }),
    ),
  );
  if (!read)
    return {
      ok: false,
      problem: `Discord wasn’t reached: ${answer.kind === 'answered' ? '' : answer.reason}`,
    };
  if (read.status === 200) return { ok: true };
  return { ok: false, problem: problemOf(read) };
}

export const discordChannel: Channel = {
  kind: 'discord',
  title: 'Discord',
  summary: 'Alerts to channels of your Discord server, posted by your own bot or by a webhook.',
  mark: MARK,
  planClass: 'messaging',
  address: null,
  destination: {
    label: 'Channel ID, or “webhook”',
    placeholder: '1126458271334502441',
    normalize: normalizePlace,
  },
  hasOwnAccount: false,
  fields: [
    {
      name: 'credential',
      label: 'Bot token or webhook URL',
      help: 'With a bot, a lost connection never leads to a second message, and updates are replies. A webhook is quicker to set up and posts to one channel.',
      placeholder: 'https://discord.com/api/webhooks/…',
      secret: true,
      type: z
        .string()
        .trim()
        .refine(
          (text) => accessOf(text) !== null,
          'Paste a whole bot token, or a webhook URL that begins with https://discord.com/api/webhooks/.',
        ),
    },
    {
      name: PUBLIC_KEY,
      label: 'Public key',
      help: 'Only to approve alerts in Discord: it shows that a press comes from Discord. It’s under “General Information”.',
      secret: false,
      optional: true,
      type: z
        .string()
        .trim()
        .regex(/^[0-9a-f]{64}$/, 'A public key has 64 letters from a to f and digits.'),
    },
  ],
  steps: [
    'For a webhook: in Discord, open the channel’s settings, then Integrations, Webhooks and New Webhook. Press Copy Webhook URL, paste it here, and add the place “webhook”.',
    'For a bot: open discord.com/developers/applications, press New Application, then Bot and Reset Token. Paste the token here.',
    'Under OAuth2, create a link with the scope “bot” and these permissions: View Channels, Send Messages, Embed Links, Attach Files, Read Message History. Open the link to add the bot to your server.',
    'In Discord’s settings, under Advanced, turn on Developer Mode. Right-click your channel, press Copy Channel ID, and add it here.',
  ],
  senderFields: [],
  senderDomain: () => null,
  limits: {
    title: { max: TITLE_MAX, unit: 'characters' },
    text: { max: DESCRIPTION_MAX, unit: 'characters' },
    textWithPicture: null,
    html: false,
    pictures: 1,
    buttons: 0,
    links: null,
    // The provider asks not to assume any: what its answers say holds.
    rates: [],
    attempts: HTTP_DELAYS.length + 1,
  },
  picture: PICTURE,
  // A bot's repeats are recognized for a few minutes, a webhook's never: `send` uses what there is.
  capabilities: { threads: true, pictures: true, silent: false, idempotent: false },
  cost: null,
  window: 16,
  lanes: 2,
  check,
  render: async (document) => prepare(document, PICTURE),
  send,
  edit,
  readBack,
  review: discordReview,
  lookUp: { cost: null, find: lookUp },
  practice: async () => (await import('./practice.ts')).discordPractice,
};
