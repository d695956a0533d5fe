import { contrast, darkHeader, safeColor, textOn } from '#src/shared/colors.ts';
import type { Look } from '#src/shared/content/document.ts';
import type { PictureTheme } from '#src/shared/content/picture-formats.ts';
import { headingFace } from '../heading-face.ts';
import { line, n, rect, shorten, type TextStyle, widthOf, write } from '../svg.ts';
import { CAP, type Card, type CardLogo } from './card.ts';
import type { CardLayout } from './layouts.ts';

/** The header's color; where a brand has a logo for dark mode, the dark header that it is made for. */
export const bandColor = ({ color, logoDark }: Look, theme: PictureTheme): string =>
  theme === 'dark' && logoDark ? darkHeader(safeColor(color)) : safeColor(color);

/** The brand's color with its logo, as the header of its emails has it. */
export function bandOf(
  { width, edge, band, document: { look }, palette, theme }: Card,
  logo: CardLogo | null,
): string {
  const color = bandColor(look, theme);
  const box = { x: 0, y: 0, width, height: band.height };
  // A band of nearly the paper's color needs an edge.
  const edgeLine = contrast(color, palette.paper) < 1.3;
  return [
    `<g data-ground="${color}">`,
    rect(box, color),
    edgeLine ? line(0, band.height - 0.5, width, band.height - 0.5, palette.calm) : '',
    logo ? logoAt(edge, band, logo) : nameAt(edge, width - 2 * edge, band, look, textOn(color)),
    '</g>',
  ].join('');
}

function logoAt(x: number, { middle, logo: room }: CardLayout['band'], logo: CardLogo): string {
  const scale = Math.min(room.width / logo.width, room.height / logo.height);
  const [width, height] = [logo.width * scale, logo.height * scale];
  const data = Buffer.from(logo.bytes).toString('base64');
  return `<image x="${n(x)}" y="${n(middle - height / 2)}" width="${n(width)}" height="${n(height)}" href="data:image/png;base64,${data}"/>`;
}

function nameAt(x: number, most: number, band: CardLayout['band'], look: Look, fill: string): string {
  const face = headingFace(look);
  const { name } = look;
  const sizes = [1, 0.88, 0.76].map((part) => band.name * part);
  const fits = sizes.find((size) => widthOf([{ author: name }], { face, size }) <= most);
  const style = { face, size: fits ?? band.name * 0.76, fill };
  const baseline = band.middle + (style.size * CAP) / 2;
  return write(x, baseline, [{ author: shortName(name, most, style) }], style);
}

const shortName = (name: string, most: number, style: Pick<TextStyle, 'face' | 'size'>): string =>
  shorten(name.slice(0, 300), most, style);
