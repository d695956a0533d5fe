import type { ExternalEvidence } from '#src/shared/external/evidence.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import { textsOf } from '#src/shared/content/document.ts';
import { isSlot, paragraphsOf } from '#src/shared/content/text.ts';
import type { FollowUpPurpose } from '#src/shared/follow-ups.ts';
import type { Evidence } from '#src/shared/market.ts';
import { findingsIn } from '../../content/composed/check.ts';
import { checkFacts } from '../../content/fact-guard.ts';
import { languageOf } from '../../content/languages/registry.ts';
import { isFilled } from '../../content/templates/filled.ts';
import { outsideValues, valuesOf, withValues } from '../edit/values-in-text.ts';

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
 * follows, which is named first. HTML of a template has the words of before in it, so it's left out.
 */
export function followUpDocument(
  { aiLabel: _ofModel, layout, ...before }: AlertDocument,
  purpose: FollowUpPurpose,
  { headline, text }: Words,
): AlertDocument {
  const language = before.language.split('-')[0] ?? 'en';
  const [name, follows] = SAYS[purpose][language] ?? SAYS[purpose]['en'] ?? ['', ''];
  const [summary = [], ...more] = paragraphsOf([{ author: text }]);
  return {
    ...before,
    ...(layout && !isFilled({ layout }) && { layout }),
    title: [`${name}: `, { author: headline }],
    headline: [{ author: headline }],
    notice: { title: [name], text: [follows, ...before.headline] },
    summary,
    blocks: more.map((paragraph) => ({ kind: 'paragraph', text: paragraph })),
  };
}

const NOTHING = { bars: [], params: {}, figures: {} };
/** So many are named at most; a text has room for no more. */
const NAMED_MAX = 50;

export type FollowUpRules = {
  evidence: Evidence | ExternalEvidence;
  /** What the brand avoids. */
  forbidden: readonly string[];
};
export type FollowUpCheck = {
  /** The first thing that can't be vouched for, and the field it's in; null where everything can. */
  refused: { field: keyof Words; sentence: string } | null;
  /** What the author has to vouch for: figures that the evidence doesn't have, in any spelling, advice and forecasts. */
  own: string[];
};

/**
 * An author's words, as the gate finds them in an alert that a person writes without a symbol. Figures of the alert's
 * evidence pass wherever they are. So do directions of prices: an update is about what came next, and authors would tick a
 * vouch that every update needs without reading it.
 */
export function checkFollowUp(
  words: Words,
  document: AlertDocument,
  { evidence, forbidden }: FollowUpRules,
): FollowUpCheck {
  const language = languageOf(document.language);
  const quoted = textsOf(document).flatMap(({ text }) => valuesOf(text));
  const found = (['headline', 'text'] as const).flatMap((at) =>
    outsideValues(
      findingsIn(words[at], { facts: null, language, forbidden }),
      withValues(words[at], quoted, document.language),
    ).map((finding) => ({ ...finding, at })),
  );
  const refused = found.find(({ verdict }) => verdict === 'refused');
  const other = found.filter(({ code }) => !FIGURES.has(code)).map((each) => each.found);
  return {
    refused: refused ? { field: refused.at, sentence: `“${refused.found}”: ${refused.reason}` } : null,
    own: [...new Set([...unknownFigures(words, document, evidence), ...other])].slice(0, NAMED_MAX),
  };
}

/** Digits are looked for in the evidence, below, however they are written. */
const FIGURES: ReadonlySet<string> = new Set(['figure', 'figure_elsewhere']);

/**
 * Figures of an author's words that the alert's evidence doesn't have, in their order. Names, dates and quotes of the
 * alert may hold digits; the figures of an external event are its sender's quotes.
 */
function unknownFigures(
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
    for (let rest = words; found.length < NAMED_MAX;) {
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
