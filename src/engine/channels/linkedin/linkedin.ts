import { z } from 'zod';
import { plainPost } from '#src/engine/content/message/plain-post.ts';
import type { Answer } from '#src/platform/net/call.ts';
import type { Prepared } from '#src/shared/content/prepared.ts';
import { textLength } from '#src/shared/content/text-length.ts';
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
import { type Uploaded, uploadedAs } from '../picture-first.ts';
import { API_ENDS_ON, API_VERSION, ask } from './api.ts';
import { authorize } from './authorize.ts';
import { normalizeAuthor } from './author.ts';
import { escapeLittle, unescapeLittle } from './little.ts';
import { lookUp } from './look-up.ts';
import { MARK } from './mark.ts';
import { aboutToken, tokens } from './tokens.ts';
import { verdictOf } from './verdict.ts';

const PROVIDER = 'LinkedIn';
const PICTURE = { format: 'wide' } as const;
const TEXT = { max: 3_000, unit: 'utf16' } as const;

function connectionOf({ connection }: SendDeps): OpenConnection {
  if (!connection) throw new Error('LinkedIn needs an account.');
  return connection;
}

const placeSchema = z.object({ value: z.object({ uploadUrl: z.url(), image: z.string() }) });

/** Where a picture goes, and its name; null where the answer doesn't say. Our token goes with it, to LinkedIn alone. */
function placeIn(answer: Answer): z.infer<typeof placeSchema>['value'] | null {
  const read = answer.kind === 'answered' ? placeSchema.safeParse(readAnswer(answer).json) : null;
  if (!read?.success) return null;
  const { protocol, hostname } = new URL(read.data.value.uploadUrl);
  return protocol === 'https:' && /(?:^|\.)linkedin\.com$/.test(hostname) ? read.data.value : null;
}

/** A picture belongs to whoever posts it. It's announced, sent, and then named by the post. */
async function upload({ media: [first] }: Prepared, to: SendTo, deps: SendDeps): Promise<Uploaded> {
  const bytes = first ? await deps.picture(first.hash) : null;
  if (!bytes) return { picture: null };
  const connection = connectionOf(deps);
  const announced = await ask(connection, deps, {
    method: 'POST',
    to: '/rest/images?action=initializeUpload',
    json: { initializeUploadRequest: { owner: to.address } },
  });
  const place = placeIn(announced);
  const read = (answer: Answer): Uploaded =>
    uploadedAs(answer, to, deps, {
      provider: PROVIDER,
      verdictOf: (each) =>
        place || each.status >= 300
          ? verdictOf(each, deps.now(), () => place?.image ?? null)
          : { verdict: 'refused', says: 'It named no place for the picture.' },
    });
  const known = read(announced);
  if ('waits' in known || !place) return known;
  return read(
    await ask(connection, deps, {
      method: 'PUT',
      to: place.uploadUrl,
      body: bytes,
      headers: { 'content-type': 'application/octet-stream' },
    }),
  );
}

const createdId = ({ headers }: ReadAnswer): string | null =>
  headers['x-restli-id'] || headers['x-linkedin-id'] || null;

async function send(prepared: Prepared, to: SendTo, deps: SendDeps): Promise<SendOutcome> {
  const uploaded = await upload(prepared, to, deps);
  if ('waits' in uploaded) return uploaded.waits;
  const { picture } = uploaded;
  const altText = prepared.media[0]?.alt ?? '';
  const answer = await ask(connectionOf(deps), deps, {
    method: 'POST',
    to: '/rest/posts',
    json: {
      author: to.address,
      commentary: escapeLittle(prepared.text),
      visibility: 'PUBLIC',
      distribution: {
        feedDistribution: 'MAIN_FEED',
        targetEntities: [],
        thirdPartyDistributionChannels: [],
      },
      ...(picture && { content: { media: { id: picture, altText } } }),
      lifecycleState: 'PUBLISHED',
      isReshareDisabledByAuthor: false,
    },
  });
  return outcomeOfAnswer(answer, to, deps, {
    provider: PROVIDER,
    verdictOf: (read) => verdictOf(read, deps.now(), createdId),
  });
}

const postAt = (id: string): string => `/rest/posts/${encodeURIComponent(id)}`;

/** LinkedIn changes the text of a post; its picture stays. */
async function edit(
  prepared: Prepared,
  { providerMessageId }: SentMessage,
  to: SendTo,
  deps: SendDeps,
): Promise<SendOutcome> {
  const answer = await ask(connectionOf(deps), deps, {
    method: 'POST',
    to: postAt(providerMessageId),
    headers: { 'x-restli-method': 'PARTIAL_UPDATE' },
    json: { patch: { $set: { commentary: escapeLittle(prepared.text) } } },
  });
  return outcomeOfAnswer(answer, to, deps, {
    provider: PROVIDER,
    // The same text again changes nothing.
    idempotent: true,
    verdictOf: (read) => verdictOf(read, deps.now(), () => providerMessageId),
  });
}

const postSchema = z.object({ commentary: z.string() });

