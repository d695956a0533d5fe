import { plainWords } from '#src/engine/content/plain-words.ts';
import type { Answer } from '#src/platform/net/call.ts';
import type { Prepared } from '#src/shared/content/prepared.ts';
import type {
  Channel,
  CheckResult,
  ChannelDeps,
  OpenConnection,
  SendDeps,
  SendOutcome,
  SendTo,
} from '../channel.ts';
import { outcomeOfAnswer, readAnswer, type ReadAnswer, type Verdict } from '../http-outcome.ts';
import { factsIn, factsOf } from './facts.ts';
import { formatOf, missingField, WEBHOOK_FIELDS } from './fields.ts';
import { passesFilter, readFilter } from './filter.ts';
import { bodyFor, PAYLOAD_VERSION } from './formats.ts';
import { MARK } from './mark.ts';
import { redacting, withoutSecrets } from './redact.ts';
import { signedHeaders } from './sign.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Between attempts, in ms: as the specification's own schedule begins. */
const DELAYS = [5_000, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR] as const;
const ENDPOINT = 'endpoint';
const SAYS_MAX = 150;

type Request = { id: string; type: string; text: string; replay?: string | undefined };

/** Posts a body, signed. Nothing in the headers names this program: a brand may be white-labeled. */
async function post(
  connection: OpenConnection,
  { id, type, text, replay }: Request,
  deps: Pick<ChannelDeps, 'call' | 'now'>,
): Promise<Answer> {
  const { url = '', secret, secretBefore } = connection.secrets;
  const secrets = [secret, secretBefore].filter((each) => each !== undefined);
  const answer = await deps.call({
    method: 'POST',
    url,
    headers: {
      'content-type': type,
      'user-agent': 'Alert-Webhook/1',
      ...signedHeaders({ id, atMs: deps.now(), body: text }, secrets),
      ...(replay !== undefined && { 'webhook-replay': replay }),
    },
    body: text,
  });
  return withoutSecrets(answer, redacting(connection));
}

const saysOf = ({ status, text }: ReadAnswer): string => `${status} ${text.slice(0, SAYS_MAX)}`.trim();

/** 2xx is success, whatever the body. Everything else is a failure, and the specification has a few for good. */
function verdictOf(read: ReadAnswer, id: string): Verdict | null {
  const { status } = read;
  const says = saysOf(read);
  if (status >= 200 && status < 300) return { verdict: 'sent', id };
  if (status >= 300 && status < 400)
    return { verdict: 'refused', says: `${status}. It redirects; enter the address that it leads to.` };
  if (status === 410) return { verdict: 'refused', says, closes: true };
  if (status === 404) return { verdict: 'broken', says };
  // 401, 403 and 429 are read as for every channel.
  return status < 500 && ![401, 403, 429].includes(status) ? { verdict: 'later', says } : null;
}

function connectionOf({ connection }: SendDeps): OpenConnection {
  if (!connection) throw new Error('A webhook needs an endpoint.');
  return connection;
}

async function send(prepared: Prepared, to: SendTo, deps: SendDeps): Promise<SendOutcome> {
  const connection = connectionOf(deps);
  const built = bodyFor({ facts: factsIn(prepared), to, connection });
  if ('refused' in built) return { outcome: 'rejected', reason: `Not sent. ${built.refused}` };
  const answer = await post(connection, { id: to.deliveryId, replay: to.replay?.id, ...built.body }, deps);
  return outcomeOfAnswer(answer, to, deps, {
    provider: 'the endpoint',
    // It's known again by its id.
    idempotent: true,
    delays: DELAYS,
    verdictOf: (read) => verdictOf(read, to.deliveryId),
  });
}

/** What became of alerts and messages, in one signed request. */
const postEvents: Channel['postEvents'] = async ({ id, attempt, events }, connection, deps) => {
  // It was another one when it subscribed: a platform that takes signals must get nothing else.
  if (formatOf(connection) !== 'standard') return { outcome: 'sent', providerMessageId: id };
  const time = new Date(deps.now()).toISOString();
  const text = JSON.stringify({
    type: 'events',
    version: PAYLOAD_VERSION,
    id,
    time: events[0]?.at ?? time,
    events,
  });
  const answer = await post(connection, { id, type: 'application/json', text }, deps);
  // Its last pause is as long as the others that follow: it isn't given up on while the endpoint is there.
  const to = {
    deliveryId: id,
    attempt: Math.min(attempt, DELAYS.length),
    target: 'destination',
    address: ENDPOINT,
  } as const;
  return outcomeOfAnswer(answer, to, deps, {
    provider: 'the endpoint',
    idempotent: true,
    delays: DELAYS,
    verdictOf: (read) => verdictOf(read, id),
  });
};

