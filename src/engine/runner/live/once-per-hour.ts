const HOUR = 3_600_000;
const MOST_KNOWN = 50;

/** Makes a filter that lets each text through once per hour; `now` in ms, UTC. */
export const oncePerHour = (): ((text: string, now: number) => boolean) => {
  const shown = new Map<string, number>();
  return (text, now) => {
    for (const [known, at] of shown) if (now - at >= HOUR || shown.size > MOST_KNOWN) shown.delete(known);
    if (shown.has(text)) return false;
    shown.set(text, now);
    return true;
  };
};
