import type { AlertExport } from '#src/shared/alert-pictures.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import { plain } from '#src/shared/content/text.ts';
import { plainWords } from '../plain-words.ts';

type About = Pick<AlertExport, 'id' | 'symbol' | 'eventTime' | 'trial' | 'pictures'>;

/** Parameters that only count clicks. */
const COUNTS = /^(?:utm_.*|gclid|fbclid|msclkid|mc_[ce]id)$/i;

/** An alert as a website or a CMS takes it: from its content, without what a channel adds for a recipient. */
export function alertExport(document: AlertDocument, about: About): AlertExport {
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

function uncounted(url: string): string {
  const address = new URL(url);
  const counting = [...address.searchParams.keys()].filter((name) => COUNTS.test(name));
  for (const name of counting) address.searchParams.delete(name);
  return address.href;
}
