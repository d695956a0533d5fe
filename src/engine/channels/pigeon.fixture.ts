import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { createCallProvider } from '#src/platform/net/call.ts';
import { pauseUntil, providerTrouble, retryOrGiveUp, tryOf } from './backoff.ts';
import { CallRefused, type ChannelEvent } from './callback.ts';
import type { Channel, OpenConnection, SendDeps, SendOutcome, SendTo } from './channel.ts';
import { type Harness, NOW, type Situation } from './conformance.fixture.ts';

const WHISTLE = 'fweet-5d1c';
const DELAYS = [60_000, 300_000];
const TEXT_MAX = 300;

type Letter = { id: string; to: string; text: string; under: string | null; ring: string };

/** A post office for pigeons, with an account, repeats that it recognizes, letters that can be changed, and receipts. */
export async function startLoft() {
  const letters = new Map<string, Letter>();
  let situation: Situation = 'takes';
  let arrived = 0;
  const answer = (response: ServerResponse, status: number, body: object, headers = {}): void =>
    void response
      .writeHead(status, { 'Content-Type': 'application/json', ...headers })
      .end(JSON.stringify(body));

  function take(letter: Omit<Letter, 'ring'>, response: ServerResponse): void {
    if (situation === 'defers') return answer(response, 503, { error: 'The loft is full.' });
    if (situation === 'limits') return answer(response, 429, { error: 'Slower.' }, { 'Retry-After': '90' });
    if (situation === 'refuses' || letter.text.length > TEXT_MAX)
      return answer(response, 400, { error: 'No pigeon carries that.' });
    const known = [...letters.values()].find(({ id }) => id === letter.id);
    if (!known) arrived += 1;
    const ring = known?.ring ?? `ring-${arrived}`;
    letters.set(ring, known ?? { ...letter, ring });
    if (situation === 'silent') response.destroy();
    else answer(response, 200, { ring });
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    const body = Buffer.concat(parts).toString('utf8');
    if (request.headers.authorization !== `Bearer ${WHISTLE}`)
      return answer(response, 401, { error: 'Who are you?' });
    if (request.url === '/loft') return answer(response, 200, {});
    if (request.url === '/letters') return take(JSON.parse(body) as Letter, response);
    const letter = letters.get(request.url?.replace('/letters/', '') ?? '');
    if (!letter) return answer(response, 404, { error: 'No such ring.' });
    if (request.method === 'PUT') letter.text = (JSON.parse(body) as Letter).text;
    return answer(response, 200, letter);
  }

  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    letters,
    arrived: () => arrived,
    set: (next: Situation) => void (situation = next),
    stop: () => new Promise<void>((done) => server.close(() => done())),
  };
}

const sealOf = (body: Buffer, whistle: string): string =>
  createHmac('sha256', whistle).update(body).digest('base64url');

/** What the loft says of a letter. */
export function loftCall(event: Omit<ChannelEvent, 'at' | 'detail'>, at = NOW, detail = '') {
  const body = Buffer.from(JSON.stringify({ ...event, at, detail }));
  return { body, headers: { 'x-seal': sealOf(body, WHISTLE) } };
}

const eventSchema = z.object({
  id: z.string(),
  kind: z.enum(['delivered', 'read', 'bounced', 'failed']),
  providerMessageId: z.string(),
  at: z.number(),
  detail: z.string(),
});

