import { fallDocument } from '#src/engine/content/document.fixture.ts';
import { writeExternal } from '#src/engine/content/external-writer.ts';
import { writeAlert } from '#src/engine/content/writer.ts';
import { barsFor, LIVELY_EVENTS } from '#src/engine/detectors/bars.fixture.ts';
import { digestDocument } from '#src/engine/digests/digest-document.ts';
import { ruleDetector } from '#src/engine/evaluation/conditions/rule-feed.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import { plain } from '#src/shared/content/text.ts';
import { parseRule } from '#src/shared/rules/parse.ts';

const BRAND = { name: 'Harbor & Vale', color: '#0f4c5c' };

const said = (from: 'news' | 'webhook' | 'calendar') =>
  writeExternal(
    {
      brand: BRAND,
      rule: 'Rates *watch*',
      about: 'Rates',
      evidence: {
        said: { from, by: 'A wire', at: '2026-11-23T14:00:00.000Z', type: 'text/plain', body: '' },
        facts: { title: 'Yields < 4% & falling, <!channel> says ~one desk~' },
        other: {},
      },
    },
    'en',
  );

/** Every kind of event that a detector finds, as the writer writes it. */
const events = Object.entries(LIVELY_EVENTS).map(([name, rule]): [string, AlertDocument] => {
  const feed = ruleDetector(parseRule(rule)).start();
  const found = barsFor(rule)
    .flatMap((bar) => feed(bar) ?? [])
    .at(-1);
  if (!found) throw new Error(`Nothing found: ${rule}`);
  const { detector, value, evidence, time: eventTime } = found;
  const about = { brand: BRAND, symbol: 'X_Y_Z', name: 'Left > Right', timeZone: 'UTC', trial: false };
  const timeframe = detector === 'opening_range_break' ? '1m' : '1d';
  return [name, writeAlert({ ...about, detector, value, evidence, eventTime, timeframe })];
});

/** Documents of every writer, with markup of several providers in them. */
export const DOCUMENTS: (readonly [string, AlertDocument])[] = [
  ...events,
  ['trial run', fallDocument({ trial: true })],
  ['news', said('news')],
  ['webhook', said('webhook')],
  ['calendar', said('calendar')],
  [
    'digest',
    digestDocument(
      BRAND,
      [{ id: '0198', content: fallDocument(), title: 'Fall', symbol: 'SPX', held: true }],
      'en',
    ),
  ],
];

/** What a message of a document that is laid out has to say, as it reads in one line. */
export function saidBy(document: AlertDocument): string[] {
  const rows = [...(document.figure ? [document.figure] : []), ...document.table];
  return [
    document.headline,
    document.summary,
    ...document.disclaimers,
    ...document.blocks.flatMap((block) => (block.kind === 'alert' ? [block.headline] : [block.text])),
    ...rows.flatMap(({ label, value }) => [label, value]),
  ].map((text) => plain(text).replaceAll(/\s+/g, ' ').trim());
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** HTML as a person reads it, in one line. */
export const readHtml = (drawn: string): string =>
  drawn
    .replaceAll(/<\/?(?:b|i|s|code|span)\b[^>]*>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replaceAll(/\s+/g, ' ');
