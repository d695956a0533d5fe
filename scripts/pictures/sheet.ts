import sharp from 'sharp';

const GAP = 12;

/** Pictures of one size side by side in one PNG. */
export async function writeSheet(path: string, pictures: readonly Buffer[], columns: number): Promise<void> {
  const [first] = pictures;
  if (!first) return;
  const { width, height } = await sharp(first).metadata();
  const rows = Math.ceil(pictures.length / columns);
  const sheet = sharp({
    create: {
      width: columns * (width + GAP) + GAP,
      height: rows * (height + GAP) + GAP,
      channels: 3,
      background: '#888888',
    },
  });
  const placed = pictures.map((input, at) => ({
    input,
    left: GAP + (at % columns) * (width + GAP),
    top: GAP + Math.floor(at / columns) * (height + GAP),
  }));
  await sheet.composite(placed).png().toFile(path);
  console.log(`${path}: ${pictures.length} pictures`);
}
