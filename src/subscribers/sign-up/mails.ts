import { frameOf, logosOf } from '#src/platform/mail/brand-frame.ts';
import { type MailBlock, mailFrame } from '#src/platform/mail/frame.ts';
import { oneLine, subjectLine, webUrl } from '#src/platform/mail/plain.ts';
import type { Prepared } from '#src/shared/content/prepared.ts';
import type { Look } from '../look.ts';
import { wordsIn } from './mail-words.ts';

type Link = { label: string; url: string };
type Content = {
  title: string;
  preheader: string;
  /** What the text part has in place of the blocks, a paragraph each. */
  text: readonly string[];
  blocks: readonly MailBlock[];
  footer: { text: string; links: readonly Link[] };
};

/** An email in the brand's look, its logo in it. */
async function mailOf(look: Look, language: string, content: Content): Promise<Prepared> {
  const { title, preheader, text, blocks, footer } = content;
  const lines = (each: readonly Link[]): string[] => each.map(({ label, url }) => `${label}: ${url}`);
  const links = lines(footer.links);
  const own = look.links.length === 0 ? [] : [lines(look.links).join('\n')];
  return {
    title: subjectLine(title),
    text: `${[title, ...text, ['--', footer.text, ...links].join('\n'), ...own].join('\n\n')}\n`,
    html: await mailFrame({
      language,
      ...frameOf(look),
      title,
      preheader,
      blocks: [{ kind: 'headline', text: title }, ...blocks],
      footer,
    }),
    media: logosOf(look),
  };
}

/** Asks whether the person signed up. Nothing that was typed into the form is in it: the address may be a stranger's. */
export function renderConfirm(look: Look, language: string, url: string): Promise<Prepared> {
  const { confirm } = wordsIn(language);
  const link = webUrl(url, 'The confirmation link');
  const lead = confirm.lead(look.name);
  return mailOf(look, language, {
    title: confirm.title(look.name),
    preheader: lead,
    text: [lead, link, confirm.notYou],
    blocks: [
      { kind: 'paragraph', text: lead },
      { kind: 'button', label: confirm.button, url: link },
      { kind: 'link', label: confirm.copy, url: link },
      { kind: 'small', text: confirm.notYou },
    ],
    footer: { text: confirm.footer(look.name), links: [] },
  });
}

type Ways = { preferences: string; unsubscribe: string };

function fromBrand(
  look: Look,
  language: string,
  { title, paragraphs, ways }: { title: string; paragraphs: readonly string[]; ways: Ways },
): Promise<Prepared> {
  const words = wordsIn(language);
  return mailOf(look, language, {
    title,
    preheader: paragraphs[0]?.slice(0, 120) ?? title,
    text: paragraphs,
    blocks: paragraphs.map((text) => ({ kind: 'paragraph' as const, text })),
    footer: {
      text: words.footer(look.name),
      links: [
        { label: words.preferences, url: webUrl(ways.preferences, 'The preferences link') },
        { label: words.unsubscribe, url: webUrl(ways.unsubscribe, 'The unsubscribe link') },
      ],
    },
  });
}

/** What a customer typed, in paragraphs. */
const paragraphsOf = (text: string): string[] =>
  text
    .split(/\r?\n\s*\r?\n/u)
    .map((part) => oneLine(part, 4_000))
    .filter(Boolean);

/** The brand's own words, with the links of every email of the brand. */
export const renderWelcome = (
  look: Look,
  language: string,
  { subject, text, ways }: { subject: string; text: string; ways: Ways },
): Promise<Prepared> =>
  fromBrand(look, language, { title: subjectLine(subject), paragraphs: paragraphsOf(text), ways });

/** For someone who signs up again: there is nothing to confirm, and the form didn't say so. */
export function renderAlready(look: Look, language: string, ways: Ways): Promise<Prepared> {
  const { title, paragraphs } = wordsIn(language).already;
  return fromBrand(look, language, { title: title(look.name), paragraphs, ways });
}
