import type { Answer as Reached, Call, CallProvider } from '#src/platform/net/call.ts';
import type { ProviderId, WriterOutcome } from '#src/shared/content/ai-writer.ts';
import { OPENERS } from './providers.ts';

export type Asking = {
  provider: ProviderId;
  address: string;
  model: string;
  key: string | null;
  instructions: string;
  prompt: string;
  /** JSON Schema of the answer. */
  schema: Record<string, unknown>;
  maxOutputTokens: number;
};

export type Tokens = { input: number; output: number };

/**
 * What came of asking. `tokens`: as the provider counted them; null where it didn't say. `isFree`: the provider did no
 * work, so it costs nothing. `said`: the model's answer, word for word, as far as there is one.
 */
export type Asked =
  | { outcome: 'answered'; value: unknown; said: string; tokens: Tokens | null }
  | {
      outcome: Exclude<WriterOutcome, 'written' | 'refused'>;
      said: string | null;
      tokens: Tokens | null;
      isFree: boolean;
    };

const BY_STATUS: Readonly<Record<number, WriterOutcome>> = {
  401: 'bad_key',
  403: 'bad_key',
  404: 'unknown_model',
  429: 'rate_limited',
};
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);
/** They are about the connection, or about bytes that were decoded. */
const OF_TRANSPORT: ReadonlySet<string> = new Set([
  'content-encoding',
  'content-length',
  'transfer-encoding',
  'connection',
]);

/**
 * Asks a model once. Never throws, and ends when the signal does. Nothing that a provider says about an error is passed
 * on: some repeat the key in it.
 */
export async function askModel(call: CallProvider, asking: Asking, signal: AbortSignal): Promise<Asked> {
  let reached: Reached | null = null;
  const fetch = fetchOver(call, signal, (answer) => (reached = answer));
  const ended = (said: string | null = null, tokens: Tokens | null = null): Asked =>
    failed(reached, signal, { said, tokens });
  try {
    const asked = generate(asking, fetch, signal);
    return await Promise.race([asked, aborted(signal)]);
  } catch (error) {
    const { text, usage, finishReason } = error as {
      text?: string;
      usage?: Usage;
      finishReason?: string;
    };
    const said = typeof text === 'string' ? text : null;
    const tokens = tokensOf(usage);
    if (finishReason === 'length') return { outcome: 'cut_off', said, tokens, isFree: false };
    return ended(said, tokens);
  }
}

type Usage = { inputTokens?: number | undefined; outputTokens?: number | undefined };

function tokensOf(usage: Usage | undefined): Tokens | null {
  const { inputTokens: input, outputTokens: output } = usage ?? {};
  return isCount(input) && isCount(output) ? { input, output } : null;
}
const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

async function generate(asking: Asking, fetch: typeof globalThis.fetch, signal: AbortSignal): Promise<Asked> {
  // Its warnings would go to the console, past the log.
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
  const { generateText, jsonSchema, Output } = await import('ai');
  const { provider, address, model, key, instructions, prompt, schema, maxOutputTokens } = asking;
  const result = await generateText({
    model: await OPENERS[provider]({ address, key, fetch }, model),
    instructions,
    prompt,
    maxOutputTokens,
    maxRetries: 0,
    abortSignal: signal,
    output: Output.object({ name: 'alert', schema: jsonSchema(schema) }),
  });
  const { text: said, finishReason } = result;
  const tokens = tokensOf(result.usage);
  if (finishReason === 'length') return { outcome: 'cut_off', said, tokens, isFree: false };
  if (finishReason !== 'stop') return { outcome: 'nonsense', said, tokens, isFree: false };
  return { outcome: 'answered', value: result.output, said, tokens };
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_done, fail) => {
    if (signal.aborted) fail(signal.reason);
    signal.addEventListener('abort', () => fail(signal.reason), { once: true });
  });

function failed(
  reached: Reached | null,
  signal: AbortSignal,
  with_: { said: string | null; tokens: Tokens | null },
): Asked {
  const of = (outcome: Exclude<WriterOutcome, 'written' | 'refused'>, isFree: boolean): Asked => ({
    ...with_,
    outcome,
    isFree,
  });
  // A provider that was reached may have worked, whether we waited for it or not.
  if (signal.aborted) return of('late', reached?.kind === 'not_sent');
  if (reached === null || reached.kind === 'not_sent') return of('unreachable', true);
  if (reached.kind === 'unknown') return of('cut_off', false);
  if (reached.status < 400) return of('nonsense', false);
  return of((BY_STATUS[reached.status] as 'bad_key' | undefined) ?? 'provider_error', true);
}

/** `fetch` as the providers' packages use it, over our own calls: checked addresses, no redirects. */
const fetchOver =
  (call: CallProvider, signal: AbortSignal, reached: (answer: Reached) => void): typeof globalThis.fetch =>
  async (input, init) => {
    const headers: Record<string, string> = {};
    new Headers(init?.headers).forEach((value, name) => {
      if (name !== 'user-agent') headers[name] = value;
    });
    const url = input instanceof Request ? input.url : String(input);
    const body = init?.body;
    const answer = await call({
      method: (init?.method ?? 'GET') as Call['method'],
      url,
      headers,
      signal,
      ...(typeof body === 'string' || body instanceof Uint8Array ? { body } : {}),
    });
    reached(answer);
    if (answer.kind !== 'answered') throw new Error('The model’s server gave no whole answer.');
    const told = Object.entries(answer.headers).filter(([name]) => !OF_TRANSPORT.has(name));
    const content = WITHOUT_BODY.has(answer.status) ? null : new Uint8Array(answer.body);
    return new Response(content, { status: answer.status, headers: told });
  };
