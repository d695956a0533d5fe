import { html } from 'hono/html';
import type {
  PracticeAnswer,
  PracticeCall,
  PracticeMessage,
  PracticeProvider,
  PracticeRoom,
} from '#src/platform/practice/provider.ts';
import { allow, APP, ofPerson, type Page, tokenOf } from './practice-authorize.ts';

const TOKEN = 'EAAPracticePageTokenForYourOwnMachineOnly42';
const PAGE = { id: '100200300400500', name: 'Practice page' };
/** The other page of the person who signs in. */
const SECOND = { id: '100200300400600', name: 'Practice desk' };
const SECOND_TOKEN = 'EAAPracticeSecondPageTokenForYourOwnMachine42';
const POSTS = ['ANALYZE', 'CREATE_CONTENT', 'MODERATE'];
const PAGES: readonly Page[] = [
  { ...PAGE, token: TOKEN, tasks: POSTS },
  { ...SECOND, token: SECOND_TOKEN, tasks: POSTS },
  // A person with access to insights only can't post.
  { id: '100200300400700', name: 'Practice club', token: 'EAAPracticeThirdPageToken', tasks: ['ANALYZE'] },
];
const SCOPES = ['pages_show_list', 'pages_read_engagement', 'pages_manage_posts'];
const VERSIONS = /^\/v(?:2[1-6])\.0\/(.+)$/;

const MESSAGE_MAX = 63_206;
const PHOTO_BYTES_MAX = 10 * 1024 * 1024;
const PHOTOS_MAX = 10;
/** A photo without a post, as another kind of message: nobody sees it. */
const UNPUBLISHED = 'facebook-photo';

type Fields = Record<string, unknown>;
type Form = { fields: Fields; source: Uint8Array | null };

function failed(
  status: number,
  code: number,
  message: string,
  { type = 'OAuthException', subcode, headers }: { type?: string; subcode?: number; headers?: object } = {},
): PracticeAnswer {
  const error = {
    message: code >= 100 && code < 1_000 && code !== 190 ? `(#${code}) ${message}` : message,
    type,
    code,
    ...(subcode !== undefined && { error_subcode: subcode }),
    fbtrace_id: 'APracticeTraceOfYourOwn',
  };
  return { status, json: { error }, headers: { ...headers } };
}
const taken = (json: object): PracticeAnswer => ({ status: 200, json });
const notThere = (id: string): PracticeAnswer =>
  failed(
    400,
    100,
    `Unsupported request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation.`,
    { type: 'GraphMethodException', subcode: 33 },
  );

/** JSON, a form, or a form with a file. */
async function formOf({ body, header }: PracticeCall): Promise<Form> {
  const type = header('content-type') ?? '';
  if (type.startsWith('application/json'))
    return { fields: JSON.parse(body.toString('utf8')) as Fields, source: null };
  if (!/^(?:multipart\/form-data|application\/x-www-form-urlencoded)/.test(type))
    return { fields: {}, source: null };
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  const fields: Fields = {};
  let source: Uint8Array | null = null;
  for (const [name, value] of form.entries())
    if (typeof value === 'string') fields[name] = value;
    else if (name === 'source') source = new Uint8Array(await value.arrayBuffer());
  return { fields, source };
}

const isPicture = (bytes: Uint8Array): boolean => {
  const head = Buffer.from(bytes).toString('latin1', 0, 4);
  return head.slice(1) === 'PNG' || head.startsWith('\u00ff\u00d8') || head === 'GIF8';
};

async function takePhoto({ fields, source }: Form, room: PracticeRoom): Promise<PracticeAnswer> {
  if (!source || source.length === 0)
    return failed(400, 324, 'Requires upload file', { type: 'OAuthException' });
  if (!isPicture(source) || source.length > PHOTO_BYTES_MAX)
    return failed(400, 324, 'Missing or invalid image file');
  if (String(fields['published']) !== 'false')
    return failed(400, 100, 'This practice page publishes photos in posts only.');
  const id = String(400_000_000_000 + (await room.messages(UNPUBLISHED)).length + 1);
  const hash = await room.keepFile(source);
  await room.keep({
    kind: UNPUBLISHED,
    id,
    place: PAGE.id,
    under: null,
    sentAt: room.now(),
    editedAt: null,
    text: '',
    pictures: [{ hash, alt: String(fields['alt_text_custom'] ?? '') }],
    own: null,
  });
  return taken({ id });
}

