const outOf = <Key, Each>(sets: Map<Key, Set<Each>>, key: Key, each: Each): void => {
  const set = sets.get(key);
  set?.delete(each);
  if (set?.size === 0) sets.delete(key);
};

/**
 * Who waits for what on bars that are not closed: rules stand at the condition that could let them speak, and those are
 * asked whose condition is true on the bar as it is shown. One that can say nothing for a while whatever is true
 * (`rest`) is not asked until then, so that a look costs what may fire on it.
 */
export const waitingEarly = <Line extends object, Entry extends object>() => {
  const standing = new Map<Line, Set<Entry>>();
  const places = new Map<Entry, { line: Line; until: number | null }>();
  const resting = new Map<number, Set<Entry>>();
  const shown = new Set<Line>();
  /** What is true on the bar that was shown last, and waited for. */
  const concerned = new Set<Line>();
  let awake = 0;

  const leave = (entry: Entry): void => {
    const place = places.get(entry);
    if (!place) return;
    places.delete(entry);
    const { line, until } = place;
    if (until !== null) return outOf(resting, until, entry);
    awake -= 1;
    outOf(standing, line, entry);
    if (!standing.has(line)) concerned.delete(line);
  };
  const place = (entry: Entry, line: Line): void => {
    leave(entry);
    places.set(entry, { line, until: null });
    const set = standing.get(line) ?? new Set();
    standing.set(line, set.add(entry));
    awake += 1;
    if (shown.has(line)) concerned.add(line);
  };

  return {
    place,
    /** Until a moment, or Infinity: until the bar is over. */
    rest: (entry: Entry, until: number): void => {
      const line = places.get(entry)?.line;
      if (!line) return;
      leave(entry);
      places.set(entry, { line, until });
      resting.set(until, (resting.get(until) ?? new Set()).add(entry));
    },
    /** It is that moment by now; on another bar than before, also for who rested until the bar was over. */
    wake: (moment: number, isAnother: boolean): void => {
      for (const [until, set] of resting)
        if (until <= moment || (isAnother && until === Infinity))
          for (const entry of set) {
            const line = places.get(entry)?.line;
            if (line) place(entry, line);
          }
    },
    clear: (): void => {
      for (const each of [standing, places, resting, concerned]) each.clear();
      awake = 0;
    },
    /** Whether a condition is true on the bar that is shown. */
    say: (line: Line, isTrue: boolean): void => {
      if (isTrue) shown.add(line);
      else shown.delete(line);
      if (isTrue && standing.has(line)) concerned.add(line);
      else concerned.delete(line);
    },
    isShown: (line: Line): boolean => shown.has(line),
    isAnyAwake: (): boolean => awake > 0,
    concerned: (): Entry[] => [...concerned].flatMap((line) => [...(standing.get(line) ?? [])]),
  };
};
