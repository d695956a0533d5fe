import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/** A request as it came in: `body` is the parsed JSON. */
export type AskedModel = {
  path: string;
  /** Of the Authorization header, without "Bearer ". */
  key: string | null;
  body: { model?: string; messages?: { role: string; content: unknown }[]; [more: string]: unknown };
};

/** What the server does with one request. Every way may wait `delayMs` first. */
export type ScriptedReply = { delayMs?: number } & (
  | {
      /** The message of the model: a text as it is, anything else as JSON. */
      answer: unknown;
      /** Tokens of the prompt and of the answer. Counted by characters if missing. */
      usage?: readonly [prompt: number, completion: number];
      finish?: 'stop' | 'length' | 'content_filter';
    }
  /** An answer of HTTP that is no completion. */
  | { status: number; body: unknown; headers?: Readonly<Record<string, string>> }
  /** The connection breaks after so many bytes of the answer's body. */
  | { answer: unknown; cutAfterBytes: number }
  /** Nothing comes, until the client hangs up. */
  | { silent: true }
);

export type Script = (asked: AskedModel) => ScriptedReply | Promise<ScriptedReply>;

/** An error as OpenAI words it. */
export const openaiError = (status: number, message: string, code: string | null = null): ScriptedReply => ({
  status,
  body: { error: { message, type: status === 429 ? 'rate_limit_error' : 'invalid_request_error', code } },
});

/** A provider with OpenAI's chat completions on loopback, written from their documentation. Doesn't stream. */
export async function startFakeOpenai(script: Script) {
  const asked: AskedModel[] = [];
  const problems: unknown[] = [];
  let current = script;
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      problems.push(error);
      response.destroy();
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = request.url ?? '';
    if (request.method !== 'POST' || path !== '/v1/chat/completions')
      return send(response, 404, { error: { message: `Unknown address ${path}.`, type: 'not_found' } });
    const call: AskedModel = {
      path,
      key: request.headers.authorization?.replace(/^Bearer /, '') ?? null,
      body: JSON.parse(Buffer.concat(chunks).toString('utf8')) as AskedModel['body'],
    };
    asked.push(call);
    const reply = await current(call);
    if (reply.delayMs !== undefined) await setTimeout(reply.delayMs);
    if ('silent' in reply) return;
    if ('status' in reply) return send(response, reply.status, reply.body, reply.headers);
    const body = completion(call, reply, asked.length);
    if (!('cutAfterBytes' in reply)) return send(response, 200, body);
    const bytes = Buffer.from(JSON.stringify(body));
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': bytes.length });
    response.write(bytes.subarray(0, reply.cutAfterBytes), () => response.destroy());
  }

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    /** With /v1, as clients want it. */
    url: `http://127.0.0.1:${port}/v1`,
    /** Every completion that was asked for, oldest first. */
    asked,
    /** Errors of scripts: empty unless a test is wrong. */
    problems,
    /** Replaces the script. */
    script: (next: Script) => void (current = next),
    stop: () =>
      new Promise<void>((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
export type FakeOpenai = Awaited<ReturnType<typeof startFakeOpenai>>;

function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response
    .writeHead(status, { 'Content-Type': 'application/json', ...headers })
    .end(typeof body === 'string' ? body : JSON.stringify(body));
}

const CHARACTERS_PER_TOKEN = 4;

function completion(
  { body }: AskedModel,
  { answer, usage, finish = 'stop' }: { answer: unknown; usage?: readonly [number, number]; finish?: string },
  count: number,
) {
  const content = typeof answer === 'string' ? answer : JSON.stringify(answer);
  const tokens = (text: string): number => Math.ceil(text.length / CHARACTERS_PER_TOKEN);
  const [prompt, said] = usage ?? [tokens(JSON.stringify(body.messages ?? [])), tokens(content)];
  return {
    id: `chatcmpl-${count}`,
    object: 'chat.completion',
    created: 1_700_000_000,
    model: body.model ?? 'unnamed',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content, refusal: null },
        logprobs: null,
        finish_reason: finish,
      },
    ],
    usage: { prompt_tokens: prompt, completion_tokens: said, total_tokens: prompt + said },
  };
}
