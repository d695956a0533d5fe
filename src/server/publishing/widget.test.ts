import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { WIDGET } from './widget.ts';

/** Runs the script beside a tag with these data attributes. @returns what it has put behind the tag */
function shown(dataset: Record<string, string>) {
  const frames: { attributes: Record<string, string>; src: string; title: string; height: string }[] = [];
  const make = () => {
    const attributes: Record<string, string> = {};
    const style = { cssText: '', height: '' };
    return {
      src: '',
      title: '',
      style,
      attributes,
      setAttribute: (name: string, value: string) => void (attributes[name] = value),
    };
  };
  const currentScript = {
    dataset,
    src: 'https://site.example/p/harbor/widget.js',
    after: ({ src, title, style, attributes }: ReturnType<typeof make>) =>
      frames.push({ src, title, attributes, height: style.height }),
  };
  runInNewContext(WIDGET, { document: { currentScript, createElement: make }, URL });
  return frames;
}

it('puts one sandboxed frame behind its tag, in which no script runs', () => {
  expect(shown({})).toEqual([
    {
      src: 'https://site.example/p/harbor/embed?theme=auto&count=5',
      title: 'Alerts',
      height: '480px',
      attributes: {
        sandbox: 'allow-same-origin allow-popups allow-popups-to-escape-sandbox',
        referrerpolicy: 'no-referrer',
        loading: 'lazy',
      },
    },
  ]);
});

it('reads what its tag asks for, and keeps to bounds', () => {
  expect(shown({ theme: 'dark', count: '3', height: '300', title: 'Desk' })).toMatchObject([
    { src: 'https://site.example/p/harbor/embed?theme=dark&count=3', title: 'Desk', height: '300px' },
  ]);
  expect(shown({ theme: '"><script>', height: '99999px' })).toMatchObject([
    { src: 'https://site.example/p/harbor/embed?theme=%22%3E%3Cscript%3E&count=5', height: '2000px' },
  ]);
  expect(shown({ height: 'tall' })).toMatchObject([{ height: '480px' }]);
});

it('is small', () => expect(Buffer.byteLength(WIDGET)).toBeLessThan(15_000));