/** The photos that a post names; null where one isn't there. */
async function photosOf(fields: Fields, room: PracticeRoom): Promise<PracticeMessage['pictures'] | null> {
  const named = (fields['attached_media'] ?? []) as { media_fbid?: unknown }[];
  const photos = await room.messages(UNPUBLISHED);
  const found = named.map(({ media_fbid: id }) => photos.find((each) => each.id === String(id)));
  return found.some((photo) => photo === undefined) || found.length > PHOTOS_MAX
    ? null
    : found.flatMap((photo) => photo?.pictures ?? []);
}

async function post({ fields }: Form, page: string, room: PracticeRoom): Promise<PracticeAnswer> {
  const message = String(fields['message'] ?? '');
  const pictures = await photosOf(fields, room);
  if (!pictures) return failed(400, 100, 'Invalid parameter: attached_media');
  if (message.trim() === '' && pictures.length === 0)
    return failed(400, 100, 'Missing message or attachment');
  if ([...message].length > MESSAGE_MAX) return failed(400, 100, 'The message is too long.');
  const before = await room.messages('facebook');
  const id = `${page}_${600_000_000_000 + before.length + 1}`;
  await room.keep({
    kind: 'facebook',
    id,
    place: page,
    under: null,
    sentAt: room.now(),
    editedAt: null,
    text: message,
    pictures,
    own: null,
  });
  return taken({ id });
}

/** Newest first. A time has no milliseconds and a zone without a colon, as Meta writes them. */
async function list({ searchParams }: URL, page: string, room: PracticeRoom): Promise<PracticeAnswer> {
  const since = Number(searchParams.get('since') ?? 0) * 1_000;
  const limit = Number(searchParams.get('limit') ?? 25);
  if (limit > 100) return failed(400, 100, 'Param limit must be less than or equal to 100');
  const posts = (await room.messages('facebook', page)).filter(({ sentAt }) => sentAt >= since);
  const data = posts.toReversed().slice(0, limit);
  const next = `https://graph.facebook.com/v26.0/${page}/posts?after=practice`;
  return taken({
    data: data.map(({ id, text, sentAt }) => ({
      id,
      ...(text && { message: text }),
      created_time: `${new Date(sentAt).toISOString().slice(0, 19)}+0000`,
    })),
    ...(data.length > 0 && { paging: { ...(posts.length > limit && { next }) } }),
  });
}

async function ofPost(method: string, id: string, form: Form, room: PracticeRoom): Promise<PracticeAnswer> {
  if (!/^\d+(?:_\d+)?$/.test(id))
    return failed(404, 803, `Some of the aliases you requested do not exist: ${id}`);
  const message = (await room.messages('facebook')).find((each) => each.id === id);
  if (!message) return notThere(id);
  if (method === 'GET') return taken({ ...(message.text && { message: message.text }), id });
  if (method === 'DELETE') {
    await room.forget(message);
    return taken({ success: true });
  }
  const text = String(form.fields['message'] ?? '');
  if ([...text].length > MESSAGE_MAX) return failed(400, 100, 'The message is too long.');
  await room.keep({ ...message, text, editedAt: room.now() });
  return taken({ success: true });
}

const USAGE = JSON.stringify({
  '900800700': [
    { type: 'pages', call_count: 100, total_cputime: 30, total_time: 30, estimated_time_to_regain_access: 2 },
  ],
});

function moodOf(room: PracticeRoom): PracticeAnswer | null {
  switch (room.mood()) {
    case 'defers':
      return failed(500, 2, 'An unexpected error has occurred. Please retry your request later.');
    case 'limits':
      return failed(400, 80001, 'There have been too many calls to this Page account.', {
        headers: { 'x-business-use-case-usage': USAGE },
      });
    case 'refuses':
      return failed(400, 100, 'Invalid parameter');
    default:
      return null;
  }
}

