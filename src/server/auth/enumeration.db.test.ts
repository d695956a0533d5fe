import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AuthWorld, authWorld, newEmail, PASSWORD } from './test-support.ts';

// Whether an address is known cannot be told by an answer; that its time does not tell either is in bench/auth.ts.
let world: AuthWorld;
beforeAll(async () => {
  world = await authWorld();
});
afterAll(() => world.close());

const CASES: [string, (email: string) => object][] = [
  ['/recover', (email) => ({ email })],
  ['/otp', (email) => ({ email, create_user: false })],
  ['/resend', (email) => ({ type: 'signup', email })],
  ['/token?grant_type=password', (email) => ({ email, password: 'a wrong one' })],
];

it.each(CASES)('%s answers known and unknown addresses alike', async (path, bodyOf) => {
  const answers = { known: new Set<string>(), unknown: new Set<string>() };
  for (let n = 0; n < 4; n += 1) {
    const known = newEmail();
    await world.post('/signup', { email: known, password: PASSWORD });
    world.later(61_000);
    for (const [who, email] of [
      ['known', known],
      ['unknown', `nobody-${n}@traders.example`],
    ] as const) {
      const answer = await world.post(path, bodyOf(email));
      answers[who].add(
        `${answer.status} ${JSON.stringify([...answer.headers].filter(([name]) => name !== 'date'))} ${await answer.text()}`,
      );
    }
  }
  expect([...answers.known]).toEqual([...answers.unknown]);
  expect(answers.known.size).toBe(1);
});
