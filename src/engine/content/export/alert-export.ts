import type { AlertExport } from '#src/shared/alert-pictures.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import { FORMS } from '#src/shared/content/layout.ts';
import { plain } from '#src/shared/content/text.ts';
import { plainWords } from '../plain-words.ts';
import { laidOut } from '../templates/lay-out.ts';
import { standardLayout } from '../templates/standard.ts';

type About = Pick<AlertExport, 'id' | 'symbol' | 'eventTime' | 'trial' | 'pictures'>;

/** Parameters that only count clicks. */
const COUNTS = /^(?:utm_.*|gclid|fbclid|msclkid|mc_[ce]id)$/i;

/**
 * An alert as a website or a CMS takes it: from its content as its layout has it, without what a channel adds for a
 * recipient, and without images of a template, which belong to the mail.
 */
export function alertExport(given: AlertDocument, about: About): AlertExport {
  const document = laidOut(withParts(given), 'page');
  const { look, direction, language, callToAction } = document;
  const words = plainWords(document);
  return {
    version: 1,
    language,
    brand: { name: look.name, color: look.color, accent: look.accent },
    direction,
    title: words.subject,
    dateline: words.dateline,
    headline: words.headline,
    notice: words.notice,
    figure: words.figure,
    paragraphs: words.prose.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== ''),
    table: words.rows.map(({ label, value }) => ({ label, value })),
    callToAction: callToAction && {
      label: plain(callToAction.label),
      url: uncounted(callToAction.url),
    },
    disclaimers: words.disclaimers,
    ...about,
  };
}

/**
 * HTML of a template is one piece, made for a mail. An export has the parts of the alert instead, with the texts and the
 * button that the template has for chats.
 */
function withParts(document: AlertDocument): AlertDocument {
  const { layout } = document;
  if (!layout?.elements.some(({ kind }) => kind === 'html')) return document;
  const own = layout.elements
    .filter(({ kind }) => kind === 'text' || kind === 'button')
    .map((element) => ({ ...element, in: [...FORMS] }));
  const { elements } = standardLayout('rich', 'market');
  return { ...document, layout: { ...layout, elements: [...elements, ...own] } };
}

function uncounted(url: string): string {
  const address = new URL(url);
  const counting = [...address.searchParams.keys()].filter((name) => COUNTS.test(name));
  for (const name of counting) address.searchParams.delete(name);
  return address.href;
}
