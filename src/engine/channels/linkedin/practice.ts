import { html } from 'hono/html';
import type {
  PracticeAnswer,
  PracticeCall,
  PracticeMessage,
  PracticeProvider,
  PracticeRoom,
} from '#src/platform/practice/provider.ts';
import { allow, APP, MEMBER, redeem } from './practice-authorize.ts';

const ACCESS_TOKEN = 'AQXPracticeAccessTokenForYourOwnMachineOnly42';
const REFRESH_TOKEN = 'AQXPracticeRefreshTokenForYourOwnMachineOnly42';
/** Of a person who has signed in; the other one was copied, and may not say whose it is. */
const SIGNED_IN = 'AQXPracticeSignedInTokenForYourOwnMachineOnly42';
const PAGE = { urn: 'urn:li:organization:100200300', name: 'Practice page' };
const COMMENTARY_MAX = 3_000;
const IMAGE_BYTES_MAX = 36 * 1024 * 1024;
const DAY_SECONDS = 86_400;
/** Months for which the provider serves an API version. */
const VERSIONS = { from: '202512', to: '202611' };
/** An announced or uploaded picture, as another kind of message: nobody sees it. */
const IMAGE = 'linkedin-image';

const failed = (status: number, code: string, message: string): PracticeAnswer => ({
  status,
  json: { status, code, message },
});
const wrong = (message: string): PracticeAnswer => failed(422, 'UNPROCESSABLE_ENTITY', message);

const RESERVED = '|{}@[]()<>#*_~';

/** Reads "little" text as the network does: what is escaped is text, and an element that makes no sense ends the post. */
function textOf(little: string): string {
  let text = '';
  for (let at = 0; at < little.length; at += 1) {
    const character = little.charAt(at);
    if (character === '\\') {
      at += 1;
      text += little.charAt(at);
    } else if (RESERVED.includes(character)) return text;
    else text += character;
  }
  return text;
}

