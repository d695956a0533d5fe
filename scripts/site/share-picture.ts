import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Resvg } from '@resvg/resvg-js';
import satori, { type Font } from 'satori';
import { dayColor } from './colors.ts';
import type { SharePicture } from '#src/web/site/share.ts';
import { SHARE_HEIGHT, SHARE_WIDTH } from '#src/web/site/share.ts';

const require = createRequire(import.meta.url);
/** Satori reads no variable fonts, and the renderer drops text without TTF ones. */
const font = (name: string, file: string, weight: Font['weight']): Font => ({
  name,
  data: readFileSync(require.resolve(`@expo-google-fonts/${file}`)),
  weight,
  style: 'normal',
});
const FONTS = [
  font('Newsreader', 'newsreader/500Medium/Newsreader_500Medium.ttf', 500),
  font('JetBrains Mono', 'jetbrains-mono/400Regular/JetBrainsMono_400Regular.ttf', 400),
];
const PAPER = dayColor('paper');
const INK = dayColor('ink');
const QUIET = dayColor('ink-3');
const BRASS = dayColor('brass');

const MARGIN = 80;
/** Where the wire runs, and where it rises into the bell. */
const WIRE_Y = 506;
const BELL = 7.5;
const BELL_X = SHARE_WIDTH - MARGIN - 32 * BELL;
/** The bell's curve from its left foot to its right one: relative Béziers in the mark's 32 units. */
const BELL_CURVE = [
  [3.4, 0, 3.9, -3.2, 4.3, -7],
  [0.6, -5.9, 2.5, -10, 6.2, -10],
  [3.7, 0, 5.6, 4.1, 6.2, 10],
  [0.4, 3.8, 0.9, 7, 4.3, 7],
];

type Box = { type: string; props: { style: Record<string, string | number>; children?: unknown } };
const box = (style: Record<string, string | number>, children?: unknown): Box => ({
  type: 'div',
  props: { style: { display: 'flex', ...style }, children },
});

/** What a shared link shows: the page's headline over the wire that rises into the bell. PNG, 1200 × 630. */
export async function drawSharePicture(picture: SharePicture): Promise<Buffer> {
  const { heading, slug, name } = picture;
  const size = heading.length > 90 ? 60 : heading.length > 52 ? 68 : 84;
  const svg = await satori(
    box({ width: '100%', height: '100%', backgroundColor: PAPER, color: INK, position: 'relative' }, [
      box(
        {
          position: 'absolute',
          left: MARGIN,
          top: 64,
          fontFamily: 'Newsreader',
          fontSize: 36,
          letterSpacing: '-0.015em',
        },
        name,
      ),
      box(
        {
          position: 'absolute',
          left: MARGIN,
          top: 148,
          width: SHARE_WIDTH - 2 * MARGIN,
          fontFamily: 'Newsreader',
          fontSize: size,
          lineHeight: 1.06,
          letterSpacing: '-0.015em',
          textWrap: 'balance',
        },
        heading,
      ),
      box(
        {
          position: 'absolute',
          left: MARGIN,
          bottom: 56,
          fontFamily: 'JetBrains Mono',
          fontSize: 22,
          letterSpacing: '0.08em',
          textTransform: 'uppercase',
          color: QUIET,
        },
        slug,
      ),
    ]) as never,
    { width: SHARE_WIDTH, height: SHARE_HEIGHT, fonts: FONTS },
  );
  return new Resvg(svg.replace('</svg>', `${wire()}</svg>`), { font: { loadSystemFonts: false } })
    .render()
    .asPng();
}

/** The mark (src/web/ui/brand.tsx) writ large: its wire runs from edge to edge. */
function wire(): string {
  const at = (x: number) => BELL_X + x * BELL;
  const bell = BELL_CURVE.map((part) => part.map((value) => value * BELL).join(' ')).join('c');
  return (
    `<path fill="none" stroke="${INK}" stroke-width="3.5" d="M-4 ${WIRE_Y}H${at(5.5)}c${bell}H${SHARE_WIDTH + 4}"/>` +
    `<circle cx="${at(16)}" cy="${WIRE_Y + 3.5 * BELL}" r="${2.25 * BELL}" fill="${BRASS}"/>`
  );
}
