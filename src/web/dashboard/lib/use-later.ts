import { useEffect, useState } from 'react';

const PAUSE_MS = 150;

/** The text once it hasn't changed for `ms`. */
export function useLater(text: string, ms = PAUSE_MS): string {
  const [later, setLater] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setLater(text), ms);
    return () => clearTimeout(timer);
  }, [text, ms]);
  return later;
}
