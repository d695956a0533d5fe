/**
 * Contact sheets of an alert's pictures into shots/pictures: real events of ../shared/data in every chart style, in three
 * brands, light and dark, and made-up series that are hard to draw.
 *
 *   npm run pictures
 */
import { mkdirSync } from 'node:fs';
import { chartOf } from '#src/engine/content/picture/chart-of-event.ts';
import { drawChart } from '#src/engine/content/picture/draw-chart.ts';
import { CHART_STYLES, THEMES } from '#src/engine/content/picture/facts.ts';
import { rasterize } from '#src/engine/content/picture/rasterize.ts';
import { BRANDS } from './pictures/brands.ts';
import { hardCases } from './pictures/hard-cases.ts';
import { documentOf, realEvents } from './pictures/real-events.ts';
import { writeSheet } from './pictures/sheet.ts';

const FOLDER = 'shots/pictures';
mkdirSync(FOLDER, { recursive: true });
const events = await realEvents();

/** One after the other: those that wait too long aren't drawn. */
async function sheet(name: string, svgs: readonly string[], zoom: number, columns: number): Promise<void> {
  const pictures: Buffer[] = [];
  for (const svg of svgs) pictures.push(await rasterize(svg, zoom));
  await writeSheet(`${FOLDER}/${name}.png`, pictures, columns);
}

for (const [place, brand] of BRANDS.entries())
  for (const theme of THEMES) {
    const shown = events.filter((_, at) => place === 0 || at % 3 === place);
    const svgs = shown.map((event) => chartOf(documentOf(event, brand), event, { theme }).svg);
    await sheet(`events-${place}-${theme}`, svgs, 1.5, 3);
  }

for (const theme of THEMES) {
  const svgs = hardCases().flatMap(({ facts, look }) =>
    CHART_STYLES.map((style) => drawChart(facts, { style, look, theme })),
  );
  await sheet(`hard-${theme}`, svgs, 1, 6);
}
