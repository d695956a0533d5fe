/**
 * Contact sheets of an alert's pictures into shots/pictures: real events of ../shared/data in every chart style and every
 * card format, in three brands, light and dark; and made-up series and names that are hard to draw.
 *
 *   npm run pictures [-- charts | cards | hard]
 */
import { mkdirSync } from 'node:fs';
import { drawCard } from '#src/engine/content/picture/card/draw-card.ts';
import { drawChart } from '#src/engine/content/picture/draw-chart.ts';
import { CHART_STYLES, THEMES } from '#src/engine/content/picture/facts.ts';
import { pictureOf } from '#src/engine/content/picture/picture-of-alert.ts';
import { rasterize } from '#src/engine/content/picture/rasterize.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import { PICTURE_FORMATS } from '#src/shared/content/picture-formats.ts';
import { BRANDS, logoOfBrand } from './pictures/brands.ts';
import { hardCases } from './pictures/hard-cases.ts';
import { hardDocuments } from './pictures/hard-documents.ts';
import { documentOf, realEvents } from './pictures/real-events.ts';
import { writeSheet } from './pictures/sheet.ts';

const FOLDER = 'shots/pictures';
const wanted = process.argv[2];
const isWanted = (part: string): boolean => wanted === undefined || wanted === part;
mkdirSync(FOLDER, { recursive: true });
const events = await realEvents();
const cards = PICTURE_FORMATS.filter((format) => format !== 'chart');
const [first] = BRANDS;
const logo = first ? await logoOfBrand(first) : null;

/** One after the other: those that wait too long aren't drawn. */
async function sheet(name: string, svgs: readonly string[], zoom: number, columns: number): Promise<void> {
  const pictures: Buffer[] = [];
  for (const svg of svgs) pictures.push(await rasterize(svg, zoom));
  await writeSheet(`${FOLDER}/${name}.png`, pictures, columns);
}

for (const theme of THEMES) {
  if (isWanted('charts'))
    for (const [place, brand] of BRANDS.entries()) {
      const shown = events.filter((_, at) => place === 0 || at % 3 === place);
      const svgs = shown.map((event) => pictureOf(documentOf(event, brand), event, { theme }).svg);
      await sheet(`events-${place}-${theme}`, svgs, 1.5, 3);
    }

  if (isWanted('cards'))
    for (const format of cards) {
      const shown = events.filter((_, at) => at % 2 === (format === 'wide' || format === 'story' ? 1 : 0));
      const svgs = shown.map((event, at) => {
        const brand = BRANDS[at % BRANDS.length] ?? BRANDS[0];
        if (!brand) throw new Error('There are no brands.');
        const own = brand === first ? logo : null;
        return pictureOf(documentOf(event, brand), event, { theme, format, logo: own }).svg;
      });
      await sheet(
        `cards-${format}-${theme}`,
        svgs,
        format === 'story' ? 0.4 : 0.6,
        format === 'story' ? 5 : 3,
      );
    }

  if (isWanted('hard')) {
    const charts = hardCases().flatMap(({ facts, look }) =>
      CHART_STYLES.map((style) => drawChart(facts, { style, look, theme })),
    );
    await sheet(`hard-${theme}`, charts, 1, 6);
    const facts = hardCases()[5]?.facts ?? null;
    const draw = (document: AlertDocument, at: number, format: (typeof cards)[number]): string =>
      drawCard(document, at % 2 === 0 ? facts : null, { format, style: 'line', theme, logo: null });
    for (const format of cards)
      await sheet(
        `hard-${format}-${theme}`,
        hardDocuments().flatMap((document) => [0, 1].map((at) => draw(document, at, format))),
        format === 'story' ? 0.35 : 0.5,
        4,
      );
  }
}