const ask = (
  { settings, secrets }: OpenConnection,
  deps: Pick<SendDeps, 'call'>,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: object,
) =>
  deps.call({
    method,
    url: `${settings['url']}${path}`,
    headers: { authorization: `Bearer ${secrets['whistle']}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });

async function post(
  how: { method: 'POST' | 'PUT'; path: string; body: object },
  to: SendTo,
  deps: SendDeps,
): Promise<SendOutcome> {
  if (!deps.connection) throw new Error('Pigeons need a loft.');
  const answer = await ask(deps.connection, deps, how.method, how.path, how.body);
  if (answer.kind === 'not_sent') {
    const outcome = retryOrGiveUp(to.attempt, DELAYS, `Nobody is at the loft: ${answer.reason}`, deps);
    return outcome.outcome === 'retry' ? { ...outcome, waitsForServer: true } : outcome;
  }
  // The loft knows a letter again by its id.
  if (answer.kind === 'unknown') return retryOrGiveUp(to.attempt, DELAYS, answer.reason, deps);
  const { status, retryAfterMs, body } = answer;
  const said = JSON.parse(body.toString()) as { ring?: string; error?: string };
  if (status === 429) return pauseUntil(to, deps.now() + (retryAfterMs ?? 60_000), 'The loft asked to wait.');
  if (status >= 500)
    return providerTrouble(retryOrGiveUp(tryOf(to), DELAYS, `The loft answered: ${said.error}`, deps));
  if (status >= 400) return { outcome: 'rejected', reason: `The loft answered: ${said.error}` };
  return { outcome: 'sent', providerMessageId: said.ring ?? '' };
}

/** A channel that exists in tests alone: nothing else of the program knows it. */
export const pigeon: Channel = {
  kind: 'pigeon',
  title: 'Pigeon post',
  summary: 'Alerts by carrier pigeon, to a person’s loft or to a market square.',
  mark: 'M2 12h20L12 22Z',
  planClass: 'included',
  address: {
    label: 'Loft',
    placeholder: 'loft-1',
    normalize: (typed) => /^loft-\d+$/.exec(typed.trim().toLowerCase())?.[0] ?? null,
  },
  destination: {
    label: 'Square',
    placeholder: '#market',
    normalize: (typed) => /^#[a-z]+$/.exec(typed.trim().toLowerCase())?.[0] ?? null,
  },
  hasOwnAccount: false,
  fields: [
    {
      name: 'url',
      label: 'Address of the loft',
      placeholder: 'https://loft.example',
      secret: false,
      type: z.url('Enter the address of your loft'),
    },
    {
      name: 'whistle',
      label: 'Whistle',
      help: 'The loft shows it once.',
      secret: true,
      type: z.string().min(5, 'A whistle has five characters at least'),
    },
  ],
  steps: ['Build a loft.', 'Copy its whistle.'],
  senderFields: [
    {
      name: 'ribbon',
      label: 'Ribbon',
      secret: false,
      optional: true,
      type: z.string().max(20, 'Use 20 characters'),
    },
  ],
  senderDomain: () => null,
  limits: {
    title: null,
    text: { max: TEXT_MAX, unit: 'utf16' },
    textWithPicture: null,
    html: false,
    pictures: 0,
    buttons: 1,
    links: 2,
    rates: [{ per: 'destination', max: 1, seconds: 60 }],
    attempts: DELAYS.length + 1,
  },
  picture: null,
  capabilities: { threads: true, pictures: false, silent: false, idempotent: true },
  cost: { currency: 'EUR', perMessage: '0.05' },
  charges: () => ({ currency: 'EUR', amount: '0.05' }),
  window: 4,
  lanes: 2,
  check: async (connection, deps) => {
    const answer = await ask(connection, deps, 'GET', '/loft');
    if (answer.kind !== 'answered') return { ok: false, problem: `Nobody is at the loft: ${answer.reason}` };
    return answer.status === 200
      ? { ok: true }
      : { ok: false, problem: 'The loft doesn’t know this whistle.' };
  },
  render: async ({ title }) => ({
    title: null,
    text: `coo: ${title.length} words`,
    html: null,
    media: [],
    buttons: [{ label: 'Evidence', url: 'https://site.example/evidence' }],
    own: { feathers: 2 },
  }),
  send: (prepared, to, deps) => {
    const body = {
      id: to.deliveryId,
      to: to.address,
      text: prepared.text,
      under: to.replyTo?.providerMessageId ?? null,
    };
    return post({ method: 'POST', path: '/letters', body }, to, deps);
  },
  edit: ({ text }, { providerMessageId }, to, deps) =>
    post({ method: 'PUT', path: `/letters/${providerMessageId}`, body: { text } }, to, deps),
  readBack: async ({ providerMessageId }, deps) => {
    if (!deps.connection) return { found: 'unknown', problem: 'Its loft is gone.' };
    const answer = await ask(deps.connection, deps, 'GET', `/letters/${providerMessageId}`);
    if (answer.kind !== 'answered') return { found: 'unknown', problem: answer.reason };
    if (answer.status === 404) return { found: 'gone' };
    return { found: 'there', text: (JSON.parse(answer.body.toString()) as Letter).text };
  },
  receive: async ({ method, query, header, body }, { secrets }) => {
    const whistle = secrets['whistle'] ?? '';
    // Before the first event, the loft asks whether its owner is there.
    const asked = query.get('coo');
    if (method === 'GET' && asked !== null)
      return { events: [], answer: { status: 200, type: 'text/plain', body: asked } };
    const [given, right] = [header('x-seal') ?? '', sealOf(body, whistle)].map((seal) => Buffer.from(seal));
    if (!given || !right || given.length !== right.length || !timingSafeEqual(given, right))
      throw new CallRefused('The seal is broken.');
    return { events: [eventSchema.parse(JSON.parse(body.toString()))] };
  },
};

/** For the conformance run. */
export async function startHarness(): Promise<Harness> {
  const loft = await startLoft();
  const gone = await startLoft();
  await gone.stop();
  return {
    waitMs: 90_000,
    measures: true,
    arrived: loft.arrived,
    shows: ({ providerMessageId }) => loft.letters.get(providerMessageId)?.text ?? null,
    calls: ({ providerMessageId }, kind) => {
      const { body, headers } = loftCall({ id: `${kind} ${providerMessageId}`, kind, providerMessageId });
      return {
        method: 'POST',
        header: (name) => new Headers(headers).get(name),
        query: new URLSearchParams(),
        body,
        now: new Date(NOW),
      };
    },
    set: (situation) => {
      loft.set(situation);
      const { url } = situation === 'unreachable' ? gone : loft;
      return { address: 'loft-1', deps: depsOf(url) };
    },
    stop: loft.stop,
  };
}

const depsOf = (url: string): SendDeps => ({
  connection: { id: 'c-1', settings: { url }, secrets: { whistle: WHISTLE } },
  sender: { brandName: 'Harbor', settings: {}, secrets: {} },
  mail: {
    from: 'noreply@bellwire.example',
    transport: () => {
      throw new Error('Pigeons send no mail.');
    },
  },
  call: createCallProvider({ allowPrivate: true, agent: 'Test', now: () => NOW }),
  picture: async () => null,
  now: () => NOW,
  random: () => 0.5,
});

export const WHISTLE_OF_TEST = WHISTLE;
