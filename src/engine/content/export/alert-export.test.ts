import { expect, it } from 'vitest';
import { plain } from '#src/shared/content/text.ts';
import { FORMS } from '#src/shared/content/layout.ts';
import { templateContentSchema } from '#src/shared/templates.ts';
import { fallDocument, fallInput } from '../document.fixture.ts';
import { marketGround } from '../templates/event-ground.ts';
import { layOutWith } from '../templates/lay-out-with.ts';
import { alertExport } from './alert-export.ts';
import { alertHtml } from './alert-html.ts';

const ABOUT = {
  id: '0190b1c4-0000-7000-8000-000000000000',
  symbol: 'SPX',
  eventTime: '2020-03-16T20:00:00.000Z',
  trial: false,
  pictures: [],
};
const ground = marketGround(fallInput());
const document = fallDocument();
const everywhere = { in: [...FORMS] };
const exported = async (content: object) => {
  const template = { id: ABOUT.id, name: 'Own', version: 1, content: templateContentSchema.parse(content) };
  const laid = await layOutWith({ style: 'standard', template }, document, ground);
  expect(laid.layout?.problem).toBeNull();
  return alertExport(laid, ABOUT);
};

it('has what a template of blocks says, and its button without parameters that count clicks', async () => {
  const made = await exported({
    style: 'standard',
    blocks: [
      { kind: 'headline', ...everywhere },
      { kind: 'text', ...everywhere, text: 'Our desk is watching.' },
      {
        kind: 'button',
        ...everywhere,
        label: 'Open an account',
        url: 'https://broker.example/open?plan=1',
        utm: { source: 'alert', medium: 'email', campaign: 'fall' },
      },
    ],
  });
  expect(made).toMatchObject({
    headline: plain(document.headline),
    paragraphs: ['Our desk is watching.'],
    callToAction: { label: 'Open an account', url: 'https://broker.example/open?plan=1' },
    figure: null,
    table: [],
  });
  expect(alertHtml(made)).toContain(
    '<p class="alert-action"><a href="https://broker.example/open?plan=1">Open an account</a></p>',
  );
});

it('has all parts of the alert where the template is HTML', async () => {
  const made = await exported({
    style: 'standard',
    blocks: [
      { kind: 'headline', ...everywhere },
      { kind: 'button', in: ['message'], label: 'Open an account', url: 'https://broker.example/' },
    ],
    source: '<h1>{{ headline }}</h1><p>{{ summary }}</p>',
  });
  const usual = alertExport(document, ABOUT);
  const { dateline, headline, figure, paragraphs, table, disclaimers } = usual;
  expect(paragraphs[0]).toBe(plain(document.summary));
  expect(table.length).toBeGreaterThan(2);
  expect(made).toMatchObject({ dateline, headline, figure, table, disclaimers });
  expect(made.callToAction).toEqual({ label: 'Open an account', url: 'https://broker.example/' });
  expect(made.paragraphs).toEqual(expect.arrayContaining(paragraphs));
});