async function serve(call: PracticeCall, room: PracticeRoom): Promise<PracticeAnswer> {
  const { method, url } = call;
  if (url.host === 'www.facebook.com') return allow(call, room);
  const [, path] = VERSIONS.exec(url.pathname) ?? [];
  if (path === undefined) return failed(400, 2635, 'You are calling a deprecated version of the API.');
  if (path === 'oauth/access_token') return tokenOf(call, room);
  const header = /^(?:Bearer|OAuth) (.+)$/.exec(call.header('authorization') ?? '')?.[1];
  const token = header ?? url.searchParams.get('access_token') ?? '';
  const asPerson = ofPerson(token, path, { asked: SCOPES, pages: PAGES });
  if (asPerson) return asPerson;
  const page = [PAGE, SECOND].find((_, n) => token === [TOKEN, SECOND_TOKEN][n]);
  if (!page) return failed(400, 190, 'Invalid OAuth access token - Cannot parse access token');
  if (path === 'me') return taken(page);
  if (path === 'debug_token')
    return taken({
      data: { type: 'PAGE', is_valid: true, expires_at: 0, scopes: SCOPES, profile_id: page.id },
    });
  const [id = '', edge] = decodeURIComponent(path).split('/');
  const mood = method === 'POST' ? moodOf(room) : null;
  if (mood) return mood;
  const form = await formOf(call);
  if (edge === undefined) return ofPost(method, id, form, room);
  if (id !== page.id) return notThere(id);
  if (method === 'GET' && edge === 'posts') return list(url, id, room);
  if (method !== 'POST') return failed(400, 100, 'Unsupported request');
  if (edge === 'photos') return takePhoto(form, room);
  if (edge === 'feed') return post(form, id, room);
  return failed(400, 2500, `Unknown path components: /${edge}`);
}

const timeOf = (ms: number): string => new Date(ms).toISOString().slice(11, 16);

function draw(message: PracticeMessage, pictureUrl: (hash: string) => string): string {
  const pictures = message.pictures.map(
    ({ hash, alt }) => html`<img src="${pictureUrl(hash)}" alt="${alt}" />`,
  );
  const edited = message.editedAt === null ? '' : ' · Edited';
  return String(
    html`<div class="post">
      <div class="head">
        <span class="avatar" aria-hidden="true">P</span>
        <div>
          <b>${PAGES.find(({ id }) => id === message.place)?.name}</b>
          <div class="time">${timeOf(message.sentAt)}${edited} · 🌐</div>
        </div>
      </div>
      <p>${message.text}</p>
      ${pictures}
      <div class="bar"><span>Like</span><span>Comment</span><span>Share</span></div>
    </div>`,
  );
}

/** The Graph API on a development machine, with pages of one person. */
export const facebookPractice: PracticeProvider = {
  kind: 'facebook',
  title: 'Facebook',
  hosts: ['graph.facebook.com', 'www.facebook.com'],
  app: APP,
  account: {
    fields: { pageId: PAGE.id, token: TOKEN },
    place: { name: PAGE.name, address: PAGE.id },
  },
  serve,
  draw,
  style: `
.app { background: #c9ccd1; color: #080809; font: 15px/1.34 -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; }
.app .post { max-width: 420px; background: #fff; padding-top: 12px; }
.app .head { display: flex; gap: 8px; align-items: center; padding: 0 12px; }
.app .avatar { display: grid; place-items: center; width: 40px; height: 40px; border-radius: 50%; background: #0866ff; color: #fff; font-weight: 600; }
.app .time { font-size: 13px; color: #65686c; }
.app .post p { margin: 8px 12px; white-space: pre-wrap; overflow-wrap: anywhere; }
.app .post img { display: block; width: 100%; height: auto; }
.app .bar { display: flex; justify-content: space-around; margin: 0 12px; padding: 10px 0; border-top: 1px solid #ced0d4; color: #65686c; font-weight: 600; }
@media (prefers-color-scheme: dark) {
  .app { background: #1c1c1d; color: #e2e5e9; }
  .app .post { background: #252728; }
  .app .time, .app .bar { color: #b0b3b8; }
  .app .bar { border-color: #3a3b3c; }
}`,
};
