import { readFileSync } from 'node:fs';
import { Resvg } from '@resvg/resvg-js';
import { dayColor } from './colors.ts';

/** What the manifest offers; `inset` is the mark's share of the tile, smaller where a launcher may cut the edges. */
export const ICONS = [
  { file: 'icon-192.png', size: 192, inset: 0.7, purpose: 'any' },
  { file: 'icon-512.png', size: 512, inset: 0.7, purpose: 'any' },
  { file: 'icon-maskable-512.png', size: 512, inset: 0.56, purpose: 'maskable' },
] as const;

/** The bitmaps for those who take no SVG, drawn from it: the day's mark on paper. File name → bytes. */
export function drawIcons(favicon: string): Map<string, Buffer> {
  const svg = readFileSync(favicon, 'utf8');
  const bitmap = (size: number, inset: number): Buffer => draw(svg, size, inset);
  return new Map([
    ['favicon.ico', ico(bitmap(32, 0.94), 32)],
    ['apple-touch-icon.png', bitmap(180, 0.66)],
    ...ICONS.map(({ file, size, inset }) => [file, bitmap(size, inset)] as const),
  ]);
}

function draw(svg: string, size: number, inset: number): Buffer {
  // The night's rule in the file's style is for browsers; the renderer follows no media query.
  const mark = svg
    .replace(/@media[^{]*\{[^}]*\}[^}]*\}\}?/, '')
    .replace(/^<svg[^>]*>/, '')
    .replace('</svg>', '');
  const side = size * inset;
  const edge = (size - side) / 2;
  return new Resvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" fill="none">` +
      `<rect width="${size}" height="${size}" fill="${dayColor('paper')}"/>` +
      `<g transform="translate(${edge} ${edge}) scale(${side / 32})">${mark}</g></svg>`,
    { font: { loadSystemFonts: false } },
  )
    .render()
    .asPng();
}

/** An icon file of one picture: its directory (6 + 16 bytes), then the PNG as it is. */
function ico(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}
