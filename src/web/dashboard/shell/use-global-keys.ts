import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { FEATURES } from '../features/registry.ts';
import { isCovered, isTyping } from '#src/web/lib/typing.ts';

/** So long a `g` waits for its letter. */
const WAIT_MS = 1_500;
const PLACES = new Map(FEATURES.flatMap(({ menu }) => (menu?.key ? [[menu.key, menu.to] as const] : [])));

/** The keys that work on every screen: the palette, the help, and `g` with a letter to go somewhere. */
export function useGlobalKeys(open: (what: 'palette' | 'help') => void): void {
  const navigate = useNavigate();
  useEffect(() => {
    let began = Number.NEGATIVE_INFINITY;
    const onKey = (event: KeyboardEvent) => {
      // Also out of a field: it is pressed together with another, and means nothing else there.
      if (
        (event.metaKey || event.ctrlKey) &&
        !event.altKey &&
        !event.shiftKey &&
        event.key.toLowerCase() === 'k'
      ) {
        event.preventDefault();
        if (!isCovered()) open('palette');
        return;
      }
      if (event.repeat || isTyping(event) || isCovered()) return;
      const waiting = event.timeStamp - began < WAIT_MS;
      began = Number.NEGATIVE_INFINITY;
      const place = waiting ? PLACES.get(event.key) : undefined;
      if (place !== undefined) {
        event.preventDefault();
        event.stopImmediatePropagation();
        void navigate(place);
      } else if (event.key === 'g') began = event.timeStamp;
      else if (event.key === '?') {
        event.preventDefault();
        open('help');
      }
    };
    // Before those of the screens: the letter after a `g` is nothing else.
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, [navigate, open]);
}
