import Parser from 'rss-parser';
import { expect, it } from 'vitest';
import type { Post, Publication } from '#src/publishing/publishing.ts';
import { pagePostSchema } from '#src/shared/content/page-post.ts';
import { lookOf } from '#src/subscribers/look.ts';
import { createBrandPages } from '../subscribers/brand-page.ts';
import { jsonFeedOf, rssOf } from './feeds.ts';
import { listingPage, postPage } from './pages.ts';

const ORIGIN = 'https://site.example';
/** Ends of every context it is written in, and what XML has no way to write. */
const CONTROLS = '\u0000\u0008\u001b';
const HOSTILE = `</title></h1>"'><script>alert(1)</script>]]>&amp;<!-- ${CONTROLS}\ud800 🔔 עברית`;

const look = lookOf(
  {
    name: `Harbor ${HOSTILE}`,
    color: '#0f4c5c',
    logoHash: null,
    logoWidth: null,
    logoHeight: null,
    logoDarkHash: null,
    logoDarkWidth: null,
    logoDarkHeight: null,
    font: 'newswire',
    shape: 'soft',
    website: null,
    socials: {},
  },
  { whiteLabel: true },
);
const hash = 'a'.repeat(64);
const at = new Date('2026-11-23T10:00:00Z');
const words = {
  at,
  text: HOSTILE,
  media: [{ name: 'card.png', type: 'image/png', hash, alt: HOSTILE }],
  post: pagePostSchema.parse({
    headline: HOSTILE,
    language: 'en',
    direction: 'down',
    parts: [
      ...(['dateline', 'notice', 'paragraph', 'figure', 'disclaimer'] as const).map((kind) => ({
        kind,
        text: HOSTILE,
      })),
      { kind: 'alert', headline: HOSTILE, text: HOSTILE },
      { kind: 'figures', rows: [{ label: HOSTILE, value: HOSTILE }] },
    ],
    link: { label: HOSTILE, url: 'https://x.example/?a="><script>' },
    chart: hash,
    card: hash,
  }),
};
const post: Post = {
  id: '01900000-0000-7000-8000-000000000001',
  brandId: '01900000-0000-7000-8000-000000000002',
  publishedAt: at,
  words,
  correctedAt: at,
  before: words,
  updates: [words],
  changedAt: at,
};
const found: Publication = {
  slug: 'harbor',
  look,
  workspaceId: '00000000-0000-7000-8000-000000000001',
  brandId: '00000000-0000-7000-8000-000000000002',
  origin: 'https://site.example',
  times: { timeZone: 'America/New_York', formats: {} },
  posts: [post],
  next: { at, id: post.id },
  sizes: new Map([[hash, 1234]]),
};

it('escapes what was written, on the list and on the page of an alert', async () => {
  const pages = createBrandPages([]);
  for (const page of [listingPage(found, ORIGIN, true), postPage(found, post, ORIGIN)]) {
    const answer = pages(look, page);
    const html = await answer.text();
    expect(html).not.toMatch(/<script|<!--/);
    expect(html.match(/<h1>/g)).toHaveLength(1);
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    // No attribute ends early.
    expect(html).not.toMatch(/="[^"<>]*"'>/);
    expect(answer.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; font-src 'self'; img-src 'self' data:;/,
    );
    expect(answer.headers.get('x-robots-tag')).toBeNull();
  }
});

it('is well-formed RSS that says what was written', async () => {
  const xml = rssOf(found, ORIGIN);
  const feed = await new Parser().parseString(xml);
  // Control characters and half a character are no text in XML.
  const read = HOSTILE.replace(CONTROLS, '').toWellFormed();
  expect(feed.items).toMatchObject([
    {
      title: read,
      isoDate: at.toISOString(),
      content: expect.stringContaining('&lt;script&gt;'),
      enclosure: { url: `${ORIGIN}/p/harbor/${post.id}/${hash}.png`, length: '1234', type: 'image/png' },
    },
  ]);
  expect(feed.items[0]?.content).not.toContain('<script');
  expect(feed.items[0]?.content).toContain(`src="${ORIGIN}/p/harbor/`);
  expect(xml).toContain(
    `<atom:link rel="self" type="application/rss+xml" href="${ORIGIN}/p/harbor/feed.xml"/>`,
  );
});

it('has no markup of others in the HTML of the JSON feed', () => {
  const feed = JSON.parse(JSON.stringify(jsonFeedOf(found, ORIGIN))) as {
    items: { content_html: string; content_text: string; title: string }[];
  };
  expect(feed.items).toHaveLength(1);
  expect(feed.items[0]?.content_html).not.toMatch(/<script|<!--/);
  expect(feed.items[0]?.content_html).toContain('Corrected');
  expect(feed.items[0]?.content_text).toContain('<script>');
});
