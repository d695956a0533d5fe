import { z } from 'zod';
import { plainPost } from '#src/engine/content/message/plain-post.ts';
import type { Prepared } from '#src/shared/content/prepared.ts';
import { textLength } from '#src/shared/content/text-length.ts';
import type {
  Channel,
  OpenConnection,
  ReadBack,
  SendDeps,
  SendOutcome,
  SendTo,
  SentMessage,
} from '../channel.ts';
import { HTTP_DELAYS, outcomeOfAnswer, readAnswer } from '../http-outcome.ts';
import { type Uploaded, uploadedAs } from '../picture-first.ts';
import { authorize } from './authorize.ts';
import { check, isPageOf, tokens } from './check.ts';
import { API_VERSION, ask } from './graph.ts';
import { lookUp } from './look-up.ts';
import { MARK } from './mark.ts';
import { normalizePage } from './page.ts';
import { isNotThere, verdictOf } from './verdict.ts';

const PROVIDER = 'Facebook';
const PICTURE = { format: 'wide' } as const;
const TEXT = { max: 63_206, unit: 'characters' } as const;

function connectionOf({ connection }: SendDeps): OpenConnection {
  if (!connection) throw new Error('Facebook needs a page.');
  return connection;
}

/** A photo that isn't published belongs to the post that names it, and is shown with that alone. */
async function upload({ media: [first] }: Prepared, to: SendTo, deps: SendDeps): Promise<Uploaded> {
  const bytes = first ? await deps.picture(first.hash) : null;
  if (!first || !bytes) return { picture: null };
  const { name, type, alt } = first;
  const answer = await ask(connectionOf(deps), deps, {
    method: 'POST',
    path: `${to.address}/photos`,
    body: { published: false, alt_text_custom: alt },
    file: { bytes, type, name },
  });
  return uploadedAs(answer, to, deps, { provider: PROVIDER, verdictOf });
}

async function send(prepared: Prepared, to: SendTo, deps: SendDeps): Promise<SendOutcome> {
  const uploaded = await upload(prepared, to, deps);
  if ('waits' in uploaded) return uploaded.waits;
  const { picture } = uploaded;
  const answer = await ask(connectionOf(deps), deps, {
    method: 'POST',
    path: `${to.address}/feed`,
    body: { message: prepared.text, ...(picture && { attached_media: [{ media_fbid: picture }] }) },
  });
  return outcomeOfAnswer(answer, to, deps, { provider: PROVIDER, verdictOf });
}

/** Facebook changes the text of a post; its photo stays. */
async function edit(
  prepared: Prepared,
  { providerMessageId }: SentMessage,
  to: SendTo,
  deps: SendDeps,
): Promise<SendOutcome> {
  const answer = await ask(connectionOf(deps), deps, {
    method: 'POST',
    path: encodeURIComponent(providerMessageId),
    body: { message: prepared.text },
  });
  return outcomeOfAnswer(answer, to, deps, {
    provider: PROVIDER,
    // The same text again changes nothing.
    idempotent: true,
    verdictOf: (read) => verdictOf(read, providerMessageId),
  });
}

const postSchema = z.object({ id: z.string(), message: z.string().default('') });

async function readBack({ providerMessageId, address }: SentMessage, deps: SendDeps): Promise<ReadBack> {
  const connection = connectionOf(deps);
  const answer = await ask(connection, deps, {
    method: 'GET',
    path: encodeURIComponent(providerMessageId),
    query: { fields: 'message' },
  });
  if (answer.kind !== 'answered')
    return { found: 'unknown', problem: `Facebook wasn’t reached: ${answer.reason}` };
  const read = readAnswer(answer);
  const post = postSchema.safeParse(read.json);
  if (post.success) return { found: 'there', text: post.data.message };
  const problem = `Facebook answered with status ${read.status}.`;
  // A page sees every post of its own, so what it doesn't see is gone; another token may just not be shown it.
  if (isNotThere(read) && (await isPageOf(connection, deps, address))) return { found: 'gone' };
  return { found: 'unknown', problem };
}

export const facebookChannel: Channel = {
  kind: 'facebook',
  title: 'Facebook Page',
  summary: 'Alerts as posts on your Facebook Page, with a picture.',
  mark: MARK,
  planClass: 'social',
  address: null,
  destination: { label: 'Page ID', placeholder: '102938475610293', normalize: normalizePage },
  hasOwnAccount: false,
  fields: [
    {
      name: 'pageId',
      label: 'Page ID',
      help: 'On your page, open About → Page transparency. It’s the long number there.',
      placeholder: '102938475610293',
      secret: false,
      type: z
        .string()
        .transform((typed) => normalizePage(typed) ?? '')
        .pipe(z.string().min(1, 'Enter the number of the page, 5 to 20 digits.')),
    },
    {
      name: 'token',
      label: 'Page access token',
      help: 'It begins with EAA. Use one that doesn’t expire, from a system user of your Meta business.',
      placeholder: 'EAA…',
      secret: true,
      type: z
        .string()
        .trim()
        .regex(
          /^[\w|.-]{20,1000}$/,
          'An access token is one long line of letters and numbers. Copy all of it.',
        ),
    },
  ],
  steps: [
    'In Meta Business settings, open **System users**. Add one, and assign your page to it with full control.',
    'Press **Generate token**, choose your app, and allow pages_manage_posts, pages_read_engagement and pages_show_list.',
    'Open Graph API Explorer with that token, choose your page under **User or Page**, and copy the page’s token.',
    'Paste the page ID and that token here. Then add the page by its ID.',
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
    // Meta counts calls by how many people a page engages, and says in its answers when to wait.
    rates: [],
    attempts: HTTP_DELAYS.length + 1,
  },
  picture: PICTURE,
  capabilities: { threads: false, pictures: true, silent: false, idempotent: false },
  cost: null,
  api: { version: API_VERSION, endsOn: null },
  window: 4,
  lanes: 2,
  check,
  render: async (document) =>
    plainPost(document, { picture: PICTURE, fits: (text) => textLength(text, TEXT.unit) <= TEXT.max }),
  send,
  edit,
  readBack,
  lookUp: { cost: null, find: lookUp },
  tokens,
  authorize,
  practice: async () => (await import('./practice.ts')).facebookPractice,
};
