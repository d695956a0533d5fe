import sharp from 'sharp';
import { LOGO_BOX, LOGO_MAX_PIXELS } from '#src/shared/brands.ts';
import { AppError } from '#src/shared/errors.ts';

export type Logo = { bytes: Buffer; width: number; height: number };

/** What a file begins with. Nothing else reaches the decoder, so that no SVG is parsed and nothing is fetched. */
const FORMATS: readonly (readonly [name: string, isIt: (bytes: Buffer) => boolean])[] = [
  ['png', (bytes) => bytes.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n'],
  ['jpeg', (bytes) => bytes.subarray(0, 3).toString('latin1') === '\xff\xd8\xff'],
  [
    'webp',
    (bytes) =>
      bytes.subarray(0, 4).toString('latin1') === 'RIFF' &&
      bytes.subarray(8, 12).toString('latin1') === 'WEBP',
  ],
];

const unreadable = (cause?: unknown): AppError =>
  new AppError('document_type', 'That picture can’t be read. Upload a PNG, JPEG or WebP.', { cause });

/**
 * A logo as PNG of our own making: decoded to pixels, made to fit the header at twice its resolution, and encoded
 * again, so that nothing of the file but its pixels is left.
 * @throws AppError document_type; validation_failed for one with too many pixels
 */
export async function readLogo(given: Uint8Array): Promise<Logo> {
  const bytes = Buffer.from(given);
  const format = FORMATS.find(([, isIt]) => isIt(bytes))?.[0];
  if (format === undefined) throw unreadable();
  const open = () => sharp(bytes, { limitInputPixels: LOGO_MAX_PIXELS, failOn: 'error', pages: 1 });
  const meta = await open()
    .metadata()
    .catch((error: unknown) => {
      throw unreadable(error);
    });
  if (meta.format !== format) throw unreadable();
  if (meta.width * meta.height > LOGO_MAX_PIXELS)
    throw new AppError(
      'validation_failed',
      `The picture has ${meta.width} × ${meta.height} pixels. Upload one with 4 million at most.`,
    );
  // A photo may lie on its side.
  const turned = (meta.orientation ?? 1) >= 5;
  const [wide, high] = turned ? [meta.height, meta.width] : [meta.width, meta.height];
  const fit = Math.min(LOGO_BOX.width / wide, LOGO_BOX.height / high, 1);
  const [width, height] = [wide, high].map((side) => Math.max(1, Math.round(side * fit))) as [number, number];
  const size = { width: Math.min(wide, width * 2), height: Math.min(high, height * 2) };
  const png = await open()
    .rotate()
    .resize({ ...size, fit: 'fill' })
    .toColorspace('srgb')
    .png({ compressionLevel: 9 })
    .toBuffer()
    .catch((error: unknown) => {
      throw unreadable(error);
    });
  return { bytes: png, width, height };
}
