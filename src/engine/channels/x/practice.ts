import { createHash } from 'node:crypto';
import { html } from 'hono/html';
import type {
  PracticeAnswer,
  PracticeCall,
  PracticeMessage,
  PracticeProvider,
  PracticeRoom,
} from '#src/platform/practice/provider.ts';
import { allow, APP, isApp, redeem, refused } from './practice-authorize.ts';

const ACCESS_TOKEN = 'PracticeAccessTokenForYourOwnMachineOnly42';
/** The one that a person copies. Those that follow serve once, as all do at X. */
const REFRESH_TOKEN = 'PracticeRefreshTokenForYourOwnMachineOnly42';
const CLIENT = 'PracticeClientForYourOwn';
const USER = { id: '4200000000000000042', name: 'Practice desk', username: 'practice_desk' };
const PLACE = `@${USER.username}`;

const TEXT_MAX = 280;
const URL_WEIGHT = 23;
const IMAGE_BYTES_MAX = 5 * 1024 * 1024;
const ALT_MAX = 1_000;
/** Uploaded pictures, tokens that were given out and ids of deleted posts, as other kinds of messages: nobody sees them. */
const MEDIA = 'x-media';
const TOKEN = 'x-token';
const DELETED = 'x-deleted';

/** Configuration 3 of the published rules: ranges that weigh 100 of 100; everything else weighs 200. */
const RANGES = [
  [0, 4351],
  [8192, 8205],
  [8208, 8223],
  [8242, 8247],
] as const;
const EMOJI = new RegExp(String.raw`\p{RGI_Emoji}`, 'gv');
/** With a scheme, or what looks like a domain of at least two letters. */
const LINK = /(?:https?:\/\/[^\s]*[\w/=#-])|(?<![@\w])(?:[a-z0-9-]+\.)+[a-z]{2,}\b/gi;

const weightOf = (text: string): number => {
  const normal = text.normalize('NFC');
  const links = normal.match(LINK) ?? [];
  const emoji = normal.replaceAll(LINK, '').match(EMOJI) ?? [];
  const rest = [...normal.replaceAll(LINK, '').replaceAll(EMOJI, '')];
  const light = (code: number): boolean => RANGES.some(([from, to]) => code >= from && code <= to);
  return (
    links.length * URL_WEIGHT +
    emoji.length * 2 +
    rest.reduce((sum, each) => sum + (light(each.codePointAt(0) ?? 0) ? 1 : 2), 0)
  );
};

const problem = (status: number, title: string, detail: string, type = 'about:blank'): PracticeAnswer => ({
  status,
  json: { title, detail, type, status },
});
const invalid = (message: string): PracticeAnswer => ({
  status: 400,
  json: {
    errors: [{ message }],
    title: 'Invalid Request',
    detail: 'One or more parameters to your request was invalid.',
    type: 'https://api.twitter.com/2/problems/invalid-request',
  },
});

const jsonIn = ({ body }: PracticeCall): Record<string, unknown> =>
  body.length === 0 ? {} : (JSON.parse(body.toString('utf8')) as Record<string, unknown>);

const hidden = (
  kind: string,
  id: string,
  change: Partial<PracticeMessage>,
  room: PracticeRoom,
): PracticeMessage => ({
  kind,
  id,
  place: PLACE,
  under: null,
  sentAt: room.now(),
  editedAt: null,
  text: '',
  pictures: [],
  own: null,
  ...change,
});

const isPicture = (bytes: Uint8Array): boolean => {
  const head = Buffer.from(bytes).toString('latin1', 0, 4);
  return head.slice(1) === 'PNG' || head.startsWith('\u00ff\u00d8') || head === 'GIF8' || head === 'RIFF';
};

async function takeMedia({ body, header }: PracticeCall, room: PracticeRoom): Promise<PracticeAnswer> {
  const type = header('content-type') ?? '';
  if (!type.startsWith('multipart/form-data')) return invalid('media is missing');
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  const media = form.get('media');
  if (!(media instanceof Blob) || form.get('media_category') !== 'tweet_image')
    return invalid('media and media_category are required');
  const bytes = new Uint8Array(await media.arrayBuffer());
  if (!isPicture(bytes) || bytes.length > IMAGE_BYTES_MAX) return invalid('The media type is not supported');
  const id = String(1_880_000_000_000 + (await room.messages(MEDIA)).length + 1);
  const hash = await room.keepFile(bytes);
  await room.keep(hidden(MEDIA, id, { pictures: [{ hash, alt: '' }] }, room));
  return {
    status: 200,
    json: { data: { id, media_key: `3_${id}`, size: bytes.length, expires_after_secs: 86_400 } },
  };
}

async function describe(call: PracticeCall, room: PracticeRoom): Promise<PracticeAnswer> {
  const { id, metadata } = jsonIn(call) as { id?: string; metadata?: { alt_text?: { text?: string } } };
  const media = (await room.messages(MEDIA)).find((each) => each.id === id);
  const alt = metadata?.alt_text?.text ?? '';
  if (!media || alt.length > ALT_MAX) return invalid('media metadata is invalid');
  await room.keep({ ...media, pictures: media.pictures.map(({ hash }) => ({ hash, alt })) });
  return { status: 200, json: { data: { id, associated_metadata: metadata } } };
}

type Tweet = { text?: string; media?: { media_ids?: string[] }; reply?: { in_reply_to_tweet_id?: string } };

async function create(call: PracticeCall, room: PracticeRoom): Promise<PracticeAnswer> {
  const { text = '', media, reply } = jsonIn(call) as Tweet;
  const ids = media?.media_ids ?? [];
  if (text.trim() === '' && ids.length === 0) return invalid('text or media is required');
  if (weightOf(text) > TEXT_MAX) return problem(400, 'Invalid Request', 'Your Tweet text is too long.');
  const uploaded = await room.messages(MEDIA);
  const pictures = ids.map((id) => uploaded.find((each) => each.id === id)?.pictures[0]);
  if (pictures.includes(undefined)) return invalid('Your media IDs are invalid.');
  const before = await room.messages('x');
  const under = reply?.in_reply_to_tweet_id ?? null;
  if (under !== null && !before.some(({ id }) => id === under))
    return problem(
      403,
      'Forbidden',
      'You attempted to reply to a Tweet that is deleted or not visible to you.',
    );
  // Ids only ever grow, also after a deletion.
  const used = [...before, ...(await room.messages(DELETED))].map((each) => Number(each.id));
  const id = String(Math.max(1_990_000_000_000, ...used) + 1);
  await room.keep({
    kind: 'x',
    id,
    place: PLACE,
    under,
    sentAt: room.now(),
    editedAt: null,
    text,
    pictures: pictures.flatMap((each) => each ?? []),
    own: null,
  });
  return { status: 201, json: { data: { id, text, edit_history_tweet_ids: [id] } } };
}

/** As X gives a text out: escaped, its addresses shortened, and an address for a picture at its end. */
function givenOut({ id, text, pictures }: PracticeMessage) {
  const urls: { url: string; expanded_url: string; media_key?: string }[] = [];
  const shortened = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/https?:\/\/\S*[\w/=#-]/g, (meant) => {
      const url = `https://t.co/${createHash('sha256').update(meant).digest('base64url').slice(0, 10)}`;
      urls.push({ url, expanded_url: meant.replaceAll('&amp;', '&') });
      return url;
    });
  const picture = {
    url: `https://t.co/p${id.slice(-9)}`,
    expanded_url: `https://x.com/i/${id}`,
    media_key: '3_1',
  };
  const shown = pictures.length > 0 ? `${shortened} ${picture.url}` : shortened;
  return { id, text: shown, entities: { urls: [...urls, ...(pictures.length > 0 ? [picture] : [])] } };
}

async function look({ url }: PracticeCall, room: PracticeRoom): Promise<PracticeAnswer> {
  const ids = (url.searchParams.get('ids') ?? '').split(',');
  const wrong = ids.find((id) => !/^\d{1,19}$/.test(id));
  if (wrong !== undefined) return invalid(`The \`ids\` query parameter value [${wrong}] is not valid`);
  const all = await room.messages('x');
  const data = ids.flatMap((id) => all.filter((each) => each.id === id)).map(givenOut);
  const errors = ids
    .filter((id) => !all.some((each) => each.id === id))
    .map((id) => ({
      value: id,
      detail: `Could not find tweet with ids: [${id}].`,
      title: 'Not Found Error',
      resource_type: 'tweet',
      parameter: 'ids',
      resource_id: id,
      type: 'https://api.twitter.com/2/problems/resource-not-found',
    }));
  return { status: 200, json: { ...(data.length > 0 && { data }), ...(errors.length > 0 && { errors }) } };
}

/** Newest first. */
async function timeline(
  { url: { searchParams } }: PracticeCall,
  room: PracticeRoom,
): Promise<PracticeAnswer> {
  const start = searchParams.get('start_time');
  const from = start === null ? 0 : Date.parse(start);
  if (Number.isNaN(from)) return invalid(`The \`start_time\` query parameter value [${start}] is not valid`);
  const max = Number(searchParams.get('max_results') ?? 10);
  if (!(max >= 5 && max <= 100))
    return invalid('The `max_results` query parameter value is not between 5 and 100');
  const all = (await room.messages('x')).filter(({ sentAt }) => sentAt >= from).toReversed();
  const shown = all.slice(0, max);
  const hasMore = all.length > max;
  return {
    status: 200,
    json: {
      ...(shown.length > 0 && {
        data: shown.map((post) => ({ ...givenOut(post), created_at: new Date(post.sentAt).toISOString() })),
      }),
      meta: { result_count: shown.length, ...(hasMore && { next_token: 'practice' }) },
    },
  };
}

async function remove(id: string, room: PracticeRoom): Promise<PracticeAnswer> {
  const message = (await room.messages('x')).find((each) => each.id === id);
  if (message) {
    await room.keep(hidden(DELETED, id, {}, room));
    await room.forget(message);
  }
  return { status: 200, json: { data: { deleted: true } } };
}

/** Tokens that were given out: the newest pair, and those before it, whose refresh tokens are spent. */
async function giveTokens(call: PracticeCall, room: PracticeRoom): Promise<PracticeAnswer> {
  const form = new URLSearchParams(call.body.toString('utf8'));
  const client = form.get('client_id');
  if (client !== CLIENT && client !== APP.clientId)
    return refused('Value passed for the client_id was invalid.');
  if (client === APP.clientId && !isApp(call))
    return { ...refused('Missing valid authorization header', 'unauthorized_client'), status: 401 };
  const given = await room.messages(TOKEN);
  let scope = 'tweet.read tweet.write users.read media.write offline.access';
  if (form.get('grant_type') === 'authorization_code') {
    const redeemed = await redeem(form, room);
    if (!('scopes' in redeemed)) return redeemed;
    scope = redeemed.scopes.join(' ');
  } else if (form.get('grant_type') === 'refresh_token') {
    const newest = given.at(-1)?.id;
    const token = form.get('refresh_token');
    if (token !== REFRESH_TOKEN && (newest === undefined || token !== `${REFRESH_TOKEN}-${newest}`))
      return refused('Value passed for the token was invalid.');
  } else return refused('Value passed for the grant_type was invalid.');
  const next = String(given.length + 1);
  await room.keep(hidden(TOKEN, next, {}, room));
  return {
    status: 200,
    json: {
      token_type: 'bearer',
      expires_in: 7_200,
      access_token: `${ACCESS_TOKEN}-${next}`,
      // Only with the scope that asks for it.
      ...(scope.includes('offline.access') && { refresh_token: `${REFRESH_TOKEN}-${next}` }),
      scope,
    },
  };
}

async function isKnown(header: string | null, room: PracticeRoom): Promise<boolean> {
  if (header === `Bearer ${ACCESS_TOKEN}`) return true;
  const given = await room.messages(TOKEN);
  return given.some(({ id }) => header === `Bearer ${ACCESS_TOKEN}-${id}`);
}

function moodOf(room: PracticeRoom): PracticeAnswer | null {
  switch (room.mood()) {
    case 'defers':
      return problem(503, 'Service Unavailable', 'Service Unavailable');
    case 'limits':
      return {
        ...problem(429, 'Too Many Requests', 'Too Many Requests'),
        headers: {
          'x-rate-limit-limit': '100',
          'x-rate-limit-remaining': '0',
          'x-rate-limit-reset': String(Math.ceil(room.now() / 1_000) + 90),
        },
      };
    case 'refuses':
      return problem(403, 'Forbidden', 'You are not allowed to create a Tweet with duplicate content.');
    default:
      return null;
  }
}

async function serve(call: PracticeCall, room: PracticeRoom): Promise<PracticeAnswer> {
  const { method } = call;
  const { pathname } = call.url;
  if (call.url.host === 'x.com') return allow(call, room);
  if (pathname === '/2/oauth2/token') return giveTokens(call, room);
  if (!(await isKnown(call.header('authorization'), room)))
    return problem(401, 'Unauthorized', 'Unauthorized');
  const mood = method === 'GET' ? null : moodOf(room);
  if (mood) return mood;
  const [, deleted] = /^\/2\/tweets\/(\d+)$/.exec(pathname) ?? [];
  if (method === 'DELETE' && deleted !== undefined) return remove(deleted, room);
  switch (`${method} ${pathname}`) {
    case 'GET /2/users/me':
      return { status: 200, json: { data: USER } };
    case `GET /2/users/${USER.id}/tweets`:
      return timeline(call, room);
    case 'GET /2/tweets':
      return look(call, room);
    case 'POST /2/tweets':
      return create(call, room);
    case 'POST /2/media/upload':
      return takeMedia(call, room);
    case 'POST /2/media/metadata':
      return describe(call, room);
    default:
      return problem(404, 'Not Found', 'Not Found');
  }
}

const timeOf = (ms: number): string => new Date(ms).toISOString().slice(11, 16);

function draw(message: PracticeMessage, pictureUrl: (hash: string) => string): string {
  const pictures = message.pictures.map(
    ({ hash, alt }) => html`<img src="${pictureUrl(hash)}" alt="${alt}" />`,
  );
  const reply =
    message.under === null
      ? ''
      : html`<div class="about">Replying to <span class="blue">${PLACE}</span></div>`;
  return String(
    html`<div class="post">
      <span class="avatar" aria-hidden="true">P</span>
      <div class="body">
        <div><b>${USER.name}</b> <span class="about">${PLACE} · ${timeOf(message.sentAt)}</span></div>
        ${reply}
        <p>${message.text}</p>
        ${pictures}
        <div class="bar"><span>Reply</span><span>Repost</span><span>Like</span><span>View</span></div>
      </div>
    </div>`,
  );
}

/** The X API on a development machine, with one account. */
export const xPractice: PracticeProvider = {
  kind: 'x',
  title: 'X',
  hosts: ['api.x.com', 'x.com'],
  app: APP,
  account: {
    fields: {
      handle: PLACE,
      clientId: CLIENT,
      accessToken: ACCESS_TOKEN,
      refreshToken: REFRESH_TOKEN,
    },
    place: { name: USER.name, address: PLACE },
  },
  serve,
  draw,
  style: `
.app { background: #fff; color: #0f1419; font: 15px/1.33 -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; }
.app .post { display: flex; gap: 12px; max-width: 420px; padding: 12px 16px; border-bottom: 1px solid #eff3f4; }
.app .avatar { display: grid; place-items: center; flex: none; width: 40px; height: 40px; border-radius: 50%; background: #0f1419; color: #fff; font-weight: 700; }
.app .body { min-width: 0; flex: 1; }
.app .about { color: #536471; }
.app .blue { color: #1d9bf0; }
.app .post p { margin: 2px 0 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.app .post img { display: block; width: 100%; height: auto; margin-top: 12px; border: 1px solid #cfd9de; border-radius: 16px; }
.app .bar { display: flex; justify-content: space-between; margin-top: 10px; color: #536471; font-size: 13px; }
@media (prefers-color-scheme: dark) {
  .app { background: #000; color: #e7e9ea; }
  .app .post { border-color: #2f3336; }
  .app .avatar { background: #e7e9ea; color: #000; }
  .app .about, .app .bar { color: #71767b; }
  .app .post img { border-color: #2f3336; }
}`,
};
