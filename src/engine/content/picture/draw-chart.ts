import { plain, type Text } from '#src/shared/content/text.ts';
import { drawBody } from './draw-body.ts';
import type { ChartFacts, ChartStyle, PictureLook, Theme } from './facts.ts';
import { headingFace } from './heading-face.ts';
import { paletteOf } from './palette.ts';
import { fitText, rect, shorten, type TextStyle, widthOf, write } from './svg.ts';
import { faceFor } from './typefaces.ts';

/** In pixels of the page; the file has twice as many. */
export const CHART_SIZE = { width: 528, height: 320 } as const;

/** Room at the sides, so that no text touches the edge where the mail around it is dark. */
const EDGE = 14;
const TITLE_SIZE = 23;
const SUBTITLE = { size: 14.5, face: 'sans' } as const;
const LEAST_CREDIT = 70;
const CAPTION = { size: 12.5, face: 'sans' } as const;

/** How a chart is drawn: in which style, in whose look, on a light or a dark ground; and how large on the page. */
type ChartOptions = {
  style: ChartStyle;
  look: PictureLook;
  theme: Theme;
  size?: { width: number; height: number };
};

/**
 * The bars around an event as SVG: its figure with sign and arrow, its levels and its indicator, under a title and over
 * its time and source. The same input gives the same text.
 */
export function drawChart(
  facts: ChartFacts,
  { style, look, theme, size = CHART_SIZE }: ChartOptions,
): string {
  const palette = paletteOf(look, theme);
  const { width, height } = size;
  const inner = width - 2 * EDGE;
  const title = { size: TITLE_SIZE, face: headingFace(look) };
  const body = { top: 68, bottom: height - 30 };
  const text = (
    y: number,
    words: Text | string,
    type: Pick<TextStyle, 'size' | 'face'>,
    fill: string,
  ): string => write(EDGE, y, words, { ...type, fill });
  const credit = creditOf(facts, look);
  // When it was comes first; what is left of a name in too little room says nothing.
  const left = inner - widthOf(whenOf(facts), CAPTION) - 16;
  const creditWidth = left < LEAST_CREDIT ? 0 : Math.min(left, widthOf(credit, CAPTION));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    rect({ x: 0, y: 0, width, height }, palette.paper),
    rect({ x: 0, y: 0, width, height: 1 }, palette.accent) +
      rect({ x: 0, y: 0, width: 44, height: 5 }, palette.accent),
    text(36, titleOf(facts, inner, title), title, palette.ink),
    text(57, fitText(facts.subtitle, inner, SUBTITLE), SUBTITLE, palette.mute),
    `<g transform="translate(${EDGE} ${body.top})">`,
    drawBody(facts, { style, palette, width: inner, height: body.bottom - body.top }),
    '</g>',
    text(
      height - 11,
      fitText(whenOf(facts), inner - (creditWidth > 0 ? creditWidth + 14 : 0), CAPTION),
      CAPTION,
      palette.mute,
    ),
    creditWidth === 0
      ? ''
      : write(width - EDGE, height - 11, fitText(credit, creditWidth, CAPTION), {
          ...CAPTION,
          fill: palette.mute,
          anchor: 'end',
        }),
    '</svg>',
  ].join('');
}

/** The instrument's name where it can be drawn, shortened to its room; else its symbol. */
function titleOf(
  { title, shortTitle }: ChartFacts,
  most: number,
  type: Pick<TextStyle, 'size' | 'face'>,
): Text {
  return fitText(faceFor(plain(title), type.face) === null ? shortTitle : title, most, type);
}

/** When the event was, and the place whose time it is. */
export const whenOf = ({ when, zone }: ChartFacts): Text => [
  ...when,
  ...(zone.length > 0 ? [' · ', ...zone] : []),
];

/** Who says so, and where the prices come from. */
const creditOf = ({ source }: ChartFacts, { name }: Pick<PictureLook, 'name'>): Text => [
  ...(source ? [...source, ' · '] : []),
  { author: shorten(name, 240, CAPTION) },
];