const littleOf = (text: string): string => text.replaceAll(/[\\|{}@[\]()<>#*_~]/g, (each) => `\\${each}`);

const jsonIn = ({ body }: PracticeCall): Record<string, unknown> =>
  body.length === 0 ? {} : (JSON.parse(body.toString('utf8')) as Record<string, unknown>);

const isPicture = (bytes: Uint8Array): boolean => {
  const head = Buffer.from(bytes).toString('latin1', 0, 4);
  return head.slice(1) === 'PNG' || head.startsWith('\u00ff\u00d8') || head === 'GIF8';
};

const hidden = (id: string, change: Partial<PracticeMessage>, room: PracticeRoom): PracticeMessage => ({
  kind: IMAGE,
  id,
  place: PAGE.urn,
  under: null,
  sentAt: room.now(),
  editedAt: null,
  text: '',
  pictures: [],
  own: null,
  ...change,
});

async function openUpload(call: PracticeCall, room: PracticeRoom): Promise<PracticeAnswer> {
  const { initializeUploadRequest: asked } = jsonIn(call) as { initializeUploadRequest?: { owner?: string } };
  if (asked?.owner !== PAGE.urn) return failed(403, 'ACCESS_DENIED', 'Not enough permissions: owner');
  const key = `C4E22AQPractice${(await room.messages(IMAGE)).length + 1}`;
  await room.keep(hidden(key, {}, room));
  return {
    status: 200,
    json: {
      value: {
        uploadUrlExpiresAt: room.now() + DAY_SECONDS * 1_000,
        uploadUrl: `https://www.linkedin.com/dms-uploads/sp/${key}/uploaded-image/0?ca=vector_feedshare`,
        image: `urn:li:image:${key}`,
      },
    },
  };
}

async function takeUpload(call: PracticeCall, room: PracticeRoom): Promise<PracticeAnswer> {
  const key = call.url.pathname.split('/')[3] ?? '';
  const announced = (await room.messages(IMAGE)).find(({ id }) => id === key);
  if (!announced) return { status: 404 };
  if (!isPicture(call.body) || call.body.length > IMAGE_BYTES_MAX) return { status: 400 };
  const hash = await room.keepFile(new Uint8Array(call.body));
  await room.keep({ ...announced, pictures: [{ hash, alt: '' }] });
  return { status: 201 };
}

type Post = {
  author?: string;
  commentary?: string;
  visibility?: string;
  distribution?: { feedDistribution?: string };
  lifecycleState?: string;
  content?: { media?: { id?: string; altText?: string } };
};

function refusalOf(post: Post, text: string): PracticeAnswer | null {
  if (post.author !== PAGE.urn)
    return failed(
      403,
      'ACCESS_DENIED',
      'Organization permissions must be used when using organization as author',
    );
  for (const field of ['commentary', 'visibility', 'distribution', 'lifecycleState'] as const)
    if (post[field] === undefined)
      return failed(400, 'MISSING_FIELD', `ERROR :: /${field} :: field is required but not found`);
  if (text.trim() === '' && post.content === undefined) return wrong('A post needs a text or content.');
  if (text.length > COMMENTARY_MAX)
    return failed(
      422,
      'FIELD_LENGTH_TOO_LONG',
      `commentary text length (${text.length} characters) exceeded the maximum allowed (${COMMENTARY_MAX} characters)`,
    );
  return null;
}

async function create(call: PracticeCall, room: PracticeRoom): Promise<PracticeAnswer> {
  const post = jsonIn(call) as Post;
  const text = textOf(post.commentary ?? '');
  const refusal = refusalOf(post, text);
  if (refusal) return refusal;
  const media = post.content?.media;
  const image = (await room.messages(IMAGE)).find(({ id }) => `urn:li:image:${id}` === media?.id);
  if (media && !image?.pictures[0]) return wrong(`${media.id} is not found or not available`);
  const number = 7_000_000_000_000 + (await room.messages('linkedin')).length + 1;
  const id = `urn:li:share:${number}`;
  await room.keep({
    kind: 'linkedin',
    id,
    place: PAGE.urn,
    under: null,
    sentAt: room.now(),
    editedAt: null,
    text,
    pictures: (image?.pictures ?? []).map(({ hash }) => ({ hash, alt: media?.altText ?? '' })),
    own: null,
  });
  return { status: 201, headers: { 'x-restli-id': id } };
}

const shownPost = ({ id, place, text, sentAt }: PracticeMessage) => ({
  id,
  author: place,
  commentary: littleOf(text),
  lifecycleState: 'PUBLISHED',
  visibility: 'PUBLIC',
  createdAt: sentAt,
});

/** Newest first. */
async function list({ url: { searchParams } }: PracticeCall, room: PracticeRoom): Promise<PracticeAnswer> {
  if (searchParams.get('q') !== 'author') return failed(400, 'ILLEGAL_ARGUMENT', 'No finder is named.');
  if (searchParams.get('author') !== PAGE.urn)
    return failed(403, 'ACCESS_DENIED', 'Not enough permissions to access: posts.FINDER-author');
  const count = Number(searchParams.get('count') ?? 10);
  if (count > 100) return failed(400, 'ILLEGAL_ARGUMENT', 'count is larger than 100');
  const posts = (await room.messages('linkedin')).toReversed();
  const links = posts.length > count ? [{ rel: 'next', href: `/rest/posts?start=${count}` }] : [];
  const elements = posts.slice(0, count).map(shownPost);
  return { status: 200, json: { paging: { start: 0, count, links }, elements } };
}

async function ofPost(call: PracticeCall, id: string, room: PracticeRoom): Promise<PracticeAnswer> {
  if (!/^urn:li:(?:share|ugcPost):\d+$/.test(id)) return failed(400, 'ILLEGAL_ARGUMENT', `Invalid key ${id}`);
  const message = (await room.messages('linkedin')).find((each) => each.id === id);
  if (!message) return failed(404, 'NOT_FOUND', `Could not find entity ${id}`);
  if (call.method === 'GET') return { status: 200, json: shownPost(message) };
  if (call.method !== 'POST' || call.header('x-restli-method') !== 'PARTIAL_UPDATE')
    return failed(400, 'ILLEGAL_ARGUMENT', 'Use PARTIAL_UPDATE.');
  const { patch } = jsonIn(call) as { patch?: { $set?: { commentary?: string } } };
  const text = textOf(patch?.$set?.commentary ?? '');
  if (text.length > COMMENTARY_MAX) return failed(422, 'FIELD_LENGTH_TOO_LONG', 'commentary is too long');
  await room.keep({ ...message, text, editedAt: room.now() });
  return { status: 204 };
}

const isToken = (token: string | null): boolean => token === ACCESS_TOKEN || token === SIGNED_IN;

const oauthError = (error: string, error_description: string): PracticeAnswer => ({
  status: 400,
  json: { error, error_description },
});

/** Refresh tokens of LinkedIn serve again and again until they end. */
async function oauth(call: PracticeCall, room: PracticeRoom): Promise<PracticeAnswer> {
  if (call.url.pathname === '/oauth/v2/authorization') return allow(call, room);
  const form = new URLSearchParams(call.body.toString('utf8'));
  if (form.get('client_id') !== APP.clientId || form.get('client_secret') !== APP.clientSecret)
    return {
      status: 401,
      json: { error: 'invalid_client', error_description: 'Client authentication failed' },
    };
  if (call.url.pathname === '/oauth/v2/introspectToken') {
    const active = isToken(form.get('token'));
    const endsAt = Math.floor(room.now() / 1_000) + 60 * DAY_SECONDS;
    return {
      status: 200,
      json: active
        ? { active, status: 'active', expires_at: endsAt, scope: 'w_organization_social', auth_type: '3L' }
        : { active },
    };
  }
  if (form.get('grant_type') === 'authorization_code') {
    const redeemed = await redeem(form, room);
    if ('error' in redeemed) return { status: 400, json: redeemed };
    return {
      status: 200,
      json: {
        access_token: SIGNED_IN,
        expires_in: 60 * DAY_SECONDS,
        refresh_token: REFRESH_TOKEN,
        refresh_token_expires_in: 365 * DAY_SECONDS,
        ...redeemed,
      },
    };
  }
  if (form.get('grant_type') !== 'refresh_token')
    return oauthError('unsupported_grant_type', 'Unsupported grant type');
  if (form.get('refresh_token') !== REFRESH_TOKEN)
    return oauthError('invalid_grant', 'The provided refresh token is invalid, expired or revoked');
  return {
    status: 200,
    json: {
      access_token: ACCESS_TOKEN,
      expires_in: 60 * DAY_SECONDS,
      refresh_token: REFRESH_TOKEN,
      refresh_token_expires_in: 300 * DAY_SECONDS,
      scope: 'w_organization_social',
    },
  };
}

function moodOf(room: PracticeRoom): PracticeAnswer | null {
  switch (room.mood()) {
    case 'defers':
      return failed(503, 'SERVICE_UNAVAILABLE', 'Service unavailable');
    case 'limits':
      return failed(
        429,
        'TOO_MANY_REQUESTS',
        'Resource level throttle APPLICATION_AND_MEMBER DAY limit for calls to this resource is reached.',
      );
    case 'refuses':
      return failed(422, 'DUPLICATE_POST', 'Content is a duplicate of urn:li:share:7000000000000');
    default:
      return null;
  }
}

async function serve(call: PracticeCall, room: PracticeRoom): Promise<PracticeAnswer> {
  const { method, url } = call;
  if (url.hostname === 'www.linkedin.com' && url.pathname.startsWith('/oauth/')) return oauth(call, room);
  const token = /^Bearer (.+)$/.exec(call.header('authorization') ?? '')?.[1] ?? null;
  if (!isToken(token))
    return {
      status: 401,
      json: {
        status: 401,
        serviceErrorCode: 65_600,
        code: 'INVALID_ACCESS_TOKEN',
        message: 'Invalid access token',
      },
    };
  if (url.pathname.startsWith('/dms-uploads/')) return takeUpload(call, room);
  if (url.pathname === '/v2/userinfo' && token === SIGNED_IN) return { status: 200, json: MEMBER };
  if (url.pathname === '/v2/userinfo')
    return failed(403, 'ACCESS_DENIED', 'Not enough permissions to access: userInfo.GET.NO_VERSION');
  const version = call.header('linkedin-version') ?? '';
  if (!/^\d{6}$/.test(version)) return failed(400, 'VERSION_MISSING', 'A version must be present.');
  if (version < VERSIONS.from || version > VERSIONS.to)
    return failed(426, 'NONEXISTENT_VERSION', `Requested version ${version} is not active`);
  if (call.header('x-restli-protocol-version') !== '2.0.0')
    return failed(400, 'ILLEGAL_ARGUMENT', 'Syntax exception in path variables');
  const mood = method === 'GET' ? null : moodOf(room);
  if (mood) return mood;
  if (url.pathname === '/rest/organizationAcls')
    return {
      status: 200,
      json: {
        elements: [{ role: 'ADMINISTRATOR', state: 'APPROVED', organization: PAGE.urn }],
      },
    };
  if (url.pathname === `/rest/organizations/${PAGE.urn.split(':').at(-1)}`)
    return { status: 200, json: { localizedName: PAGE.name } };
  if (url.pathname === '/rest/images') return openUpload(call, room);
  if (url.pathname === '/rest/posts') return method === 'GET' ? list(call, room) : create(call, room);
  const [, id] = /^\/rest\/posts\/([^/]+)$/.exec(url.pathname) ?? [];
  return id === undefined
    ? failed(404, 'RESOURCE_NOT_FOUND', 'No root resource defined for path')
    : ofPost(call, decodeURIComponent(id), room);
}

const timeOf = (ms: number): string => new Date(ms).toISOString().slice(11, 16);

function draw(message: PracticeMessage, pictureUrl: (hash: string) => string): string {
  const pictures = message.pictures.map(
    ({ hash, alt }) => html`<img src="${pictureUrl(hash)}" alt="${alt}" />`,
  );
  const edited = message.editedAt === null ? '' : ' • Edited';
  return String(
    html`<div class="post">
      <div class="head">
        <span class="logo" aria-hidden="true">P</span>
        <div>
          <b>${PAGE.name}</b>
          <div class="about">1,024 followers</div>
          <div class="about">${timeOf(message.sentAt)}${edited} • 🌐</div>
        </div>
      </div>
      <p>${message.text}</p>
      ${pictures}
      <div class="bar"><span>Like</span><span>Comment</span><span>Repost</span><span>Send</span></div>
    </div>`,
  );
}

/** LinkedIn on a development machine, with one page. */
export const linkedinPractice: PracticeProvider = {
  kind: 'linkedin',
  title: 'LinkedIn',
  hosts: ['api.linkedin.com', 'www.linkedin.com'],
  app: APP,
  account: {
    fields: {
      accessToken: ACCESS_TOKEN,
      refreshToken: REFRESH_TOKEN,
      ...APP,
    },
    place: { name: PAGE.name, address: PAGE.urn },
  },
  serve,
  draw,
  style: `
.app { background: #f4f2ee; color: rgb(0 0 0 / 90%); font: 14px/1.43 -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
.app .post { max-width: 420px; background: #fff; border: 1px solid rgb(0 0 0 / 8%); border-radius: 8px; padding-top: 12px; overflow: hidden; }
.app .head { display: flex; gap: 8px; padding: 0 16px; }
.app .logo { display: grid; place-items: center; width: 48px; height: 48px; background: #0a66c2; color: #fff; font-weight: 600; font-size: 20px; }
.app .about { font-size: 12px; line-height: 1.33; color: rgb(0 0 0 / 60%); }
.app .post p { margin: 8px 16px 12px; white-space: pre-wrap; overflow-wrap: anywhere; }
.app .post img { display: block; width: 100%; height: auto; }
.app .bar { display: flex; justify-content: space-around; margin: 0 12px; padding: 12px 0; border-top: 1px solid rgb(0 0 0 / 8%); color: rgb(0 0 0 / 60%); font-weight: 600; }
@media (prefers-color-scheme: dark) {
  .app { background: #000; color: rgb(255 255 255 / 90%); }
  .app .post { background: #1b1f23; border-color: rgb(255 255 255 / 10%); }
  .app .about, .app .bar { color: rgb(255 255 255 / 60%); }
  .app .bar { border-color: rgb(255 255 255 / 10%); }
}`,
};
