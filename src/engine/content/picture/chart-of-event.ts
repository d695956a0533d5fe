import type { AlertDocument } from '#src/shared/content/document.ts';
import type { Charted } from './chart-facts.ts';
import { pictureOf } from './picture-of-alert.ts';

/** The chart of an alert as a light email has it: SVG, its size in pixels of the page, and what it shows in words. */
export const chartOf = (
  document: AlertDocument,
  given: Charted,
  choice: Omit<Parameters<typeof pictureOf>[2], 'format'> = {},
) => pictureOf(document, given, { ...choice, format: 'chart' });
