import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { rasterize } from '#src/engine/content/picture/rasterize.ts';
import { PICTURE_FORMATS, type PictureFormat } from '#src/shared/content/picture-formats.ts';
import { writeSheet } from '#scripts/pictures/sheet.ts';
import { PICTURES, sketchOf, type Told } from './renditions.ts';

/** How many of 200 pictures each format has, and how they are laid on sheets. */
const SHARES: Readonly<
  Record<PictureFormat, { share: number; zoom: number; columns: number; rows: number }>
> = {
  chart: { share: 84, zoom: 1, columns: 4, rows: 3 },
  social: { share: 28, zoom: 0.5, columns: 3, rows: 3 },
  wide: { share: 24, zoom: 0.5, columns: 3, rows: 3 },
  square: { share: 32, zoom: 0.45, columns: 4, rows: 2 },
  story: { share: 32, zoom: 0.42, columns: 4, rows: 1 },
};

/** Draws so large a part of 200 pictures, each another one, and lays them on sheets in a folder. @returns how many */
export async function drawSheets(all: readonly Told[], part: number, folder: string | null): Promise<number> {
  if (folder !== null) mkdirSync(folder, { recursive: true });
  let drawn = 0;
  for (const format of PICTURE_FORMATS) {
    const { share, zoom, columns, rows } = SHARES[format];
    const choices = PICTURES.filter((choice) => choice.format === format);
    const wanted = Math.max(1, Math.floor(share * part));
    const pictures: Buffer[] = [];
    // Primes go through events, languages, brands and choices in an order that pairs them all.
    for (let at = 0; pictures.length < wanted && at < all.length; at += 1) {
      const told = all[(at * 37) % all.length];
      const choice = choices[at % choices.length];
      if (!told || !choice) continue;
      const sketch = sketchOf(told.event.write(told.brand, told.language, told.shape), choice);
      if (sketch) pictures.push(await rasterize(sketch.svg, zoom));
    }
    drawn += pictures.length;
    if (folder === null) continue;
    const size = columns * rows;
    for (let from = 0; from < pictures.length; from += size)
      await writeSheet(
        join(folder, `${format}-${from / size + 1}.png`),
        pictures.slice(from, from + size),
        columns,
      );
  }
  return drawn;
}
