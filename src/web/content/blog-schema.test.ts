import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fillFacts } from '#src/web/site/blog/facts.ts';
import { CHARTS } from '#src/web/site/blog/charts/registry.ts';
import { countWords } from '#src/web/site/blog/read-time.ts';
import { postSchema } from './blog-schema.ts';
import { fillSite } from './site-values.ts';

/** What stands above a text: one flat line for each field. */
function readPost(file: string) {
  const [, matter = '', body = ''] =
    /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(readFileSync(`src/web/content/blog/${file}`, 'utf8')) ?? [];
  const fields = matter.split('\n').map((line) => {
    const at = line.indexOf(': ');
    const value = line.slice(at + 2);
    return [line.slice(0, at), value === 'null' ? null : /^\d+$/.test(value) ? Number(value) : value];
  });
  return { file, data: postSchema.parse(Object.fromEntries(fields)), body };
}

const posts = readdirSync('src/web/content/blog').map(readPost);

it('has four posts with the ids 1 to 4 and slugs of their own', () => {
  expect(posts.map(({ data }) => data.id).sort()).toEqual([1, 2, 3, 4]);
  expect(new Set(posts.map(({ data }) => data.slug)).size).toBe(4);
  expect(new Set(posts.map(({ data }) => data.image)).size).toBe(4);
});

describe.each(posts)('$file', ({ data, body }) => {
  it('has 800 to 1,500 words', () => {
    const words = countWords(fillFacts(fillSite(body, 'html')));
    expect(words).toBeGreaterThanOrEqual(800);
    expect(words).toBeLessThanOrEqual(1500);
  });

  it('names charts that exist, at least one', () => {
    const named = [...body.matchAll(/data-figure="([^"]*)"/g)].map(([, name]) => name);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !Object.hasOwn(CHARTS, name ?? ''))).toEqual([]);
  });

  it('is dated in 2025 or 2026 and points only to posts that are there', () => {
    expect(data.date.toISOString() > '2025-01-01' && data.date.toISOString() < '2026-11-20').toBe(true);
    const linked = [...body.matchAll(/\]\(\/blog\/([^)]*)\)/g)].map(([, id]) => Number(id));
    expect(linked.filter((id) => !posts.some((post) => post.data.id === id))).toEqual([]);
  });
});

it.each([
  ['id', 0],
  ['id', 1.5],
  ['slug', 'A title'],
  ['slug', '2'],
  ['title', ''],
  ['image', 'stock'],
  ['authorImage', 'https://elsewhere.example/a.png'],
  ['date', 'soon'],
])('refuses %s %s', (field, value) => {
  expect(postSchema.safeParse({ ...posts[0]?.data, [field]: value }).success).toBe(false);
});
