import { useEffect, useRef } from 'react';
import { isCovered, isTyping } from './typing.ts';

/** Keys of the screen, each with what it does; none while something is typed or a dialog is open. */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  const newest = useRef(keys);
  useEffect(() => {
    newest.current = keys;
  }, [keys]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const act = newest.current[event.key];
      if (!act || isTyping(event) || isCovered()) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
