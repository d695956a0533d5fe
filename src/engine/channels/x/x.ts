import { z } from 'zod';
import { fitParts, messageOf } from '#src/engine/content/message/message-parts.ts';
import { postMedia } from '#src/engine/content/message/plain-post.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
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
import { HTTP_DELAYS, readAnswer } from '../http-outcome.ts';
import { ask } from './api.ts';
import { charges } from './charges.ts';
import { lookUp } from './look-up.ts';
import { MARK } from './mark.ts';
import { postsOf } from './posts.ts';
import { readPosts } from './read-back.ts';
import { type Asking, postThread, upload } from './send.ts';
import { POST, threadOf } from './thread.ts';
import { authorize } from './authorize.ts';
import { tokens } from './tokens.ts';
import { verdictOf } from './verdict.ts';

const PICTURE = { format: 'wide' } as const;
/** A longer thread says less: whole parts go, as everywhere. */
const POSTS_MAX = 5;

const HANDLE = /^(?:@|(?:https?:\/\/)?(?:www\.|mobile\.)?(?:x|twitter)\.com\/)?(\w{1,15})\/?(?:\?.*)?$/i;
/** `@name`, from a handle or a profile's address. */
function normalizeHandle(typed: string): string | null {
  const name = HANDLE.exec(typed.trim())?.[1];
  return name === undefined ? null : `@${name.toLowerCase()}`;
}

function prepare(document: AlertDocument): Prepared {
  const { parts, link } = messageOf(document);
  const [text = '', ...thread] = threadOf(fitParts(parts, (kept) => threadOf(kept).length <= POSTS_MAX));
  return {
    title: null,
    text,
    ...(thread.length > 0 && { thread }),
    html: null,
    media: postMedia(document, PICTURE),
    // A post of its own, and only where the connection wants it: X charges many times as much for a link.
    ...(link && { buttons: [link] }),
  };
}

const askingOf = (deps: SendDeps): Asking => {
  if (!deps.connection) throw new Error('X needs an account.');
  return { connection: deps.connection, deps };
};

async function send(prepared: Prepared, to: SendTo, deps: SendDeps): Promise<SendOutcome> {
  const asking = askingOf(deps);
  const { settings } = asking.connection;
  const { handle } = settings;
  if (handle !== undefined && to.address !== handle)
    return { outcome: 'rejected', reason: `This connection posts as ${handle}, not as ${to.address}.` };
  const uploaded = await upload(prepared, to, asking);
  if ('waits' in uploaded) return uploaded.waits;
  const under = to.replyTo?.providerMessageId.split(',').at(-1) ?? null;
  return postThread(postsOf(prepared, settings), { picture: uploaded.picture, under }, to, asking);
}

const meSchema = z.object({ data: z.object({ username: z.string() }) });

async function check(connection: OpenConnection, deps: Pick<SendDeps, 'call' | 'now'>): Promise<CheckResult> {
  const answer = await ask(connection, deps, { method: 'GET', path: '/users/me' });
  if (answer.kind !== 'answered') return { ok: false, problem: `X wasn’t reached: ${answer.reason}` };
  const read = readAnswer(answer);
  const me = meSchema.safeParse(read.json);
  if (!me.success) {
    const given = verdictOf(read, deps.now());
    const says = given && 'says' in given ? given.says : `status ${read.status}. Try again in a minute.`;
    return { ok: false, problem: `X answered: ${says}` };
  }
  const handle = normalizeHandle(me.data.data.username);
  return handle === connection.settings['handle']
    ? { ok: true }
    : {
        ok: false,
        problem: `These are the tokens of ${handle}. Sign in at X with the account that should post.`,
      };
}

const token = z
  .string()
  .trim()
  .regex(/^[\w.~+/=:-]{20,500}$/, 'A token is one long line. Copy all of it.');

export const xChannel: Channel = {
  kind: 'x',
  title: 'X (Twitter)',
  summary: 'Alerts as posts on your X account, with a picture, and as a thread if one post is too short.',
  mark: MARK,
  planClass: 'social',
  address: null,
  destination: { label: 'Account', placeholder: '@yourbrand', normalize: normalizeHandle },
  hasOwnAccount: false,
  fields: [
    {
      name: 'handle',
      label: 'Account',
      placeholder: '@yourbrand',
      secret: false,
      type: z
        .string()
        .transform((typed) => normalizeHandle(typed) ?? '')
        .pipe(z.string().min(2, 'Enter the account that posts, such as @yourbrand.')),
    },
    {
      name: 'clientId',
      label: 'OAuth 2.0 client ID',
      help: 'Under Keys and tokens of your app at console.x.com.',
      secret: false,
      type: z
        .string()
        .trim()
        .regex(/^[\w-]{10,100}$/, 'Copy the OAuth 2.0 client ID, not the API key.'),
    },
    {
      name: 'clientSecret',
      label: 'OAuth 2.0 client secret',
      help: 'Only if your app is a confidential client (web app or automated app).',
      secret: true,
      optional: true,
      type: z.string().trim().min(10, 'Copy all of it.').max(200, 'Use at most 200 characters'),
    },
    {
      name: 'accessToken',
      label: 'Access token',
      help: 'It’s valid for two hours. We renew it from then on.',
      secret: true,
      type: token,
    },
    {
      name: 'refreshToken',
      label: 'Refresh token',
      help: 'X accepts it once, so don’t use it anywhere else.',
      secret: true,
      type: token,
    },
    {
      name: 'links',
      label: 'Links',
      help: 'X charges about $0.20 for a post with a link, and $0.015 for one without.',
      secret: false,
      optional: true,
      input: 'choice',
      options: [
        { value: 'none', label: 'Leave out' },
        { value: 'reply', label: 'In a post of its own, below the alert' },
      ],
      type: z.enum(['none', 'reply'], 'Choose one of the options.'),
    },
  ],
  steps: [
    'At console.x.com, create an app, buy credits, and set up **User authentication** with OAuth 2.0.',
    'Sign in to the app with the account that should post. Allow tweet.read, tweet.write, users.read, media.write and offline.access.',
    'Paste the client ID and both tokens here within two hours. Then add the account by its handle.',
  ],
  senderFields: [],
  senderDomain: () => null,
  limits: {
    title: null,
    text: POST,
    textWithPicture: null,
    html: false,
    pictures: 1,
    buttons: 1,
    links: null,
    rates: [{ per: 'account', max: 100, seconds: 900 }],
    attempts: HTTP_DELAYS.length + 1,
  },
  picture: PICTURE,
  capabilities: { threads: true, pictures: true, silent: false, idempotent: false },
  cost: { currency: 'USD', perMessage: '0.015' },
  charges,
  window: 4,
  lanes: 2,
  check,
  render: async (document) => prepare(document),
  send,
  readBack: ({ providerMessageId }: SentMessage, deps) =>
    readPosts(providerMessageId.split(','), askingOf(deps)),
  lookUp: {
    cost: 'X charges $0.001 for each post that is read.',
    find: (sought, deps) => lookUp(sought, askingOf(deps)),
  },
  tokens,
  authorize,
  practice: async () => (await import('./practice.ts')).xPractice,
};
