import type { Language } from '#src/shared/content/answer.ts';
import { type AlertDocument, textsOf } from '#src/shared/content/document.ts';
import { isSlot, type Slot } from '#src/shared/content/text.ts';
import { figuresIn } from './figures-in.ts';
import type { Habits } from './habits.ts';
import type { Grounds } from './known.ts';
import { isFigure } from './read-back.ts';

/** Whether the figure of a slot is the very one that it names, and not another of the evidence. */
export function isOwnFigure(
  { of, text }: Pick<Slot, 'of' | 'text'>,
  { figures }: Grounds,
  language: Language,
  habits: Habits,
): boolean {
  const named = figures.filter((figure) => figure.of === of);
  const [read, ...more] = figuresIn(text, language, habits);
  if (!read || read.is !== 'number' || more.length > 0) return false;
  return named.some((figure) => isFigure(read, figure));
}

/** Slots of a document whose figure isn't the one that they name. */
export const wrongSlots = (
  document: AlertDocument,
  grounds: Grounds,
  language: Language,
  habits: Habits,
): { count: number; wrong: { at: string; figure: string }[] } => {
  const slots = textsOf(document).flatMap(({ part, text }) =>
    text.filter(isSlot).flatMap((slot) => (slot.slot === 'figure' ? [{ part, slot }] : [])),
  );
  return {
    count: slots.length,
    wrong: slots
      .filter(({ slot }) => !isOwnFigure(slot, grounds, language, habits))
      .map(({ part, slot }) => ({ at: `${part}, ${slot.of}`, figure: slot.text })),
  };
};
