import sharp from 'sharp';
import { LOGO_BOX, LOGO_MAX_PIXELS } from '#src/shared/brands.ts';
import { AppError } from '#src/shared/errors.ts';
import { cleanSvg, SvgError } from './svg/clean.ts';
import { XmlError } from './svg/xml.ts';

type Box = { width: number; height: number };
export type Logo = { bytes: Buffer; width: number; height: number };

/** Drawing one takes milliseconds; what takes longer is none. */
const SECONDS_MAX = 5;

/** What a file begins with. Nothing else reaches the decoder. An SVG is written anew before it does. */
const FORMATS: readonly (readonly [name: string, isIt: (bytes: Buffer) => boolean])[] = [
  ['png', (bytes) => bytes.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n'],
  ['jpeg', (bytes) => bytes.subarray(0, 3).toString('latin1') === '\xff\xd8\xff'],
  [
    'webp',
    (bytes) =>
      bytes.subarray(0, 4).toString('latin1') === 'RIFF' &&
      bytes.subarray(8, 12).toString('latin1') === 'WEBP',
  ],
  ['svg', (bytes) => /^(?:\ufeff)?\s*<[\s\S]*<?svg/i.test(bytes.subarray(0, 4_096).toString('utf8'))],
];

const unreadable = (
  cause?: unknown,
  says = 'That picture can’t be read. Upload an SVG, PNG, JPEG or WebP.',
) => new AppError('document_type', says, { cause });

/**
 * A logo as PNG of our own making: decoded to pixels, made to fit the header, or another box, at twice its resolution, and encoded
 * again, so that nothing of the file but its pixels is left.
 * @throws AppError document_type; validation_failed for one with too many pixels
 */
export async function readLogo(given: Uint8Array, box: Box = LOGO_BOX): Promise<Logo> {
  const bytes = Buffer.from(given);
  const format = FORMATS.find(([, isIt]) => isIt(bytes))?.[0];
  if (format === undefined) throw unreadable();
  return format === 'svg' ? drawnLogo(bytes, box) : decodedLogo(bytes, format, box);
}

/** In pixels of the page. */
function fitted(wide: number, high: number, box: Box, largest: number): Box {
  const fit = Math.min(box.width / wide, box.height / high, largest);
  const [width, height] = [wide, high].map((side) => Math.max(1, Math.round(side * fit))) as [number, number];
  return { width, height };
}

async function decodedLogo(bytes: Buffer, format: string, box: Box): Promise<Logo> {
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
  const { width, height } = fitted(wide, high, box, 1);
  const size = { width: Math.min(wide, width * 2), height: Math.min(high, height * 2) };
  const png = await open()
    .rotate()
    .resize({ ...size, fit: 'fill' })
    .toColorspace('srgb')
    .png({ compressionLevel: 9 })
    .timeout({ seconds: SECONDS_MAX })
    .toBuffer()
    .catch((error: unknown) => {
      throw unreadable(error);
    });
  return { bytes: png, width, height };
}

/** Drawn at the size it is shown at: shapes have no resolution. */
async function drawnLogo(bytes: Buffer, box: Box): Promise<Logo> {
  try {
    const svg = cleanSvg(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    const { width, height } = fitted(svg.width, svg.height, box, Number.POSITIVE_INFINITY);
    const drawn = sharp(Buffer.from(svg.sized(width * 2, height * 2)), { limitInputPixels: LOGO_MAX_PIXELS })
      .resize({ width: width * 2, height: height * 2, fit: 'fill' })
      .ensureAlpha()
      .toColorspace('srgb')
      .png({ compressionLevel: 9 })
      .timeout({ seconds: SECONDS_MAX });
    const png = await drawn.toBuffer();
    const { channels } = await sharp(png).stats();
    if (channels[3]?.max === 0) throw new SvgError('There is nothing to see in that logo.');
    return { bytes: png, width, height };
  } catch (error) {
    if (error instanceof SvgError) throw unreadable(error, error.message);
    if (error instanceof XmlError)
      throw unreadable(error, 'That SVG isn’t well-formed. Export it again, or upload a PNG.');
    throw unreadable(error);
  }
}
