import { expect, it, test } from 'vitest';
import { pagePostSchema } from '#src/shared/content/page-post.ts';
import { preflight } from '#src/shared/content/preflight.ts';
import { formOf, laidOut } from '#src/engine/content/templates/lay-out.ts';
import { DOCUMENTS, saidBy } from '../documents.fixture.ts';
import { hostedPageChannel } from './hosted-page.ts';

test.each(DOCUMENTS)('says all of an alert: %s', async (_name, document) => {
  const laid = laidOut(document, formOf(hostedPageChannel.limits));
  const prepared = await hostedPageChannel.render(laid);
  expect(preflight(prepared, hostedPageChannel.limits).fits).toBe(true);
  const read = prepared.text.replaceAll(/\s+/g, ' ');
  for (const said of saidBy(laid)) expect(read).toContain(said);
  const own = pagePostSchema.parse(prepared.own);
  expect(prepared.title).toBe(own.headline);
  // What the page shows and what the feeds say as text are the same parts.
  const lines = own.parts.flatMap((part) => ('text' in part ? part.text.split('\n') : []));
  for (const line of lines) expect(prepared.text).toContain(line);
});

it('names the instrument of an alert, and none for a topic or a digest', async () => {
  const named = await Promise.all(
    DOCUMENTS.map(async ([name, document]) => {
      const laid = laidOut(document, formOf(hostedPageChannel.limits));
      return [name, pagePostSchema.parse((await hostedPageChannel.render(laid)).own).instrument] as const;
    }),
  );
  const by = new Map(named);
  expect(by.get('gap')).toEqual({ ticker: 'X_Y_Z', exchange: null });
  for (const none of ['news', 'webhook', 'calendar', 'digest']) expect(by.get(none)).toBeUndefined();
});

it('takes the address of a page for its last part', () => {
  const { normalize } = hostedPageChannel.destination!;
  expect(normalize(' https://alerts.example/p/Harbor-Alerts/ ')).toBe('harbor-alerts');
  for (const none of ['a', 'ab', '-abc', 'abc-', 'a--b', 'a_b', 'a.b', 'https://alerts.example'])
    expect(normalize(none)).toBeNull();
});
