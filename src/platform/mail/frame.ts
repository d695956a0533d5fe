import { Liquid } from 'liquidjs';
import type { Template } from 'liquidjs';
import { type FontName, FONTS, type ShapeName, SHAPES } from '#src/shared/brand-kit.ts';
import { darkHeader, safeColor, textOn } from '#src/shared/colors.ts';
import { FRAME_MJML } from './frame-template.ts';
import { oneLine, oneTextLine, webUrl } from './plain.ts';
import { FOOTER_SLOT } from '#src/shared/mail-footer.ts';

/** What a mail is made of, top to bottom. Every text is plain; the frame escapes it. */
export type MailBlock =
  | { kind: 'dateline' | 'headline' | 'paragraph' | 'small'; text: string }
  | { kind: 'change'; direction: 'up' | 'down'; text: string }
  /** The figure of the alert, large, with what it is. */
  | { kind: 'hero'; direction: 'up' | 'down' | null; label: string; value: string }
  | { kind: 'divider' }
  /** HTML that was made safe; the one text that isn't escaped here. */
  | { kind: 'html'; html: string }
  /** One of several, `last` or not: its figure is beside it, when and where below. */
  | {
      kind: 'entry';
      last: boolean;
      direction: 'up' | 'down' | null;
      headline: string;
      figure: string | null;
      dateline: string;
    }
  | { kind: 'figures'; rows: readonly { label: string; value: string; words?: boolean }[] }
  /** To be typed: never broken over lines. */
  | { kind: 'code'; label: string; value: string }
  | { kind: 'notice'; title: string; text: string }
  /**
   * `url`: `cid:` and the hash of a picture that comes with the mail; `dark` in dark mode, in programs that know the query.
   * Sizes in pixels of the page.
   */
  | { kind: 'picture'; url: string; dark?: string | null; alt: string; width: number; height: number }
  | { kind: 'button' | 'link'; label: string; url: string };

type Link = { label: string; url: string };
type MailFooter = { text: string; links?: readonly Link[] };
type FramePicture = { url: string; width: number; height: number };

export type MailFrame = {
  /** BCP 47, for screen readers; English unless given. */
  language?: string;
  brandName: string;
  /** Hex color of the header and the button; what is no hex color becomes the product's accent. */
  brandColor: string;
  /** Stands in the header instead of the name. */
  logo?: FramePicture | null;
  /** Stands there in dark mode, on a dark header. */
  logoDark?: FramePicture | null;
  font?: FontName | undefined;
  /** Of corners. */
  shape?: ShapeName | undefined;
  /** Below the mail, ahead of its footer: the brand's website and profiles. */
  links?: readonly Link[] | undefined;
  title: string;
  /** The line that mail programs show beside the subject. */
  preheader: string;
  blocks: readonly MailBlock[];
  /** Null where each recipient gets one of their own as the mail goes out (`footerFiller`). */
  footer: MailFooter | null;
};

const liquid = new Liquid({ outputEscape: 'escape', strictVariables: true, strictFilters: true });
let compiled: Promise<Template[]> | undefined;

/** MJML is loaded and run at the first mail only: it takes half a second and much memory. */
async function compileFrame(): Promise<Template[]> {
  const { default: mjml2html } = await import('mjml');
  // 'skip': the validator takes the liquid slots in color attributes for wrong colors.
  const { html } = await mjml2html(FRAME_MJML, { validationLevel: 'skip' });
  return liquid.parse(html);
}

/** The template asks for every key (a missing one is an error), so rows say whether they are words. */
function slotsOf(block: MailBlock): object {
  if (block.kind === 'button' || block.kind === 'link')
    return { ...block, url: webUrl(block.url, 'The link') };
  if (block.kind === 'picture')
    return {
      ...block,
      url: pictureCid(block.url),
      dark: block.dark ? pictureCid(block.dark) : null,
    };
  if (block.kind !== 'figures') return block;
  return { ...block, rows: block.rows.map((row) => ({ ...row, words: row.words ?? false })) };
}

/** Nothing is fetched when a mail is opened: a picture comes with it. */
function pictureCid(url: string): string {
  if (!/^cid:[0-9a-f]{64}$/.test(url)) throw new Error('A picture of a mail is a part of it.');
  return url;
}

const pictureIn = (picture: FramePicture | null | undefined): FramePicture | null =>
  picture ? { ...picture, url: pictureCid(picture.url) } : null;

/** The HTML of a mail. Throws if a button, link or footer address is not http(s). */
export async function mailFrame(frame: MailFrame): Promise<string> {
  compiled ??= compileFrame().catch((error: unknown) => {
    compiled = undefined;
    throw error;
  });
  const color = safeColor(frame.brandColor);
  const shape = SHAPES[frame.shape ?? 'soft'];
  const html: unknown = await liquid.render(await compiled, {
    language: frame.language ?? 'en',
    title: oneTextLine(frame.title),
    preheader: oneTextLine(frame.preheader),
    brand_name: oneLine(frame.brandName, 80),
    logo: pictureIn(frame.logo),
    logo_dark: pictureIn(frame.logoDark),
    color,
    dark_color: darkHeader(color),
    dark_pictures: frame.blocks.some((block) => block.kind === 'picture' && Boolean(block.dark)),
    on_color: textOn(color),
    font: FONTS[frame.font ?? 'newswire'],
    radius: shape.radius,
    button_radius: shape.button,
    links: (frame.links ?? []).map(({ label, url }) => ({ label, url: webUrl(url, 'The link') })),
    blocks: frame.blocks.map(slotsOf),
    footer: frame.footer ? renderFooter(frame.footer) : FOOTER_SLOT,
  });
  return String(html);
}

const MARKS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&#34;',
  "'": '&#39;',
};
const escape = (text: string): string => text.replace(/[&<>"']/g, (mark) => MARKS[mark] ?? mark);

/** What stands below a mail: why it came, and where that is changed. Every recipient has one of their own, so no template. */
const renderFooter = ({ text, links = [] }: MailFooter): string => escape(text) + renderLinks(links);

const renderLinks = (links: readonly Link[]): string =>
  links
    .map(({ label, url }) => {
      const to = escape(webUrl(url, 'The footer link'));
      return `<br /><a href="${to}" style="color:inherit;display:inline-block;padding:8px 0;">${escape(label)}</a>`;
    })
    .join('');

/**
 * The mail with each recipient's footer in its slot: what all have in common is looked for and escaped once. Throws if an
 * address is not http(s).
 */
export function footerFiller(html: string, text: string): (own: readonly Link[]) => string {
  const at = html.indexOf(FOOTER_SLOT);
  if (at < 0) return () => html;
  const before = html.slice(0, at) + escape(text);
  const after = html.slice(at + FOOTER_SLOT.length);
  return (own) => before + renderLinks(own) + after;
}
