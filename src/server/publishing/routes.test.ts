import { expect, it } from 'vitest';
import type { Publishing } from '#src/publishing/publishing.ts';
import { createBrandPages } from '../subscribers/brand-page.ts';
import { createPublicPages } from './routes.ts';

/** Whatever is asked for has another name now, or isn't there. */
const routes = (found: { moved: string } | null, seconds = 0) => {
  const asked: unknown[] = [];
  const answer = async (...what: unknown[]) => {
    asked.push(what);
    return found;
  };
  const publishing = { list: answer, one: answer, picture: answer } satisfies Publishing;
  const app = createPublicPages({
    publishing,
    pages: createBrandPages([]),
    wait: async () => seconds,
  });
  return { get: (path: string, method = 'GET') => app.request(path, { method }), asked };
};
const ID = '01900000-0000-7000-8000-000000000001';
const PICTURE = `${'a'.repeat(64)}.png`;

it('asks a network that opens too much to wait, and looks nothing up for it', async () => {
  const { get, asked } = routes(null, 12);
  for (const path of ['/desk', '/desk/feed.xml', '/desk/widget.js', `/desk/${ID}/${PICTURE}`]) {
    const answer = await get(path);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '12']);
    expect(await answer.text()).toContain('Try again in 12 seconds.');
  }
  expect(asked).toEqual([]);
});

it.each([
  ['/old', '/p/new'],
  ['/old?before=WzAsIjAxOTAwMDAwLTAwMDAtNzAwMC04MDAwLTAwMDAwMDAwMDAwMSJd', null],
  ['/old/feed.xml', '/p/new/feed.xml'],
  ['/old/embed?theme=dark&count=3', '/p/new/embed?theme=dark&count=3'],
  [`/old/${ID}`, `/p/new/${ID}`],
  [`/old/${ID}/${PICTURE}`, `/p/new/${ID}/${PICTURE}`],
])('leads from %s to where it is now', async (path, to) => {
  const answer = await routes({ moved: 'new' }).get(path);
  const query = path.includes('before') ? path.slice(path.indexOf('?')) : '';
  expect([answer.status, answer.headers.get('location')]).toEqual([301, to ?? `/p/new${query}`]);
  expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
});

it.each(['/', '/desk/nonsense', `/desk/${ID}/other.png`, `/desk/${ID}/${PICTURE}/more`, '/desk/../x'])(
  'has nothing at %s',
  async (path) => {
    const { get } = routes(null);
    expect((await get(path)).status).toBe(404);
    expect((await get(path, 'POST')).status).toBe(404);
  },
);
