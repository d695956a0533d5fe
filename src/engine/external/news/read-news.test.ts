import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { matchesKeywords } from '#src/shared/external/keywords.ts';
import { describeWithShared, sharedPath } from '#tests/support/shared-data.ts';
import { newsEvidence, verifyNews } from './evidence.ts';
import { textOfPage } from '#src/platform/net/page-text.ts';
import { readNewsApart } from './read-apart.ts';
import { NewsError, readNews } from './read-news.ts';

const NOW = new Date('2026-11-22T10:00:00Z');
const rss = (items: string): string =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>Desk</title>${items}</channel></rss>`;
const item = (fields: Record<string, string>): string =>
  `<item>${Object.entries(fields)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('')}</item>`;

it('reads titles and summaries as text, whatever markup stands in them', async () => {
  const { items } = await readNews(
    rss(
      item({
        title: 'Fed cuts by 25 &lt;b&gt;bp&lt;/b&gt;',
        guid: 'a',
        link: 'https://news.example/a',
        pubDate: 'Sun, 22 Nov 2026 09:30:00 +0000',
        description: '<![CDATA[<p>Rates <script>alert(1)</script>fall</p>]]>',
      }),
    ),
    NOW,
  );
  expect(items).toEqual([
    {
      key: 'a',
      title: 'Fed cuts by 25 <b>bp</b>',
      summary: expect.stringContaining('Rates'),
      link: 'https://news.example/a',
      published: '2026-11-22T09:30:00.000Z',
    },
  ]);
  expect(items[0]?.summary).not.toContain('<');
});

it('puts aside what cannot be believed, takes one of two alike, and opens no strange links', async () => {
  const { items, putAside, repeated } = await readNews(
    rss(
      [
        item({ guid: 'no title' }),
        item({ title: 'neither id nor link' }),
        item({ title: 'tomorrow’s', guid: 't', pubDate: 'Sun, 29 Nov 2026 09:30:00 +0000' }),
        item({ title: 'once', guid: 'x', link: 'javascript:alert(1)' }),
        item({ title: 'once more', guid: 'x' }),
      ].join(''),
    ),
    NOW,
  );
  expect(putAside.map(({ reason }) => reason)).toEqual(['no_title', 'no_key', 'time']);
  expect(items.map(({ key, link }) => [key, link])).toEqual([['x', '']]);
  expect(repeated).toBe(1);
});

it.each([
  ['<!DOCTYPE html><html><body>moved</body></html>', 'web page'],
  ['<rss><channel><item>', 'RSS or Atom'],
  ['', 'RSS or Atom'],
  ['{"items":[]}', 'RSS or Atom'],
  [
    `<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>${rss(item({ title: '&b;', guid: 'x' }))}`,
    'RSS',
  ],
])('says what %j is', async (text, words) => {
  await expect(readNews(text, NOW)).rejects.toThrow(words);
  await expect(readNews(text, NOW)).rejects.toBeInstanceOf(NewsError);
});

it('reads bytes by the charset that is named, and as what they are where it is named wrongly', () => {
  const bytes = (text: string) => Buffer.from(text, 'latin1');
  expect(textOfPage(bytes('caf\xe9'), 'text/xml; charset=ISO-8859-1')).toBe('café');
  expect(textOfPage(bytes('<?xml version="1.0" encoding="iso-8859-1"?>caf\xe9'), '')).toContain('café');
  expect(textOfPage(bytes('caf\xe9'), 'text/xml; charset=utf-8')).toBe('café');
  expect(textOfPage(bytes('caf\xe9'), 'text/xml; charset=klingon')).toBe('café');
  expect(textOfPage(Buffer.from('\ufeffcafé', 'utf16le'), '')).toBe('café');
});

it('finds words that stand by themselves', () => {
  const has = (text: string, any: string[], all: string[] = [], none: string[] = []) =>
    matchesKeywords(text, { any, all, none });
  expect(has('Corporate rates RISE', ['rate'])).toBe(false);
  expect(has('The Fed raises the rate.', ['rate', 'yield'], ['fed'])).toBe(true);
  expect(has('Rate  cut\nexpected', ['rate cut'])).toBe(true);
  expect(has('Rate cut denied', ['rate cut'], [], ['denied'])).toBe(false);
  expect(has('Profit of C++ (Inc.)', ['c++', '(inc.)'])).toBe(true);
  expect(has('Bâle III', ['bâle'])).toBe(true);
});

it('keeps evidence from which an alert’s facts and its reason are read again, and no changed ones', () => {
  fc.assert(
    fc.property(
      fc.record({
        key: fc.string({ minLength: 1 }),
        title: fc.string({ minLength: 1 }),
        summary: fc.string(),
        link: fc.constantFrom('', 'https://news.example/a'),
        published: fc.constantFrom('', NOW.toISOString()),
      }),
      (of) => {
        const asked = { any: [], all: [], none: ['never said \u0001'] };
        const evidence = newsEvidence(of, { source: 'Desk', at: NOW, asked });
        expect(verifyNews(evidence)).toEqual({ ok: true });
        expect(verifyNews({ ...evidence, facts: { ...evidence.facts, title: `${of.title}!` } }).ok).toBe(
          false,
        );
        expect(verifyNews({ ...evidence, asked: { ...asked, all: ['unsaid\u0002'] } }).ok).toBe(false);
      },
    ),
  );
});

describeWithShared('recorded news', 'news/rss', () => {
  const read = (file: string) =>
    readNews(textOfPage(readFileSync(sharedPath(`news/rss/${file}`)), 'text/xml'), NOW);
  it.each([
    ['guardian.rss', (count: number) => count > 10],
    ['uolNoticias.rss', (count: number) => count > 5],
  ] as const)('%s is read whole', async (file, enough) => {
    const { items, putAside } = await read(file);
    expect(enough(items.length)).toBe(true);
    expect(putAside).toEqual([]);
    for (const { title } of items) expect(title).not.toMatch(/\ufffd|<\w/);
  });
  it('what lacks a title or an id is put aside, and a web page is none', async () => {
    for (const file of ['missing-fields.atom', 'incomplete-fields.atom']) {
      const { items, putAside } = await read(file);
      expect(items.every(({ title, key }) => title !== '' && key !== '')).toBe(true);
      expect(items.length + putAside.length).toBeGreaterThan(0);
    }
    await expect(read('unrecognized.rss')).rejects.toBeInstanceOf(NewsError);
  });
});

it('lets others have their turn while a megabyte of nested elements is read', async () => {
  const depth = 100_000;
  const nested = rss(item({ title: 'Deep', guid: 'a', x: `${'<b>'.repeat(depth)}${'</b>'.repeat(depth)}` }));
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  const read = readNewsApart(nested, NOW).catch((error: unknown) => error);
  setImmediate(count);
  const answer = await read;
  isOver = true;
  expect(turns).toBeGreaterThan(100);
  expect(answer instanceof NewsError || (answer as { items: unknown[] }).items.length === 1).toBe(true);
  await expect(readNewsApart('<html>'.padEnd(40_000), NOW)).rejects.toThrow('It is a web page');
});

it('reads filings of the SEC, whose owner filings are listed once for the issuer and once for the person', async () => {
  const entry = (title: string, form: string, id: string): string => `<entry>
