import { expect, it } from 'vitest';
import { sendMessage, SHOWN_MS } from './send-message.ts';

const form = { name: 'Ada', email: 'ada@desk.example', subject: 'Hello', message: 'One line.' };

function world(answer: () => Promise<Response>, token: string | null = null) {
  const requests: { url: string; init: RequestInit }[] = [];
  const slept: number[] = [];
  let wake: () => void = () => undefined;
  return {
    requests,
    slept,
    wake: () => wake(),
    with_: {
      fetch: (async (url: string, init: RequestInit) => {
        requests.push({ url, init });
        return answer();
      }) as unknown as typeof fetch,
      sleep: (ms: number) => {
        slept.push(ms);
        return new Promise<void>((resolve) => {
          wake = resolve;
        });
      },
      bearer: async () => token,
    },
  };
}

it('sends the form as JSON, under its name, with the signed-in person’s token', async () => {
  const { requests, wake, with_ } = world(async () => new Response('{}', { status: 201 }), 'x.y.z');
  const sent = sendMessage(form, 'one-message', with_);
  wake();
  expect(await sent).toEqual({ isSignedIn: true });
  expect(requests[0]?.url).toBe('/api/v1/contact');
  expect(JSON.parse(String(requests[0]?.init.body))).toEqual(form);
  expect(requests[0]?.init.headers).toEqual({
    'content-type': 'application/json',
    'Idempotency-Key': 'one-message',
    authorization: 'Bearer x.y.z',
  });
});

it.each([
  ['an answer', async () => new Response('{}', { status: 201 }), 'taken'],
  ['a refusal', async () => new Response('{}', { status: 500 }), 'refused'],
  ['no network', () => Promise.reject(new TypeError('Failed to fetch')), 'refused'],
])('takes its second with %s', async (_what, answer, expected) => {
  const { slept, wake, with_ } = world(answer);
  let ended = '';
  const sent = sendMessage(form, 'one-message', with_).then(
    () => (ended = 'taken'),
    () => (ended = 'refused'),
  );
  await new Promise((resolve) => setImmediate(resolve));
  expect([slept, ended]).toEqual([[SHOWN_MS], '']);
  wake();
  await sent;
  expect(ended).toBe(expected);
});
