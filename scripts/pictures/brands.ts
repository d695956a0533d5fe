import type { BrandRow } from '#src/engine/content/look.ts';

/** A quiet one, a very light one with a long name, and a very dark one. */
export const BRANDS: readonly BrandRow[] = [
  { name: 'Harbor & Vale', color: '#0f4c5c' },
  { name: 'Sonnenschein Kapitalmarkt-Nachrichten International', color: '#ffd400', accent: '#ffe34d' },
  { name: 'Noir', color: '#0b0b0d', accent: '#101018' },
];
