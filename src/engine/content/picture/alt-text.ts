import { isSlot, type Text, tidyText } from '#src/shared/content/text.ts';
import { fillSlots } from '../slots.ts';
import type { ChartFacts, ChartStyle, Level } from './facts.ts';
import type { PictureWords } from './words/picture-words.ts';

type Alt = PictureWords['alt'];

/**
 * What a chart shows, for readers who can't see it. Every figure is a slot of the evidence; the words hold none.
 * `bars` is the timeframe in words ("daily bars"), `isOpen` whether the last bar isn't over.
 */
export function altText(
  facts: ChartFacts,
  {
    style,
    bars,
    isOpen,
    words: { alt },
  }: { style: ChartStyle; bars: Text; isOpen: boolean; words: PictureWords },
): Text {
  const { title, others, when, close, figure, streak, levels, overlays, pane, volumeMean } = facts;
  const isClose = figure.some((node) => isSlot(node) && node.of === 'bar.close');
  const list = (texts: readonly Text[]): Text => listed(texts, alt);
  return tidyText([
    ...fillSlots(alt.opening[style], { title, others: list(others.map(({ name }) => name)) }),
    ...fillSlots(isOpen ? alt.open : alt.closed, { bars, when, close }),
    ...(isClose ? [alt.closeMarked] : fillSlots(alt.mark, { figure })),
    ...(streak ? fillSlots(alt.streak, { streak: streak.label }) : []),
    ...(overlays.length > 0 ? fillSlots(alt.over, { list: list(overlays.map(({ label }) => label)) }) : []),
    ...(pane ? paneWords(pane, alt) : []),
    ...(volumeMean ? fillSlots(alt.volumeMean, { figure: volumeMean.figure }) : []),
    ...levels.flatMap(({ label, figure: at }) =>
      label.length === 0
        ? fillSlots(alt.bareLevel, { figure: at })
        : fillSlots(alt.level, { label, figure: at }),
    ),
  ]);
}

const paneWords = ({ label, levels }: { label: Text; levels: readonly Level[] }, alt: Alt): Text =>
  levels.length === 0
    ? fillSlots(alt.pane, { label })
    : fillSlots(alt.paneWithLine, {
        label,
        list: listed(
          levels.map(({ figure }) => figure),
          alt,
        ),
      });

/** "a", "a and b", "a, b and c". */
const listed = (texts: readonly Text[], { comma, and }: Alt): Text =>
  texts.flatMap((text, place) => [
    ...(place === 0 ? [] : [place === texts.length - 1 ? and : comma]),
    ...text,
  ]);
