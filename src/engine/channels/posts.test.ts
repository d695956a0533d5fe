import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeExample } from '#src/engine/content/templates/examples.ts';
import { formOf, laidOut } from '#src/engine/content/templates/lay-out.ts';
import { standardLayout } from '#src/engine/content/templates/standard.ts';
import type { Language } from '#src/shared/content/answer.ts';
import { type AlertDocument, textsOf } from '#src/shared/content/document.ts';
import { preflight } from '#src/shared/content/preflight.ts';
import { wholeText } from '#src/shared/content/prepared.ts';
import { plain } from '#src/shared/content/text.ts';
import { EXAMPLES } from '#src/shared/templates.ts';
import { practiceHarness } from './practice-harness.fixture.ts';
import { channels } from './registry.ts';

/*
 * What networks show of every kind of alert, in languages that write figures differently, against its document: the figures of a post are the
 * document's, and headline and disclaimers are there whole.
 */
const LANGUAGES: readonly Language[] = ['en', 'de', 'fr', 'ja'];
const STYLES = ['brief', 'standard', 'rich'] as const;
const figuresIn = (text: string): string[] => text.match(/\p{N}(?:[\p{N}.,’\u00a0\u202f]*\p{N})?/gu) ?? [];
/** Invisible characters that keep a name from becoming a link are no change of it. */
const read = (text: string): string => text.replaceAll('\u2060', '').replaceAll(/\s+/g, ' ').trim();

const brand = { name: 'Harbor & Vale', color: '#0f4c5c' };

const written = await Promise.all(
  EXAMPLES.flatMap((example) =>
    LANGUAGES.map(async (language) => ({
      name: `${example} ${language}`,
      ...(await writeExample(example, brand, language)),
    })),
  ),
);
const documents: { name: string; document: AlertDocument }[] = written.flatMap(({ name, document, ground }) =>
  STYLES.map((style) => ({
    name: `${name} ${style}`,
    document: { ...document, layout: standardLayout(style, ground.kind) },
  })),
);

const networks = channels().filter(({ planClass, practice }) => planClass === 'social' && practice);

test('there are networks to look at', () => expect(networks.length).toBeGreaterThan(0));

describe.each(networks)('$title', (channel) => {
  let harness: Awaited<ReturnType<typeof practiceHarness>>;
  beforeAll(async () => {
    harness = await practiceHarness(channel, { waitMs: null });
  });
  afterAll(() => harness.stop());

  test.each(documents)('$name', async ({ document }) => {
    const prepared = await channel.render(laidOut(document, formOf(channel.limits)));
    expect(preflight(prepared, channel.limits).fits).toBe(true);
    const { address, deps } = harness.set('takes');
    const to = { deliveryId: 'd', attempt: 1, target: 'destination' as const, address };
    const before = (await harness.room.messages(channel.kind)).length;
    expect((await channel.send(prepared, to, deps)).outcome).toBe('sent');
    const shown = (await harness.room.messages(channel.kind)).slice(before).map(({ text }) => text);
    expect(shown.join('\n\n')).toBe(wholeText(prepared));
    const text = read(shown.join(' '));
    for (const part of [document.headline, ...document.disclaimers])
      expect(text).toContain(read(plain(part)));
    const known = new Set(textsOf(document).flatMap(({ text: each }) => figuresIn(read(plain(each)))));
    expect(figuresIn(text).filter((figure) => !known.has(figure))).toEqual([]);
  });
});
