import { writeExternal } from '#src/engine/content/external-writer.ts';
import { fallDocument } from '#src/engine/content/document.fixture.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';

const NAMES = ['🚀🚀 Moon <b>Desk</b> & "Sons" 🌙', 'مؤسسة الأخبار المالية', 'W'.repeat(200), 'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘ Capital'];

/** Names and headlines that are hard to set. */
export function hardDocuments(): AlertDocument[] {
  const document = fallDocument();
  const look = (name: string): AlertDocument['look'] => ({ ...document.look, name });
  return [
    ...NAMES.map((name) => ({ ...document, look: look(name) })),
    {
      ...document,
      headline: [{ author: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk'.repeat(4) }],
    },
    {
      ...document,
      headline: [
        { author: 'The desk has something to say about this, and says it at some length. '.repeat(6) },
      ],
      disclaimers: [[{ author: 'Capital is at risk. '.repeat(60) }]],
    },
    { ...fallDocument({ trial: true }) },
    writeExternal(
      {
        brand: { name: 'Harbor & Vale', color: '#0f4c5c' },
        rule: 'Crude inventories',
        about: 'CL1!',
        evidence: {
          said: {
            from: 'news',
            type: 'application/json',
            at: '2026-11-20T14:30:00.000Z',
            by: 'Reuters Commodities',
            body: '{}',
          },
          facts: { title: 'Crude stocks rise as refineries return from maintenance, agency says' },
          other: {},
          asked: {},
        },
      },
      'en',
    ),
  ];
}
