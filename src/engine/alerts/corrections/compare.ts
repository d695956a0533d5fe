import { BAR_CORRECTIONS, type CorrectedFigure } from '#src/shared/bar-corrections.ts';
import { type AlertDocument, textsOf } from '#src/shared/content/document.ts';
import { isSlot, plain, type Slot, type Text } from '#src/shared/content/text.ts';
import type { SlotReader } from '../../content/slot-reader.ts';
import { isFilled } from '../../content/templates/filled.ts';

/** What the slots of a document are read from: the evidence as it was, and as it is with corrected bars. */
export type Readers = { before: SlotReader; after: SlotReader };

const keyOf = ({ of, as }: Slot): string => `${of} as ${as}`;

/** Whether a figure reads otherwise now. Figures that the evidence doesn't hold, such as a rank, stay as they are. */
const isOther = (slot: Slot, { before, after }: Readers): boolean => {
  if (slot.slot !== 'figure') return false;
  const was = before(slot);
  return was !== null && was !== after(slot);
};

const otherIn = (text: Text, readers: Readers): Slot[] =>
  text.filter(isSlot).filter((slot) => isOther(slot, readers));

/**
 * The figures that readers saw and that the corrected bars don't bear out as they are printed, each once: those with a
 * label first. What a correction quotes of the alert before it isn't compared.
 */
export function compareFigures(document: AlertDocument, readers: Readers): CorrectedFigure[] {
  const known = new Set<string>();
  const found: CorrectedFigure[] = [];
  for (const { label, value } of [...(document.figure ? [document.figure] : []), ...document.table]) {
    const other = otherIn(value, readers);
    if (other.every((slot) => known.has(keyOf(slot)))) continue;
    for (const slot of other) known.add(keyOf(slot));
    const right = other.some((slot) => readers.after(slot) === null) ? null : plain(reread(value, readers));
    found.push({ label: plain(label), of: other[0]?.of ?? '', said: plain(value), right });
  }
  for (const { part, text } of textsOf(document)) {
    if (part === 'notice') continue;
    for (const slot of otherIn(text, readers)) {
      if (known.has(keyOf(slot))) continue;
      known.add(keyOf(slot));
      const [said, right] = [slot.text, readers.after(slot)];
      // Two figures that read the same are one to a reader.
      if (!found.some((each) => each.said === said && each.right === right))
        found.push({ label: '', of: slot.of, said, right });
    }
  }
  return found.slice(0, BAR_CORRECTIONS.figuresMax);
}

/** A text with the figures of the corrected bars. */
const reread = (text: Text, readers: Readers): Text =>
  text.map((node) => (isSlot(node) && isOther(node, readers) ? rereadSlot(node, readers) : node));

const rereadSlot = (slot: Slot, { after }: Readers): Slot => ({ ...slot, text: after(slot) ?? slot.text });

/** The parts of a document that a correction shows again, with the figures of the corrected bars. */
export function rereadDocument(document: AlertDocument, readers: Readers): AlertDocument {
  const text = (each: Text): Text => reread(each, readers);
  const { figure, chart, table, dateline, pictures, layout, ...rest } = document;
  // HTML of a template is filled with the texts of before.
  const kept = isFilled(document) ? undefined : layout;
  return {
    ...rest,
    dateline: text(dateline),
    figure: figure && { ...figure, value: text(figure.value) },
    table: table.map((row) => ({ ...row, value: text(row.value) })),
    chart: chart && { ...chart, description: text(chart.description) },
    ...(kept && {
      layout: {
        ...kept,
        elements: kept.elements.map((element) =>
          element.kind === 'text' ? { ...element, text: text(element.text) } : element,
        ),
      },
    }),
    ...(pictures && {
      pictures: pictures.map((picture) => ({ ...picture, description: text(picture.description) })),
    }),
  };
}

/** A document without what the corrected bars don't make true: figures, table, pictures and facts for programs. */
export function withoutFigures({
  data: _facts,
  pictures: _drawn,
  layout: _layout,
  ...document
}: AlertDocument): AlertDocument {
  return { ...document, direction: null, figure: null, table: [], chart: null };
}
