import type { BrandRow } from '#src/engine/content/look.ts';
import type { CardLogo } from '#src/engine/content/picture/card/card.ts';
import { rasterize } from '#src/engine/content/picture/rasterize.ts';

/** A quiet one, a very light one with a long name, and a very dark one. */
export const BRANDS: readonly BrandRow[] = [
  { name: 'Harbor & Vale', color: '#0f4c5c' },
  { name: 'Sonnenschein Kapitalmarkt-Nachrichten International', color: '#ffd400', accent: '#ffe34d' },
  { name: 'Noir', color: '#0b0b0d', accent: '#101018' },
];

/** A mark and a name in white, as an uploaded logo is stored. */
export async function logoOfBrand({ name }: BrandRow): Promise<CardLogo> {
  const text = name.replaceAll('&', '&amp;');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="186" height="40"><path d="M4 30V10l14 12V10l14 20" fill="none" stroke="#fff" stroke-width="3.5"/><text x="44" y="27" font-family="Newsreader" font-weight="500" font-size="22" fill="#fff">${text}</text></svg>`;
  return { bytes: await rasterize(svg, 2), width: 186, height: 40 };
}
