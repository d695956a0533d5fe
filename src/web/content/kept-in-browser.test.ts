import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { KEPT } from '#tests/support/kept-in-browser.ts';

const policy = readFileSync('src/web/content/legal/privacy.md', 'utf8');
const told = /## In your browser\n\n(.*)\n/.exec(policy)?.[1] ?? '';
const files = globSync('src/{web,shared}/**/*.{ts,tsx,astro,js}', {
  exclude: (name) => /\.test\.|test-support/.test(name),
});
const sources = files.map((file) => readFileSync(file, 'utf8'));
/** Names of a channel and a lock between tabs, which keep nothing. */
const NOT_KEPT = ['bellwire.live.*'];

it('keeps in a browser what the privacy policy tells, and tells what it keeps', () => {
  const [local = '', session = ''] = told.split('Session storage, ');
  for (const words of Object.values(KEPT.local)) expect(local).toContain(words);
  for (const words of Object.values(KEPT.session)) expect(session).toContain(words);
  // What is left when all of it is taken away is how it is said: one thing more would stand in here.
  let frame = told;
  for (const words of [...Object.values(KEPT.local), ...Object.values(KEPT.session)])
    frame = frame.replace(words, '_');
  expect(frame).toBe(
    'We set no cookies. Your browser’s local storage keeps _, _, _, _ and _, _, _, and, after you have sent us a form, _, so that sign-up can fill them in; a sign-up removes that last entry again. Session storage, which ends with the tab, holds _, _, _, and _. This site loads nothing from anybody else.',
  );
});

it('names no key that is not on the list', () => {
  const named = sources.flatMap((text) =>
    [...text.matchAll(/['"`](bellwire\.[^'"`]*)['"`]/g)].map(([, key = '']) => key.replace(/\$\{.*$/, '*')),
  );
  const known = [...Object.keys(KEPT.local), ...Object.keys(KEPT.session), ...NOT_KEPT]
    // The client makes these itself; the workspace's key gets its end where it is used.
    .filter((key) => key !== 'bellwire.auth-*')
    .map((key) => (key === 'bellwire.workspace.*' ? 'bellwire.workspace' : key));
  expect([...new Set(named)].toSorted()).toEqual([...new Set(known)].toSorted());
});

/** The one place that registers a service worker, for notifications that a person turns on. */
const WORKER = /lib\/browser-notifications\/browser\.ts$/;

it('keeps nothing anywhere else', () => {
  expect(policy).toContain('If you turn on notifications, your browser also keeps a service worker');
  expect(files.filter((file) => WORKER.test(file))).toHaveLength(1);
  for (const file of files.filter((each) => !WORKER.test(each))) {
    const text = readFileSync(file, 'utf8');
    expect(text).not.toMatch(/document\.cookie|cookieStore|indexedDB|caches\.open|serviceWorker/);
    // Under a name of the list, which is scanned for above.
    expect(text).not.toMatch(/Storage\.(setItem|getItem)\(\s*['"`](?!bellwire\.)/);
    expect(text).not.toMatch(/(local|session)Storage(\[|\.(?!(get|set|remove)Item)[a-z])/);
  }
});
