import { type RefObject, useEffect, useRef } from 'react';
import { leavingGuard } from '../screens/leaving-guard.ts';

/**
 * What forms that are open say: whether they hold something that isn't saved. With it, whether they close when the
 * screen stays and shows something else, as an inbox does.
 */
const forms = new Map<() => boolean, boolean>();

/** The forms that a move would lose. `isHere`: the screen stays. */
const lostBy = (isHere: boolean): (() => boolean)[] =>
  [...forms].flatMap(([differs, closesHere]) => ((!isHere || closesHere) && differs() ? [differs] : []));

export const hasUnsaved = (): boolean => lostBy(false).length > 0;

async function askFirst(go: () => void, lost: readonly (() => boolean)[]): Promise<void> {
  const { confirmLeaving } = await import('../screens/leave-dialog.tsx');
  if (!(await confirmLeaving())) return;
  // They don't ask again.
  for (const differs of lost) forms.delete(differs);
  go();
}

leavingGuard.holds = (go, isHere) => {
  const lost = lostBy(isHere);
  if (lost.length > 0) void askFirst(go, lost);
  return lost.length > 0;
};

function warn(event: BeforeUnloadEvent): void {
  if (hasUnsaved()) event.preventDefault();
}

export function watchUnsaved(differs: () => boolean, closesHere = false): () => void {
  if (forms.size === 0) addEventListener('beforeunload', warn);
  forms.set(differs, closesHere);
  return () => {
    forms.delete(differs);
    if (forms.size === 0) removeEventListener('beforeunload', warn);
  };
}

/**
 * Leaving the screen asks first while `differs` returns true. It is asked at that moment, so that what was just saved
 * can lead on to another screen. `closesHere`: so does whatever else this screen opens by its address.
 */
export function useUnsaved(differs: () => boolean, closesHere = false): void {
  const latest = useRef(differs);
  useEffect(() => {
    latest.current = differs;
  });
  useEffect(() => watchUnsaved(() => latest.current(), closesHere), [closesHere]);
}

const textOf = (form: HTMLFormElement): string =>
  JSON.stringify([...new FormData(form)].map(([name, value]) => [name, String(value)]));

/** The same for a form whose controls hold its values. `saved` is called once they are stored. */
export function useUnsavedFields(): {
  ref: RefObject<HTMLFormElement | null>;
  onFocus: () => void;
  saved: () => void;
} {
  const ref = useRef<HTMLFormElement>(null);
  const before = useRef<string | null>(null);
  useUnsaved(() => ref.current !== null && before.current !== null && textOf(ref.current) !== before.current);
  return {
    ref,
    // Parts of a form may still be loading when it is drawn: what counts is what was there as somebody began.
    onFocus: () => {
      if (before.current === null && ref.current) before.current = textOf(ref.current);
    },
    saved: () => {
      before.current = null;
    },
  };
}
