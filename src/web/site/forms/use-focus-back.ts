import { type RefObject, useEffect, useRef } from 'react';

/**
 * A button loses the focus when it is disabled while it sends. Afterwards it has it again, unless something else has.
 * @returns what goes to the button as `ref`
 */
export function useFocusBack(busy: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const pressed = button.current;
    if (!busy) return;
    return () => {
      if (document.activeElement === document.body) pressed?.focus();
    };
  }, [busy]);
  return button;
}
