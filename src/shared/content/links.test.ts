import { describe, expect, it } from 'vitest';
import { countable, linksIn, uncounted } from './links.ts';
import type { Prepared } from './prepared.ts';

const SHOP = 'https://shop.example/a?b=1&c=2';
const SITE = 'https://site.example/';
const message = (parts: Partial<Prepared>): Prepared => ({
  title: null,
  text: '',
  html: null,
  media: [],
  ...parts,
});
const email = message({
  text: `Open: ${SHOP}\n\nSite: ${SITE}\nAnd ${SITE}, of course.`,
  html: `<html><head><link href="https://fonts.example/x.css"></head><body><a class="b" href="https://shop.example/a?b=1&amp;c=2">Open</a> <a href="${SITE}">Site</a><a href="mailto:a@b.example">Mail</a><!-- footer --></body></html>`,
});
const by = { urlOf: (place: number) => `https://links.example/c/abc.def/${place}`, pictureUrl: null };

describe('the links of a message', () => {
  it('are those that people can follow, each once and in order', () => {
    expect(linksIn(email)).toEqual([SHOP, SITE]);
    expect(linksIn(message({ text: `Read ${SITE}. Or (${SHOP})` }))).toEqual([SITE, SHOP]);
    expect(linksIn(message({ text: `Read ${SITE}`, buttons: [{ label: 'Open', url: SHOP }] }))).toEqual([
      SHOP,
    ]);
    expect(linksIn(message({ own: { embed: { description: `Words [Open](${SHOP})` } } }))).toEqual([SHOP]);
    expect(linksIn(message({ buttons: [{ label: 'x', url: 'javascript:alert(1)' }] }))).toEqual([]);
  });

  it('are replaced in HTML and text, and nothing else is', () => {
    const counted = countable(email)(by);
    expect(counted.html).toContain('<a class="b" href="https://links.example/c/abc.def/0">Open</a>');
    expect(counted.html).toContain('<a href="https://links.example/c/abc.def/1">Site</a>');
    expect(counted.html).toContain('href="https://fonts.example/x.css"');
    expect(counted.html).toContain('href="mailto:a@b.example"');
    expect(counted.text).toBe(
      'Open: https://links.example/c/abc.def/0\n\nSite: https://links.example/c/abc.def/1\nAnd https://links.example/c/abc.def/1, of course.',
    );
    expect(uncounted(counted.text, linksIn(email))).toBe(email.text);
  });

  it('are replaced in buttons, and in the form that a chat escapes', () => {
    const chat = message({
      text: 'Words',
      buttons: [{ label: 'Open', url: SHOP }],
      own: { blocks: [{ text: '<https://shop.example/a?b=1&amp;c=2|Open>' }, { url: SHOP, n: 1 }, null] },
    });
    expect(countable(chat)(by)).toMatchObject({
      text: 'Words',
      buttons: [{ label: 'Open', url: 'https://links.example/c/abc.def/0' }],
      own: {
        blocks: [
          { text: '<https://links.example/c/abc.def/0|Open>' },
          { url: 'https://links.example/c/abc.def/0', n: 1 },
          null,
        ],
      },
    });
  });

  it('stay as they are without counting, and a picture comes at the end of an email', () => {
    const count = countable(email);
    expect(count({ urlOf: null, pictureUrl: null })).toBe(email);
    const seen = count({ urlOf: null, pictureUrl: 'https://links.example/o/abc.def' });
    expect(seen.text).toBe(email.text);
    expect(seen.html).toMatch(
      /<!-- footer --><img src="https:\/\/links\.example\/o\/abc\.def" [^>]+><\/body>/,
    );
    const post = message({ text: 'Words' });
    expect(countable(post)({ ...by, pictureUrl: 'https://links.example/o/x' })).toBe(post);
  });
});
