import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createCallProvider } from '#src/platform/net/call.ts';
import { type FakeOpenai, openaiError, type ScriptedReply, startFakeOpenai } from '#tests/fakes/openai.ts';
import { type Asking, askModel } from './ask.ts';

const KEY = 'sk-canary-0123456789';
const ANSWER = { ok: true };
let fake: FakeOpenai;
beforeAll(async () => {
  fake = await startFakeOpenai(() => ({ answer: ANSWER }));
});
afterAll(() => fake.stop());
beforeEach(() => fake.script(() => ({ answer: ANSWER })));

const call = createCallProvider({ allowPrivate: true, agent: 'Test', now: () => 0 });
const asking = (change: Partial<Asking> = {}): Asking => ({
  provider: 'compatible',
  address: fake.url,
  model: 'small',
  key: KEY,
  instructions: 'Answer with JSON.',
  prompt: '{}',
  schema: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
  maxOutputTokens: 50,
  ...change,
});
const ask = (change: Partial<Asking> = {}, withinMs = 5_000) =>
  askModel(call, asking(change), AbortSignal.timeout(withinMs));

test('a model answers by the schema that it was sent', async () => {
  fake.script(() => ({ answer: ANSWER, usage: [120, 7] }));
  expect(await ask()).toEqual({
    outcome: 'answered',
    value: ANSWER,
    said: JSON.stringify(ANSWER),
    tokens: { input: 120, output: 7 },
  });
  const { key, body } = fake.asked.at(-1)!;
  expect(key).toBe(KEY);
  expect(body).toMatchObject({
    model: 'small',
    max_tokens: 50,
    response_format: { type: 'json_schema', json_schema: { schema: asking().schema } },
  });
});

test.each([
  ['bad_key', true, openaiError(401, `Incorrect API key provided: ${KEY}.`)],
  ['unknown_model', true, openaiError(404, 'The model `small` does not exist.')],
  ['rate_limited', true, openaiError(429, 'Rate limit reached.')],
  ['provider_error', true, openaiError(500, 'Server error.')],
  ['nonsense', false, { answer: 'The market fell, I think.' }],
  ['nonsense', false, { status: 200, body: '<html>Welcome</html>' }],
  ['nonsense', false, { answer: ANSWER, finish: 'content_filter' }],
  ['cut_off', false, { answer: '{"ok": tr', finish: 'length' }],
  ['cut_off', false, { answer: ANSWER, cutAfterBytes: 40 }],
] as [string, boolean, ScriptedReply][])(
  '%s is told apart, and is free: %s',
  async (outcome, isFree, reply) => {
    fake.script(() => reply);
    const before = fake.asked.length;
    const asked = await ask();
    expect(asked).toMatchObject({ outcome, isFree });
    expect(JSON.stringify(asked)).not.toContain(KEY);
    // One try.
    expect(fake.asked.length - before).toBe(1);
  },
);

test('a model that says nothing is late, and one that isn’t there is unreachable', async () => {
  fake.script(() => ({ silent: true }));
  expect(await ask({}, 150)).toMatchObject({ outcome: 'late', isFree: false });
  const gone = await startFakeOpenai(() => ({ answer: ANSWER }));
  await gone.stop();
  expect(await ask({ address: gone.url })).toMatchObject({ outcome: 'unreachable', isFree: true });
});

test('an address in a private network isn’t called unless the operator allows it', async () => {
  const before = fake.asked.length;
  const strict = createCallProvider({ allowPrivate: false, agent: 'Test', now: () => 0 });
  expect(await askModel(strict, asking(), AbortSignal.timeout(5_000))).toMatchObject({
    outcome: 'unreachable',
  });
  expect(fake.asked.length).toBe(before);
});

/** What each provider answers in its own form, and how it is asked: from their documentation. */
const DIALECTS = [
  {
    provider: 'openai',
    path: '/chat/completions',
    header: ['authorization', `Bearer ${KEY}`],
    answer: {
      id: 'c',
      object: 'chat.completion',
      created: 1,
      model: 'm',
      choices: [{ index: 0, message: { role: 'assistant', content: '{"ok":true}' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 11, completion_tokens: 3, total_tokens: 14 },
    },
  },
  {
    provider: 'anthropic',
    path: '/messages',
    header: ['x-api-key', KEY],
    answer: {
      id: 'm',
      type: 'message',
      role: 'assistant',
      model: 'm',
      content: [{ type: 'text', text: '{"ok":true}' }],
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: 11, output_tokens: 3 },
    },
  },
  {
    provider: 'google',
    path: '/models/claude-sonnet-4-5:generateContent',
    header: ['x-goog-api-key', KEY],
    answer: {
      candidates: [
        { content: { role: 'model', parts: [{ text: '{"ok":true}' }] }, finishReason: 'STOP', index: 0 },
      ],
      usageMetadata: { promptTokenCount: 11, candidatesTokenCount: 3, totalTokenCount: 14 },
    },
  },
] as const;

test.each(DIALECTS)('$provider is asked in its own form, at the address that was given', async (dialect) => {
  const seen: { path: string; key: string | undefined }[] = [];
  const server = createServer((request, response) => {
    seen.push({ path: request.url ?? '', key: String(request.headers[dialect.header[0]]) });
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(dialect.answer));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/base`;
  try {
    expect(await ask({ provider: dialect.provider, address, model: 'claude-sonnet-4-5' })).toMatchObject({
      outcome: 'answered',
      value: ANSWER,
      tokens: { input: 11, output: 3 },
    });
    expect(seen).toEqual([{ path: `/base${dialect.path}`, key: dialect.header[1] }]);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
