import type { ExternalEvidence } from '#src/shared/external/evidence.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import { textsOf } from '#src/shared/content/document.ts';
import { isSlot, paragraphsOf } from '#src/shared/content/text.ts';
import type { FollowUpPurpose } from '#src/shared/follow-ups.ts';
import type { Evidence } from '#src/shared/market.ts';
import { checkFacts } from '../../content/fact-guard.ts';
import { languageOf } from '../../content/languages/registry.ts';

type Words = { headline: string; text: string };

const SAYS: Readonly<Record<FollowUpPurpose, Readonly<Record<string, readonly [string, string]>>>> = {
  update: {
    en: ['Update', 'An update to our alert: '],
    de: ['Aktualisierung', 'Aktualisierung unserer Meldung: '],
    es: ['Actualización', 'Actualización de nuestra alerta: '],
    fr: ['Mise à jour', 'Mise à jour de notre alerte : '],
    pt: ['Atualização', 'Atualização do nosso alerta: '],
    ja: ['続報', '次のアラートの続報です：'],
  },
  correction: {
    en: ['Correction', 'This corrects our alert: '],
    de: ['Korrektur', 'Korrektur unserer Meldung: '],
    es: ['Corrección', 'Corrección de nuestra alerta: '],
    fr: ['Rectificatif', 'Rectificatif de notre alerte : '],
    pt: ['Correção', 'Correção do nosso alerta: '],
    ja: ['訂正', '次のアラートの訂正です：'],
  },
};

/**
 * The document of an update or a correction: its author's words above the figures, table and chart of the alert that it
 * follows, which is named first.
 */
export function followUpDocument(
  before: AlertDocument,
  purpose: FollowUpPurpose,
  { headline, text }: Words,
): AlertDocument {
  const language = before.language.split('-')[0] ?? 'en';
  const [name, follows] = SAYS[purpose][language] ?? SAYS[purpose]['en'] ?? ['', ''];
  const [summary = [], ...more] = paragraphsOf([{ author: text }]);
  return {
    ...before,
    title: [`${name}: `, { author: headline }],
    headline: [{ author: headline }],
    notice: { title: [name], text: [follows, ...before.headline] },
    summary,
    blocks: more.map((paragraph) => ({ kind: 'paragraph', text: paragraph })),
  };
}

const NOTHING = { bars: [], params: {}, figures: {} };
/** So many are named at most; a text has room for no more. */
const FIGURES_MAX = 50;

/**
 * Figures of an author's words that the alert's evidence doesn't have, in their order. Names, dates and quotes of the
 * alert may hold digits; the figures of an external event are its sender's quotes.
 */
export function unknownFigures(
  { headline, text }: Words,
  document: AlertDocument,
  evidence: Evidence | ExternalEvidence,
): string[] {
  const isExternal = 'said' in evidence;
  const phrases = textsOf(document)
    .flatMap(({ text: parts }) => parts)
    .filter(isSlot)
    .filter(({ slot }) => isExternal || slot !== 'figure')
    .map((slot) => slot.text);
  const found: string[] = [];
  for (const words of [headline, text])
    for (let rest = words; found.length < FIGURES_MAX;) {
      const facts = checkFacts(rest, isExternal ? NOTHING : evidence, {
        phrases: [...phrases, document.look.name],
        language: languageOf(document.language),
        formats: document.look.formats,
      });
      if (facts.ok) break;
      found.push(facts.figure);
      // Each place separately: text that touches a figure belongs to it.
      rest = rest.replace(facts.figure, ' ');
    }
  return [...new Set(found)];
}
