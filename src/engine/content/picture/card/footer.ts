import { isSlot, plain, type Text } from '#src/shared/content/text.ts';
import { whenOf } from '../draw-chart.ts';
import { fitText, line, widthOf, write } from '../svg.ts';
import { CAP, type Card, PROSE_LEADING } from './card.ts';
import { setLines } from './line-breaks.ts';

/** Time and source under a hairline, and the disclaimer under them; `top` is the hairline. */
export function footerOf(card: Card, inner: number): { top: number; svg: string } {
  const { edge, height, foot, gap, caption, small, palette, document } = card;
  const legal = setLines(joined(document.disclaimers), {
    most: inner,
    face: 'sans',
    sizes: small.sizes,
    lines: () => small.lines,
    isBalanced: true,
  });
  const lines = plain(joined(document.disclaimers)) === '' ? [] : legal.lines;
  const bottom = height - foot - edge * 0.62;
  const legalHeight = lines.length * legal.size * PROSE_LEADING;
  const baseline = bottom - legalHeight - (lines.length > 0 ? gap * 0.1 : 0);
  const top = baseline - caption * CAP - gap * 0.5;
  const type = { face: 'sans', size: caption, fill: palette.ink } as const;
  const source = card.chart?.source ?? [];
  const sourceWidth = Math.min(inner * 0.45, widthOf(source, type));
  const when = fitText(timeOf(card), inner - sourceWidth - (sourceWidth > 0 ? gap : 0), type);
  return {
    top,
    svg: [
      line(edge, top, edge + inner, top, palette.line, 'stroke-width="1.5"'),
      write(edge, baseline, when, type),
      write(edge + inner, baseline, fitText(source, sourceWidth, type), {
        ...type,
        fill: palette.mute,
        anchor: 'end',
      }),
      ...lines.map((text, at) =>
        write(edge, baseline + gap * 0.1 + legal.size * (PROSE_LEADING * (at + 1) - 0.2), text, {
          face: legal.face,
          size: legal.size,
          fill: palette.mute,
        }),
      ),
    ].join(''),
  };
}

/** Texts after each other, with a space between. */
const joined = (texts: readonly Text[]): Text =>
  texts.flatMap((text, at) => (at === 0 ? text : [' ', ...text]));

/** When the event was; of an alert without a chart, what its dateline says beside its symbol. */
function timeOf({ chart, document: { dateline } }: Card): Text {
  if (chart) return whenOf(chart);
  const at = dateline.findIndex((node) => isSlot(node) && node.slot === 'symbol');
  const rest = at === 0 ? dateline.slice(1) : dateline;
  const [first, ...more] = rest;
  return typeof first === 'string' ? [first.replace(/^[\s·]+/, ''), ...more] : rest;
}