/** What an answer to a ping means; `text` is said as it came. */
const PROBLEMS: readonly (readonly [is: (status: number) => boolean, problem: string])[] = [
  [(status) => status >= 300 && status < 400, 'It redirects. Enter the address that it leads to.'],
  [(status) => status === 401 || status === 403, 'It doesn’t let us in. Check the URL and the secrets.'],
  [(status) => status === 404, 'There is nothing at that address. Check the URL.'],
  [(status) => status === 410, 'It says that it wants nothing more.'],
  [(status) => status === 429, 'It got too many requests. Try again in a minute.'],
  [(status) => status >= 500, 'Its server failed. Look at its log.'],
];
/** A platform refuses what is no signal, which shows that it's there. */
const NO_SIGNAL = new Set([400, 405, 406, 415, 422]);

/** Sends a ping, which no platform can read as an order. */
async function check(connection: OpenConnection, deps: ChannelDeps): Promise<CheckResult> {
  const missing = missingField(connection);
  if (missing) return { ok: false, ...missing };
  const time = new Date(deps.now()).toISOString();
  const id = `ping_${deps.now()}`;
  const text = JSON.stringify({ type: 'ping', version: PAYLOAD_VERSION, id, time });
  const answer = await post(connection, { id, type: 'application/json', text }, deps);
  const refused = (problem: string): CheckResult => ({ ok: false, problem, field: 'url' });
  if (answer.kind === 'not_sent') return refused(answer.reason);
  if (answer.kind === 'unknown') return refused(`The ping went out. ${answer.reason}`);
  const read = readAnswer(answer);
  const { status } = read;
  const isThere = formatOf(connection) !== 'standard' && NO_SIGNAL.has(status);
  if ((status >= 200 && status < 300) || isThere) return { ok: true };
  const problem =
    PROBLEMS.find(([is]) => is(status))?.[1] ?? 'It has to answer the ping with 200 to 299, such as 204.';
  return refused(`The endpoint answered ${saysOf(read)}. ${problem}`);
}

export const webhookChannel: Channel = {
  kind: 'webhook',
  title: 'Trading platforms and webhooks',
  summary:
    'Each alert as a signed request: JSON for your own programs, signals for trading platforms, or a body of your own.',
  mark: MARK,
  planClass: 'trading',
  noTests: 'A test alert could place an order there. Check the connection instead: that sends a signed ping.',
  address: null,
  destination: {
    label: 'Endpoint',
    placeholder: ENDPOINT,
    only: ENDPOINT,
    normalize: (typed) => (typed.trim().toLowerCase() === ENDPOINT ? ENDPOINT : null),
  },
  hasOwnAccount: false,
  fields: WEBHOOK_FIELDS,
  steps: [
    'For a program of your own: have it answer a POST with 204. The documentation shows how it verifies the signature.',
    'For a trading platform: create a webhook there, and copy its URL and the IDs that it shows with it.',
    'Choose the payload below. For signals, choose what an alert that goes up or down means to you.',
    'Set on each route to it after how many minutes an alert is no longer news, so that no signal comes late.',
  ],
  senderFields: [],
  senderDomain: () => null,
  limits: {
    title: null,
    text: null,
    textWithPicture: null,
    html: false,
    pictures: 0,
    buttons: 0,
    links: null,
    rates: [],
    attempts: DELAYS.length + 1,
  },
  picture: null,
  capabilities: { threads: false, pictures: false, silent: false, idempotent: true },
  cost: null,
  plainLinks: true,
  givesUpAfterDays: 5,
  window: 16,
  lanes: 4,
  check,
  render: async (document) => ({
    title: null,
    text: plainWords(document).text.trim(),
    html: null,
    media: [],
    own: factsOf(document),
  }),
  send,
  passes: (prepared, { filter }) => !filter || passesFilter(readFilter(filter), factsIn(prepared)),
  keepsOrder: ({ order }) => order === 'symbol',
  replays: (settings) =>
    formatOf({ settings }) === 'standard'
      ? null
      : 'Signals aren’t replayed: each would be an order again. Choose the standard payload for a program of your own.',
  postEvents,
  practice: async () => (await import('./practice.ts')).webhookPractice,
};
