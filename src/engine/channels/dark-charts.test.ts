import { expect, test } from 'vitest';
import type { Post } from '#src/publishing/publishing.ts';
import { postHtml } from '#src/server/publishing/post-html.ts';
import type { DarkPictures } from '#src/shared/brand-kit.ts';
import { pagePostSchema } from '#src/shared/content/page-post.ts';
import { exampleAlert } from '../content/preview.ts';
import { formOf, laidOut } from '../content/templates/lay-out.ts';
import { channels } from './registry.ts';

const example = (darkPictures?: DarkPictures) =>
  exampleAlert({ name: 'Harbor', color: '#0f4c5c', ...(darkPictures && { darkPictures }) });
type Example = Awaited<ReturnType<typeof example>>;

async function sent(kind: string, { document }: Example) {
  const channel = channels().find((each) => each.kind === kind);
  if (!channel) throw new Error(`There is no channel ${kind}.`);
  const prepared = await channel.render(laidOut(document, formOf(channel.limits)));
  return { ...prepared, hashes: prepared.media.map(({ hash }) => hash) };
}
const CHATS = ['discord', 'slack', 'telegram', 'whatsapp'];
const hashOf = ({ picture }: Example) => picture?.hash ?? '';
const darkOf = ({ dark }: Example) => dark?.hash ?? '';

test('by default every chart is light', async () => {
  for (const light of [await example(), await example('off')]) {
    expect(light.dark).toBeNull();
    expect(light.document.chart).not.toHaveProperty('dark');
    for (const kind of ['email', 'hosted-page', ...CHATS])
      expect((await sent(kind, light)).hashes).toEqual([hashOf(light)]);
    expect((await sent('email', light)).html).not.toContain('pic-night');
  }
});

test('an email shows the dark chart where its program knows dark mode, and the light one elsewhere', async () => {
  const both = await example('readers');
  const { html, hashes } = await sent('email', both);
  expect(hashOf(both)).not.toBe(darkOf(both));
  expect(hashes).toEqual([hashOf(both), darkOf(both)]);
  // Without the query, what stands inline holds.
  expect(html).toMatch(new RegExp(`class="pic-day" style="display:block;"><img src="cid:${hashOf(both)}"`));
  expect(html).toMatch(
    new RegExp(`class="pic-night" style="display:none;[^"]*mso-hide:all;"><img src="cid:${darkOf(both)}"`),
  );
  const query = html?.slice(html.indexOf('@media (prefers-color-scheme: dark)')) ?? '';
  expect(query).toMatch(
    /\.pic-day \{ display: ?none !important; \}\s*\.pic-night \{ display: ?block !important;/,
  );
  for (const kind of CHATS) expect((await sent(kind, both)).hashes).toEqual([hashOf(both)]);
});

test('a hosted page has both, and its feed the light one', async () => {
  const both = await example('readers');
  const prepared = await sent('hosted-page', both);
  const post = pagePostSchema.parse(prepared.own);
  expect(post).toMatchObject({ chart: hashOf(both), chartDark: darkOf(both) });
  const at = new Date('2026-11-20T12:00:00Z');
  const words = { at, post, text: prepared.text, media: prepared.media };
  const shown: Post = {
    id: '01900000-0000-7000-8000-000000000001',
    brandId: '01900000-0000-7000-8000-000000000002',
    publishedAt: at,
    words,
    correctedAt: null,
    before: null,
    updates: [],
    changedAt: at,
  };
  const about = { slug: 'harbor', times: { timeZone: 'UTC', formats: {} } as never };
  const page = postHtml(shown, { ...about, origin: '' });
  expect(page).toMatch(
    new RegExp(
      `<picture><source media="\\(prefers-color-scheme: dark\\)" srcset="[^"]*${darkOf(both)}.png"><img src="[^"]*${hashOf(both)}.png"`,
    ),
  );
  expect(postHtml(shown, { ...about, origin: 'https://x.example' })).not.toContain(darkOf(both));
});

test.each(['chats', 'posts'] as const)('chats are dark where the brand wants them so: %s', async (chosen) => {
  const both = await example(chosen);
  for (const kind of CHATS) expect((await sent(kind, both)).hashes).toEqual([darkOf(both)]);
  expect((await sent('email', both)).hashes).toEqual([hashOf(both), darkOf(both)]);
});
