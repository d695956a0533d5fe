import { useEffect, useRef, useState } from 'react';

/** Long enough not to ask for every letter, short enough to feel at once. */
const PAUSE_MS = 180;

/**
 * What stands in a field that narrows a list, and how it is set: told to `onChange`, trimmed, once nobody has typed for a
 * moment. It follows `value` where that is changed elsewhere.
 */
export function usePausedText(
  value: string,
  onChange: (value: string) => void,
): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(value);
  const told = useRef(value);
  // Back, a view or "Clear" have changed the address: show what is in force.
  useEffect(() => {
    if (value !== told.current) setText(value);
    told.current = value;
  }, [value]);
  useEffect(() => {
    const wanted = text.trim();
    if (wanted === told.current) return;
    const timer = setTimeout(() => {
      told.current = wanted;
      onChange(wanted);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, onChange]);
  return [text, setText];
}
