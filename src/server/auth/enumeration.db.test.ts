import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHasher } from '#src/accounts/index.ts';
import { type AuthWorld, authWorld, newEmail, PASSWORD } from './test-support.ts';

// Whether an address is known can be told neither by an answer nor by its time.
let world: AuthWorld;
beforeAll(async () => {
  world = await authWorld({ hasher: createHasher({ cost: { memoryCost: 8_192, timeCost: 2 } }) });
});
afterAll(() => world.close());

const ROUNDS = 60;
const WARM_UP = 10;
const CASES: [string, (email: string) => object][] = [
  ['/recover', (email) => ({ email })],
  ['/otp', (email) => ({ email, create_user: false })],
  ['/resend', (email) => ({ type: 'signup', email })],
  ['/token?grant_type=password', (email) => ({ email, password: 'a wrong one' })],
];

it.each(CASES)('%s answers known and unknown addresses alike', async (path, bodyOf) => {
  const people: string[] = [];
  for (let n = 0; n < 6; n += 1) {
    people.push(newEmail());
    await world.post('/signup', { email: people[n], password: PASSWORD });
  }
  world.later(61_000);
  // A busy machine may disturb one measurement; a difference that is real shows in every one.
  let apart = Infinity;
  for (let tries = 0; tries < 6 && apart > 0.05; tries += 1) {
    const { answers, medians } = await measure(path, bodyOf, people);
    expect([...answers.known]).toEqual([...answers.unknown]);
    expect(answers.known.size).toBe(1);
    // Three tenths of a millisecond are what a shared machine's own unrest comes to.
    const ms = Math.max(0, Math.abs(medians.known - medians.unknown) - 0.3);
    apart = Math.min(apart, ms / medians.known);
  }
  expect(apart).toBeLessThan(0.05);
});

async function measure(path: string, bodyOf: (email: string) => object, people: string[]) {
  const times = { known: [] as number[], unknown: [] as number[] };
  const answers = { known: new Set<string>(), unknown: new Set<string>() };
  for (let n = 0; n < ROUNDS + WARM_UP; n += 1) {
    // Each address once a minute; alternating, so that what disturbs one disturbs the other.
    if (n % people.length === 0) world.later(3_600_000);
    const each = {
      known: people[n % people.length]!,
      unknown: `nobody-${n % people.length}@traders.example`,
    };
    const order = n % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
    for (const who of order) {
      const began = performance.now();
      const answer = await world.post(path, bodyOf(each[who]));
      const text = await answer.text();
      if (n >= WARM_UP) times[who].push(performance.now() - began);
      answers[who].add(`${answer.status} ${text}`);
    }
  }
  return { answers, medians: { known: median(times.known), unknown: median(times.unknown) } };
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
