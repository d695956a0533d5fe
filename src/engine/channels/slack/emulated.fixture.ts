import { createEmulator } from 'emulate';
import * as z from 'zod/mini';
import { type Answer, type CallProvider, createCallProvider } from '#src/platform/net/call.ts';
import type { SendDeps } from '../channel.ts';
import { type Harness, NOW, type Situation } from '../conformance.fixture.ts';
import { formBody } from '../oauth-refresh.ts';
import { FIELD } from './access.ts';
import { authorize } from './authorize.ts';
import { idOf as tsOf } from './harness.fixture.ts';
import { CHART } from './workspace.fixture.ts';

/*
 * The channel against `emulate`, a Slack written by others: a second judge of our idea of it, beside the practice
 * provider that we wrote. Troubles on the way (a full server, a lost answer) are made here; what the emulator is asked
 * and what it answers isn't touched.
 */
const TOKEN = 'xoxb-emulated-only-on-loopback';
export const NO_FILES = 'xoxb-emulated-without-files';
export const READS_ONLY = 'xoxb-emulated-that-reads';
export const WEBHOOK = 'https://hooks.slack.com/services/T000000001/B000000001/EmulatedWebhookOnly4242';
export const APP = { clientId: '100000000001.200000000002', clientSecret: 'an-emulated-secret' };
export const REDIRECT_URI = 'http://localhost:3000/hooks/oauth/slack';
const SCOPES = [...authorize.scopes, 'channels:read', 'groups:read', 'files:read'];

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
const answered = (status: number, json: object, headers: Record<string, string> = {}): Answer => ({
  kind: 'answered',
  status,
  headers,
  retryAfterMs: 'retry-after' in headers ? 90_000 : null,
  body: Buffer.from(JSON.stringify(json)),
});

/** What stands between us and the provider, by situation. Null: nothing. */
const BEFORE: Readonly<Record<Situation, Answer | null>> = {
  takes: null,
  silent: null,
  refuses: null,
  defers: answered(503, { ok: false, error: 'service_unavailable' }),
  limits: answered(429, { ok: false, error: 'ratelimited' }, { 'retry-after': '90' }),
  unreachable: { kind: 'not_sent', reason: 'connect ECONNREFUSED' },
};

const listSchema = z.object({ channels: z.array(z.object({ id: z.string(), name: z.string() })) });
const historySchema = z.object({
  messages: z.array(z.object({ ts: z.string(), text: z.string(), blocks: z.array(z.unknown()) })),
});
export const imageSchema = z.object({ type: z.literal('image'), slack_file: z.object({ id: z.string() }) });
const postedSchema = z.object({ ok: z.literal(true), ts: z.string() });

export async function startEmulated() {
  const emulator = await createEmulator({
    service: 'slack',
    port: 0,
    seed: {
      slack: {
        strict_scopes: true,
        tokens: [
          { token: TOKEN, type: 'bot', user: 'bellwire', scopes: SCOPES },
          { token: NO_FILES, type: 'bot', user: 'bellwire', scopes: ['chat:write'] },
          { token: READS_ONLY, type: 'bot', user: 'bellwire', scopes: ['channels:history'] },
        ],
        users: [{ name: 'bellwire' }],
        channels: [{ name: 'general' }, { name: 'alerts' }, { name: 'desk', is_private: true }],
        oauth_apps: [
          {
            client_id: APP.clientId,
            client_secret: APP.clientSecret,
            name: 'Bellwire',
            redirect_uris: [REDIRECT_URI],
          },
        ],
      },
    },
  });
  const call = createCallProvider({ allowPrivate: true, agent: 'Test', now: () => NOW });
  const posted = new Set<string>();
  /** Slack's hosts are the emulator; it names its own for the bytes of a file, where Slack names one of its own. */
  const ask: CallProvider = async (request) => {
    const { pathname, search } = new URL(request.url);
    const answer = await call({ ...request, url: `${emulator.url}${pathname}${search}` });
    if (answer.kind !== 'answered') return answer;
    const text = answer.body.toString('utf8').replaceAll(emulator.url, 'https://slack.com');
    const ts = postedSchema.safeParse(parsed(text)).data?.ts;
    if (ts !== undefined) posted.add(ts);
    return { ...answer, body: Buffer.from(text) };
  };
  const api = async (method: string, fields: Record<string, string> = {}): Promise<unknown> => {
    const { headers, body } = formBody(fields);
    const url = `https://slack.com/api/${method}`;
    const answer = await ask({
      method: 'POST',
      url,
      headers: { ...headers, authorization: `Bearer ${TOKEN}` },
      body,
    });
    return answer.kind === 'answered' ? parsed(answer.body.toString()) : null;
  };
  const { channels } = listSchema.parse(
    await api('conversations.list', { types: 'public_channel,private_channel' }),
  );
  const places = new Map(channels.map(({ id, name }) => [name, id]));
  const place = places.get('alerts') ?? '';

  const depsOf = (situation: Situation = 'takes', access = TOKEN): SendDeps => ({
    connection: { id: 'c', settings: {}, secrets: { [FIELD]: access } },
    sender: { brandName: 'Harbor', settings: {}, secrets: {} },
    mail: {
      from: 'noreply@bellwire.example',
      transport: () => {
        throw new Error('This channel sends no mail.');
      },
    },
    call: async (request) => {
      const instead = BEFORE[situation];
      if (instead) return instead;
      const answer = await ask(request);
      return situation === 'silent' ? { kind: 'unknown', reason: 'socket hang up' } : answer;
    },
    picture: async (hash) => (hash === CHART ? Buffer.from('the bytes of a picture') : null),
    now: () => NOW,
    random: () => 0.5,
  });
  const shown = async (ts: string, channel = place) =>
    historySchema
      .parse(await api('conversations.history', { channel, limit: '1000' }))
      .messages.find((each) => each.ts === ts);

  const harness: Harness = {
    waitMs: 90_000,
    // It takes texts of any length, which Slack doesn't.
    measures: false,
    arrived: () => posted.size,
    shows: async ({ providerMessageId }) => (await shown(tsOf(providerMessageId)))?.text ?? null,
    set: (situation) => ({
      address: situation === 'refuses' ? 'C0NOSUCHPLACE' : place,
      deps: depsOf(situation),
    }),
    stop: () => emulator.close(),
  };
  /** A person presses their name on the page of an address. @returns the query that they come back with */
  async function allow(address: string): Promise<URLSearchParams> {
    const { pathname, search } = new URL(address);
    const html = await (await fetch(`${emulator.url}${pathname}${search}`)).text();
    const body = new URLSearchParams();
    for (const [, name = '', value = ''] of html.matchAll(/name="(\w+)" value="([^"]*)"/g))
      if (!body.has(name)) body.append(name, value.replaceAll('&amp;', '&'));
    const options = { method: 'POST', body, redirect: 'manual' } as const;
    const answer = await fetch(`${emulator.url}/oauth/v2/authorize/callback`, options);
    return new URL(answer.headers.get('location') ?? '').searchParams;
  }

  return { harness, depsOf, api, shown, allow, place, private: places.get('desk') ?? '' };
}
