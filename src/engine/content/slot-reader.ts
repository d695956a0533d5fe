import type { Slot } from '#src/shared/content/text.ts';

/** The text of a slot, read from the evidence; null where the evidence has no such thing. */
export type SlotReader = (slot: Pick<Slot, 'of' | 'as'>) => string | null;

export type SlotSource = readonly [slot: Slot['slot'], of: string, as: string];

/** A slot with its text, or null where the evidence has none. */
export function readSlot(read: SlotReader, ...[slot, of, as]: SlotSource): Slot | null {
  const text = read({ of, as });
  return text === null ? null : { slot, of, as, text };
}
