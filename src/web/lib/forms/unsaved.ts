import { type RefObject, useEffect, useRef } from 'react';
import { leavingGuard } from '../screens/leaving-guard.ts';

/** What forms that are open say: whether they hold something that isn't saved. */
const forms = new Set<() => boolean>();

export const hasUnsaved = (): boolean => [...forms].some((differs) => differs());

async function askFirst(go: () => void): Promise<void> {
  const { confirmLeaving } = await import('../screens/leave-dialog.tsx');
  if (!(await confirmLeaving())) return;
  // Nothing asks again.
  forms.clear();
  go();
}

leavingGuard.holds = (go) => {
  const holds = hasUnsaved();
  if (holds) void askFirst(go);
  return holds;
};

function warn(event: BeforeUnloadEvent): void {
  if (hasUnsaved()) event.preventDefault();
}

export function watchUnsaved(differs: () => boolean): () => void {
  if (forms.size === 0) addEventListener('beforeunload', warn);
  forms.add(differs);
  return () => {
    forms.delete(differs);
    if (forms.size === 0) removeEventListener('beforeunload', warn);
  };
}

/**
 * Leaving the screen asks first while `differs` returns true. It is asked at that moment, so that what was just saved
 * can lead on to another screen.
 */
export function useUnsaved(differs: () => boolean): void {
  const latest = useRef(differs);
  useEffect(() => {
    latest.current = differs;
  });
  useEffect(() => watchUnsaved(() => latest.current()), []);
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
