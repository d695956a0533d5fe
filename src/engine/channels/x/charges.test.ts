import { afterAll, beforeAll, expect, it } from 'vitest';
import { fallDocument } from '#src/engine/content/document.fixture.ts';
import { laidOut } from '#src/engine/content/templates/lay-out.ts';
import { standardLayout } from '#src/engine/content/templates/standard.ts';
import { practiceHarness } from '../practice-harness.fixture.ts';
import { xChannel } from './x.ts';

const ACCOUNT = '@practice_desk';
/** X’s bill, in thousandths of a dollar, from its own page of prices and from what it has: a link is all that it would link. */
const LINK = /https?:\/\/|(?<![@\w])(?:[a-z0-9-]+\.)+[a-z]{2,}\b/i;
const billed = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + (LINK.test(text) ? 200 : 15), 0);

let harness: Awaited<ReturnType<typeof practiceHarness>>;
beforeAll(async () => {
  harness = await practiceHarness(xChannel, { waitMs: 90_000 });
});
afterAll(() => harness.stop());

/** Alerts that differ in what X looks at: names that look like domains, mentions, links of one's own, and length. */
const WORDS = [
  'SAP.DE',
  'Amazon.com',
  '@desk',
  'https://bank.example/terms',
  'down 3.5%',
  'BRK.B',
  'a long word',
];
const alert = (n: number) => {
  const words = Array.from(
    { length: 1 + (n % 23) },
    (_, at) => WORDS[(n * 7 + at * (1 + (n % 3))) % WORDS.length],
  );
  const document = { ...fallDocument(), disclaimers: [[words.join(' ')]] };
  return laidOut(
    { ...document, layout: standardLayout((['brief', 'standard', 'rich'] as const)[n % 3]!, 'market') },
    'post',
  );
};

it.each(['none', 'reply'])(
  'says to the cent what X charges for each of 500 alerts, with links: %s',
  async (links) => {
    const deps = harness.depsOf({ settings: { handle: ACCOUNT, links } });
    const said = new Set<string>();
    for (let n = 0; n < 500; n += 1) {
      const prepared = await xChannel.render(alert(n));
      const charge = xChannel.charges!(prepared, { handle: ACCOUNT, links });
      expect(charge.currency).toBe('USD');
      const to = { deliveryId: `d${n}`, target: 'destination', address: ACCOUNT, attempt: 1 } as const;
      expect(await xChannel.send(prepared, to, deps)).toMatchObject({ outcome: 'sent' });
      const posts = await harness.room.messages('x');
      expect(Math.round(Number(charge.amount) * 1_000)).toBe(billed(posts.map(({ text }) => text)));
      for (const post of posts) await harness.room.forget(post);
      said.add(charge.amount);
    }
    // Some with links and some without, as one post and as threads.
    expect([...said].filter((amount) => Number(amount) >= 0.2).length).toBeGreaterThan(0);
    expect(said.size).toBeGreaterThan(2);
  },
);
