import { expect, it } from 'vitest';
import { webUrl } from './plain.ts';

it.each([
  'https://bellwire.example/unsubscribe/AZ_-9.moves.aZ09_-',
  'https://bellwire.example/preferences/AZ_-9..aZ09_-',
  'http://localhost:3000/dashboard/alerts/01a20c35-579a-704c-a52d-db6a81f1a2b3',
  'https://bellwire.example',
  'https://bellwire.example:443/a',
  'https://xn--.example/a',
  'https://a.xn--bcher-kva.example/a',
  'https://10.1/a',
  'https://a.1/a',
  'https://a.0x7f/a',
  'https://EXAMPLE.com/a',
  'https://bücher.example/a',
  'https://a.example/a/../b',
  'https://a.example/a/./b',
  'https://a.example/a//b',
  'https://a.example/a/.b',
  'https://a.example/a b',
  'https://a.example/a?b=c d',
  'https://a.example:70000/a',
  'https://user@a.example/a',
  'https://a.example/a\n',
])('leaves %s as a URL has it', (url) => {
  const given = (): string | undefined => {
    try {
      return webUrl(url, 'It');
    } catch {
      return undefined;
    }
  };
  expect(given()).toBe(URL.parse(url)?.href);
});

it.each(['javascript:alert(1)', 'ftp://a.example/a', 'a', ''])('rejects %j', (url) => {
  expect(() => webUrl(url, 'It')).toThrow('It must be an http or https address.');
});