<title>${title}</title>
<link rel="alternate" type="text/html" href="https://www.sec.gov/Archives/edgar/data/320193/${id}-index.htm"/>
<summary type="html"> &lt;b&gt;Filed:&lt;/b&gt; 2026-11-20 &lt;b&gt;AccNo:&lt;/b&gt; ${id} &lt;b&gt;Size:&lt;/b&gt; 5 KB</summary>
<updated>2026-11-20T18:30:41-05:00</updated>
<category scheme="https://www.sec.gov/" label="form type" term="${form}"/>
<id>urn:tag:sec.gov,2008:accession-number=${id}</id>
</entry>`;
  const { items, putAside, repeated } = await readNews(
    `<?xml version="1.0" encoding="ISO-8859-1" ?>
<feed xmlns="http://www.w3.org/2005/Atom"><title>Latest Filings - Fri, 20 Nov 2026 18:31:02 EST</title>
${entry('8-K - Apple Inc. (0000320193) (Filer)', '8-K', '0000320193-26-000101')}
${entry('4 - Apple Inc. (0000320193) (Issuer)', '4', '0000320193-26-000102')}
${entry('4 - Doe Jane (0001214156) (Reporting)', '4', '0000320193-26-000102')}
</feed>`,
    NOW,
  );
  expect(items.map(({ title, published }) => [title, published])).toEqual([
    ['8-K - Apple Inc. (0000320193) (Filer)', '2026-11-20T23:30:41.000Z'],
    ['4 - Apple Inc. (0000320193) (Issuer)', '2026-11-20T23:30:41.000Z'],
  ]);
  expect(items[0]?.summary).toBe('Filed: 2026-11-20 AccNo: 0000320193-26-000101 Size: 5 KB');
  expect([putAside, repeated]).toEqual([[], 1]);
});
