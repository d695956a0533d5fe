import sharp from 'sharp';
import type { BrandImport } from '#src/shared/brand-import.ts';
import { normalAddress } from '#src/shared/brand-kit.ts';
import { AppError } from '#src/shared/errors.ts';
import { count, type LimitDeps } from '#src/platform/limits/count.ts';
import { type FetchPage, PageError } from '#src/platform/net/fetch-page.ts';
import { textOfPage } from '#src/platform/net/page-text.ts';
import { readLogo } from '../logo.ts';
import { bestColors, chroma, cssColor, type FoundColor, sheetColors } from './css-colors.ts';
import { type LogoCandidate, readPage } from './read-page.ts';

type Deps = { fetchPage: FetchPage; limits: LimitDeps; withinMs?: number };

const WITHIN_MS = 20_000;
const SHEETS_MAX = 3;
const TRIED_MAX = 8;
const LOGOS_MAX = 6;
const COLORS_MAX = 8;
const PER_WORKSPACE = { scope: 'brand-import', max: 30, seconds: 3_600 };

const PAGE = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.1';
const SHEET = 'text/css,*/*;q=0.1';
const PICTURE = 'image/svg+xml,image/png,image/webp,image/jpeg,*/*;q=0.1';
const MANIFEST = 'application/manifest+json,application/json;q=0.9,*/*;q=0.1';

/**
 * Reads what a website says of its brand: at most 13 pages of the site, each within the page fetcher's bounds, in
 * 20 seconds. Nothing is stored. @throws AppError validation_failed, over_request_rate_limit
 */
export function createSiteReader({ fetchPage, limits, withinMs = WITHIN_MS }: Deps) {
  async function get(url: string, accept: string, signal: AbortSignal) {
    const page = await fetchPage({ url, etag: null, lastModified: null, signal, accept });
    if (page.status !== 'new') throw new PageError('It sent nothing.');
    return page;
  }

  return async (workspaceId: string, address: string, stop?: AbortSignal): Promise<BrandImport> => {
    const { within, seconds } = await count(limits, { ...PER_WORKSPACE, key: workspaceId });
    if (!within)
      throw new AppError(
        'over_request_rate_limit',
        `You can read ${PER_WORKSPACE.max} websites an hour. Try again in ${Math.ceil(seconds / 60)} minutes.`,
      );
    const late = AbortSignal.timeout(withinMs);
    const signal = stop ? AbortSignal.any([stop, late]) : late;
    const page = await get(address, PAGE, signal).catch((error: unknown) => {
      const why = error instanceof PageError ? error.message : 'It did not come in time.';
      throw new AppError('validation_failed', `That page could not be read. ${why}`, {
        details: { field: 'url' },
        cause: error,
      });
    });
    const found = readPage(textOfPage(page.bytes, page.type), page.url);
    let missed = 0;
    // What else can't be had is left out, and counted.
    const optional = async <T>(work: Promise<T>): Promise<T[]> =>
      work.then(
        (done) => [done],
        () => {
          missed += 1;
          return [];
        },
      );
    const text = async (url: string, accept: string): Promise<string> => {
      const { bytes, type } = await get(url, accept, signal);
      return textOfPage(bytes, type);
    };
    const [sheets, manifest, logos] = await Promise.all([
      Promise.all(found.sheets.slice(0, SHEETS_MAX).map((url) => optional(text(url, SHEET)))),
      found.manifest === null ? [] : optional(text(found.manifest, MANIFEST).then(manifestColors)),
      logosOf(found.logos, (url) => get(url, PICTURE, signal), optional),
    ]);
    const colors = [
      ...found.colors,
      ...sheetColors([found.css, ...sheets.flat()].join('\n')),
      ...manifest.flat(),
      ...logos.flatMap(({ color }) => (color === null ? [] : [{ color, from: 'Logo', score: 58 }])),
    ];
    const origin = URL.parse(page.url)?.origin ?? page.url;
    return {
      website: normalAddress(origin) ?? origin,
      name: found.name,
      colors: bestColors(colors, COLORS_MAX),
      logos: logos.map(({ color: _color, ...logo }) => logo),
      socials: found.socials,
      problems: missed === 0 ? [] : [`${missed} of its files could not be read.`],
    };
  };
}
export type SiteReader = ReturnType<typeof createSiteReader>;

function manifestColors(text: string): FoundColor[] {
  const data: unknown = JSON.parse(text);
  const said =
    typeof data === 'object' && data !== null ? (data as Record<string, unknown>)['theme_color'] : null;
  const color = typeof said === 'string' ? cssColor(said) : null;
  return color ? [{ color, from: 'App manifest', score: 75 }] : [];
}

type Logo = BrandImport['logos'][number] & { color: string | null };

/** The likeliest that can be read, each once. */
async function logosOf(
  candidates: readonly LogoCandidate[],
  get: (url: string) => Promise<{ bytes: Uint8Array }>,
  optional: <T>(work: Promise<T>) => Promise<T[]>,
): Promise<Logo[]> {
  const once = [...new Map(candidates.map((each) => ['url' in each ? each.url : each.svg, each])).values()];
  const read = await Promise.all(
    once.slice(0, TRIED_MAX).map((candidate) =>
      optional(
        (async (): Promise<Logo> => {
          const bytes = 'url' in candidate ? (await get(candidate.url)).bytes : Buffer.from(candidate.svg);
          const logo = await readLogo(bytes);
          const { width, height } = logo;
          const png = `data:image/png;base64,${logo.bytes.toString('base64')}`;
          return { png, width, height, from: candidate.from, ...(await inkOf(logo.bytes)) };
        })(),
      ),
    ),
  );
  const logos = read.flat();
  const isFirst = ({ png }: Logo, at: number): boolean => logos.findIndex((logo) => logo.png === png) === at;
  return logos.filter(isFirst).slice(0, LOGOS_MAX);
}

/** What a logo is drawn in: its most frequent color, and whether it is for a dark ground. */
async function inkOf(png: Buffer): Promise<{ color: string | null; suits: 'light' | 'dark' }> {
  const { data } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const counts = new Map<number, number>();
  let [light, all] = [0, 0];
  for (let at = 0; at + 3 < data.length; at += 4) {
    const [r = 0, g = 0, b = 0, alpha = 0] = data.subarray(at, at + 4);
    if (alpha < 128) continue;
    all += 1;
    if (r * 0.3 + g * 0.59 + b * 0.11 > 200) light += 1;
    const key = ((r >> 3) << 10) | ((g >> 3) << 5) | (b >> 3);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const spread = (five: number): number => (five << 3) | (five >> 2);
  const colors = [...counts]
    .map(([key, times]) => ({
      color: `#${[key >> 10, (key >> 5) & 31, key & 31].map((five) => spread(five).toString(16).padStart(2, '0')).join('')}`,
      times,
    }))
    .filter(({ color, times }) => times > all / 50 && chroma(color) > 0.2)
    .toSorted((a, b) => b.times - a.times);
  return { color: colors[0]?.color ?? null, suits: light > all * 0.7 ? 'dark' : 'light' };
}
