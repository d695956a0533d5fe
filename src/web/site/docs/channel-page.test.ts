import { expect, it } from 'vitest';
import { z } from 'zod';
import { faceOf } from '#src/engine/channels/face.ts';
import { pigeon } from '#src/engine/channels/pigeon.fixture.ts';
import { channels } from '#src/engine/channels/registry.ts';
import { channelPage } from './channel-page.ts';
import { pageHtml } from './page-html.ts';
import { sectionsOf } from './sections.ts';

/** A channel that only tests have gets its page like any other. */
const page = channelPage(faceOf(pigeon));
const read = (heading: string): string =>
  sectionsOf({ ...page, href: '/documentation/pigeon', html: pageHtml(page.html) }).find(
    (section) => section.heading === heading,
  )?.text ?? '';

it('says what it is for, and everything in the order of use', () => {
  expect(page).toMatchObject({
    title: 'Pigeon post',
    description: 'Alerts by carrier pigeon, to a person’s loft or to a market square.',
  });
  expect(page.headings.map(({ text }) => text)).toEqual([
    'Connect Pigeon post',
    'Who gets it',
    'Sender',
    'Limits',
    'What it can do',
    'Cost',
  ]);
  for (const { slug } of page.headings) expect(page.html).toContain(`<h2 id="${slug}">`);
});

it('leads through the connection: steps, then fields', () => {
  const text = read('Connect Pigeon post');
  expect(text).toMatch(/Build a loft\. Copy its whistle\. In the dashboard, open Channels and press Connect/);
  expect(text).toContain('Copy the callback address of the new connection to the provider');
  expect(text).toContain('Address of the loft · Such as https://loft.example. · yes');
  expect(text).toContain('Whistle · The loft shows it once. · yes');
  expect(page.html).not.toContain('**');
});

it('says who gets it, what fits, what it can do and what it costs', () => {
  expect(read('Who gets it')).toContain('each at their own loft, written like loft-1.');
  expect(read('Who gets it')).toContain('a square, written like #market.');
  expect(read('Sender')).toContain('Ribbon');
  const limits = read('Limits');
  expect(limits).toContain('Text · 300 characters; most emoji count as 2');
  expect(limits).toContain('Buttons · up to 1');
  expect(limits).toContain('Links in the text · up to 2');
  expect(limits).toContain('Pace · 1 a minute to one place');
  expect(limits).toContain('Attempts · 3, with growing pauses');
  expect(read('What it can do')).toContain('Corrections · replace the message that was sent');
  expect(read('Cost')).toContain('Every plan includes it. The provider charges about 0.05 EUR a message');
});

it('says in words what a price depends on, and never calls such a channel free', () => {
  const { html } = channelPage(faceOf({ ...pigeon, cost: { varies: 'It depends on the <wind>.' } }));
  expect(html).toContain('It depends on the &lt;wind&gt;.');
  expect(html).not.toContain('neither does the provider');
});

it('says for which choice a field is, and that a connection can be the place itself', () => {
  const face = faceOf(pigeon);
  const field = face.fields[0]!;
  const kind = {
    ...field,
    name: 'kind',
    label: 'Kind of bird',
    input: 'choice' as const,
    options: [{ value: 'a', label: 'Pigeon' }],
  };
  const own = {
    ...face,
    fields: [kind, { ...field, showsFor: { field: 'kind', values: ['a'] } }],
    destination: { ...face.destination!, only: 'square' },
  };
  const { html } = channelPage(own);
  expect(html).toContain('Only if kind of bird is “Pigeon”.');
  expect(html).toContain(
    '<strong>The square itself</strong>: choose the connection as a destination of a route.',
  );
  expect(html).not.toContain('Places that many see');
});

it('makes a page for every channel there is', () => {
  for (const channel of channels()) {
    const { title, headings } = channelPage(faceOf(channel));
    expect(title).toBe(channel.title);
    expect(headings.map(({ slug }) => slug)).toEqual(
      expect.arrayContaining(['who-gets-it', 'limits', 'cost']),
    );
  }
});

it('escapes what a declaration holds', () => {
  const face = { ...faceOf(pigeon), steps: ['Press <b>.'], title: 'A & B' };
  expect(channelPage(face).html).toContain('<li>Press &lt;b&gt;.</li>');
  expect(channelPage(face).html).toContain('<h2 id="connect">Connect A &amp; B</h2>');
});

it('says where the owner of a connection sets its pace', () => {
  const field = {
    name: 'flights',
    label: 'Flights a second',
    secret: false,
    optional: true,
    type: z.string(),
  } as const;
  const paced = {
    ...pigeon,
    fields: [...pigeon.fields, field],
    accountRate: { field: 'flights', seconds: 1 },
  };
  const { html } = channelPage(faceOf(paced));
  expect(html).toContain('1 a minute to one place, or no faster than you set in “Flights a second”');
});
