import { describe, expect, it, vi } from 'vitest';
import type { ToastContent } from '#src/web/ui/toast/store.ts';
import { articleSchema } from './article-schema.ts';
import { feedBody, splitBody } from './body.ts';
import { fillFacts } from './facts.ts';
import { inOrder, othersThan, slugRedirects } from './order.ts';
import { countWords, readTime } from './read-time.ts';
import { countPhrase, matches } from './search.ts';
import { sharePage } from './share-page.ts';

const post = (id: number, day: string) => ({
  id,
  slug: `post-${id}`,
  date: new Date(day),
  path: `/blog/${id}`,
});
const posts = [post(1, '2025-01-01'), post(2, '2026-01-01'), post(3, '2025-06-01'), post(4, '2026-06-01')];

describe('the order of posts', () => {
  it('is newest first', () => {
    expect(inOrder(posts).map(({ id }) => id)).toEqual([4, 2, 3, 1]);
  });

  it('refuses two posts at one address', () => {
    expect(() => inOrder([...posts, post(2, '2026-02-02')])).toThrow('Two posts have the id 2.');
    expect(() => inOrder([...posts, { ...post(5, '2026-02-02'), slug: 'post-1' }])).toThrow(
      'the slug post-1',
    );
  });

  it('offers up to three others, never the post itself', () => {
    expect(othersThan(inOrder(posts), 4).map(({ id }) => id)).toEqual([2, 3, 1]);
    expect(othersThan(inOrder(posts), 1).map(({ id }) => id)).toEqual([4, 2, 3]);
    expect(othersThan(posts.slice(0, 1), 1)).toEqual([]);
  });

  it('leads a readable address to the numeric one', () => {
    expect(slugRedirects(posts.slice(0, 2))).toEqual({
      '/blog/post-1': '/blog/1',
      '/blog/post-2': '/blog/2',
    });
  });
});

describe('the read time', () => {
  it('counts what a reader reads', () => {
    expect(
      countWords('<h2 id="a b c">Two words</h2><p>S&amp;P 500 fell 11.98%, a record-holder’s fall.</p>'),
    ).toBe(10);
    expect(countWords('<div data-figure="moves"></div>')).toBe(0);
  });

  it.each([
    [0, '1 min read'],
    [329, '1 min read'],
    [331, '2 min read'],
    [1100, '5 min read'],
  ])('of %i words is %s', (words, time) => expect(readTime(words)).toBe(time));
});

describe('the search', () => {
  const searched = { title: 'One falling WEEK', excerpt: 'Cooldown and hysteresis' };
  it.each([
    ['week', true],
    ['WEEK', true],
    ['HYSTERESIS', true],
    ['  cooldown  ', true],
    ['', true],
    ['week cooldown', false],
    ['.*', false],
    ['zebra', false],
  ])('for "%s" answers %s', (query, found) => expect(matches(searched, query)).toBe(found));

  it('says how many', () => {
    expect(countPhrase(4, 4)).toBe('4 posts');
    expect(countPhrase(1, 4)).toBe('1 of 4 posts');
    expect(countPhrase(0, 4)).toBe('0 of 4 posts');
  });
});

describe('a body', () => {
  const html = '<p>One <a href="/blog/3">link</a></p>\n<div data-figure="clusters"></div>\n<p>Two</p>';

  it('is taken apart at its charts', () => {
    expect(splitBody(html)).toEqual([
      { kind: 'html', html: '<p>One <a href="/blog/3">link</a></p>\n' },
      { kind: 'chart', name: 'clusters' },
      { kind: 'html', html: '\n<p>Two</p>' },
    ]);
    expect(splitBody('<p>None</p>')).toEqual([{ kind: 'html', html: '<p>None</p>' }]);
  });

  it('leads from the feed to the site', () => {
    const fed = feedBody(html, 'https://a.example/blog/1', 'https://a.example');
    expect(fed).toContain('<a href="https://a.example/blog/3">link</a>');
    expect(fed).toContain('<a href="https://a.example/blog/1">See the chart</a>');
    expect(fed).not.toContain('data-figure');
  });

  it('takes its figures from the records, and says which one nobody counts', () => {
    expect(fillFacts('{{moves.days3}} days, {{close}}')).toMatch(/^\d+ days, \{\{close\}\}$/);
    expect(() => fillFacts('{{moves.guess}}')).toThrow('No subject counts {{moves.guess}}.');
    expect(() => fillFacts('{{moves.constructor}}')).toThrow('No subject counts');
    expect(() => fillFacts('{{other.days}}')).toThrow('No subject counts');
  });
});

describe('sharing', () => {
  const page = { title: 'A title', url: 'https://a.example/blog/1' };
  const failing = (name: string) => () => Promise.reject(Object.assign(new Error(name), { name }));

  it('uses the share sheet where there is one, and nothing else', async () => {
    const share = vi.fn<() => Promise<void>>(() => Promise.resolve());
    const toast = vi.fn<(content: ToastContent) => void>();
    await sharePage(page, { share }, toast);
    expect(share).toHaveBeenCalledWith(page);
    expect(toast).not.toHaveBeenCalled();
  });

  it('does nothing more when the sheet is closed', async () => {
    const writeText = vi.fn<() => Promise<void>>(() => Promise.resolve());
    const toast = vi.fn<(content: ToastContent) => void>();
    await sharePage(page, { share: failing('AbortError'), clipboard: { writeText } }, toast);
    expect(writeText).not.toHaveBeenCalled();
    expect(toast).not.toHaveBeenCalled();
  });

  it.each([{}, { share: failing('NotAllowedError') }])(
    'copies the link else, and says so',
    async (browser) => {
      const writeText = vi.fn<() => Promise<void>>(() => Promise.resolve());
      const toast = vi.fn<(content: ToastContent) => void>();
      await sharePage(page, { ...browser, clipboard: { writeText } }, toast);
      expect(writeText).toHaveBeenCalledWith(page.url);
      expect(toast.mock.calls[0]?.[0]).toMatchObject({ title: 'Link copied' });
    },
  );

  it.each([{}, { clipboard: { writeText: failing('NotAllowedError') } }])(
    'shows the link where it may not be copied',
    async (browser) => {
      const toast = vi.fn<(content: ToastContent) => void>();
      await sharePage(page, browser, toast);
      expect(toast.mock.calls).toEqual([[{ title: 'Copy this link', description: page.url }]]);
    },
  );
});

it('describes a post to machines with absolute addresses', () => {
  const described = articleSchema(
    {
      ...post(1, '2025-11-18'),
      title: 'T',
      excerpt: 'E',
      image: 'lanes',
      author: 'A',
      authorRole: 'R',
      authorImage: null,
      category: 'C',
      html: '',
      words: 900,
      readTime: '4 min read',
    },
    'https://a.example',
  );
  expect(described).toMatchObject({
    '@type': 'BlogPosting',
    headline: 'T',
    datePublished: '2025-11-18',
    image: 'https://a.example/og/blog/1.png',
    wordCount: 900,
    url: 'https://a.example/blog/1',
  });
});