async function readBack({ providerMessageId }: SentMessage, deps: SendDeps): Promise<ReadBack> {
  // What is no name of a post was never one.
  if (!/^urn:li:(?:share|ugcPost):/.test(providerMessageId)) return { found: 'gone' };
  const answer = await ask(connectionOf(deps), deps, {
    method: 'GET',
    to: `${postAt(providerMessageId)}?viewContext=AUTHOR`,
  });
  if (answer.kind !== 'answered')
    return { found: 'unknown', problem: `LinkedIn wasn’t reached: ${answer.reason}` };
  const read = readAnswer(answer);
  const post = postSchema.safeParse(read.json);
  if (read.status < 300 && post.success)
    return { found: 'there', text: unescapeLittle(post.data.commentary) };
  if (read.status === 404) return { found: 'gone' };
  const problem =
    read.status === 403
      ? 'The token may not read posts. It needs r_organization_social for pages, r_member_social for people.'
      : `LinkedIn answered with status ${read.status}.`;
  return { found: 'unknown', problem };
}

async function check(connection: OpenConnection, deps: Pick<SendDeps, 'call' | 'now'>): Promise<CheckResult> {
  const answer = await ask(connection, deps, { method: 'GET', to: '/v2/userinfo' });
  if (answer.kind !== 'answered') return { ok: false, problem: `LinkedIn wasn’t reached: ${answer.reason}` };
  const read = readAnswer(answer);
  // A token that may post needn't be allowed to say whose it is.
  if (read.status >= 300 && read.status !== 403) {
    const given = verdictOf(read, deps.now(), () => null);
    const says = given && 'says' in given ? given.says : `status ${read.status}. Try again in a minute.`;
    return { ok: false, problem: `LinkedIn answered: ${says}` };
  }
  const scope = (await aboutToken(connection, deps))?.scope;
  return scope === undefined || /\bw_(?:organization|member)_social\b/.test(scope)
    ? { ok: true }
    : {
        ok: false,
        problem:
          'This token may not post. Generate one with w_organization_social for pages, w_member_social for people.',
      };
}

const token = z
  .string()
  .trim()
  .regex(/^[\w.~+/=-]{20,2500}$/, 'A token is one long line. Copy all of it.');

export const linkedinChannel: Channel = {
  kind: 'linkedin',
  title: 'LinkedIn',
  summary: 'Alerts as posts on your LinkedIn page or profile, with a picture.',
  mark: MARK,
  planClass: 'social',
  address: null,
  destination: {
    label: 'Page or person',
    placeholder: 'urn:li:organization:1234567',
    normalize: normalizeAuthor,
  },
  hasOwnAccount: false,
  fields: [
    {
      name: 'accessToken',
      label: 'Access token',
      help: 'From the token generator of your LinkedIn app. It’s valid for 60 days; we remind you in time.',
      secret: true,
      type: token,
    },
    {
      name: 'clientId',
      label: 'Client ID',
      help: 'With the next two fields, we renew the access token for you. LinkedIn gives refresh tokens to approved partners only.',
      secret: false,
      optional: true,
      type: z
        .string()
        .trim()
        .regex(/^\w{8,40}$/, 'Copy it from the Auth tab of your app.'),
    },
    {
      name: 'clientSecret',
      label: 'Client secret',
      secret: true,
      optional: true,
      type: z
        .string()
        .trim()
        .min(8, 'Copy it from the Auth tab of your app.')
        .max(200, 'Use at most 200 characters'),
    },
    { name: 'refreshToken', label: 'Refresh token', secret: true, optional: true, type: token },
    {
      name: 'version',
      label: 'API version',
      help: `Leave it empty to use ${API_VERSION}.`,
      placeholder: API_VERSION,
      secret: false,
      optional: true,
      type: z
        .string()
        .trim()
        .regex(/^20\d{2}(?:0[1-9]|1[0-2])$/, 'Enter a year and a month, such as 202607.'),
    },
  ],
  steps: [
    'At linkedin.com/developers, create an app for your company’s page. Under **Products**, request permission to post.',
    'Open **Docs and tools**, then **OAuth token tools**, and press **Create token**. Choose w_organization_social for a page, w_member_social for yourself.',
    'Paste the token here. Then add your page: its number is in the address when you view it as an admin.',
  ],
  senderFields: [],
  senderDomain: () => null,
  limits: {
    title: null,
    text: TEXT,
    textWithPicture: null,
    html: false,
    pictures: 1,
    buttons: 0,
    links: null,
    // Quotas of a day, which LinkedIn doesn't publish. Its answers say when one is used up.
    rates: [],
    attempts: HTTP_DELAYS.length + 1,
  },
  picture: PICTURE,
  capabilities: { threads: false, pictures: true, silent: false, idempotent: false },
  cost: null,
  api: { version: API_VERSION, endsOn: API_ENDS_ON },
  window: 4,
  lanes: 2,
  check,
  // LinkedIn doesn't say whether it counts escapes, so a post fits with them too.
  render: async (document) =>
    plainPost(document, {
      picture: PICTURE,
      fits: (text) => textLength(escapeLittle(text), TEXT.unit) <= TEXT.max,
    }),
  send,
  edit,
  readBack,
  lookUp: { cost: null, find: lookUp },
  tokens,
  authorize,
  practice: async () => (await import('./practice.ts')).linkedinPractice,
};
