/** A server is asked again after so long while something says that it is not there, in ms. */
const LOOK_EVERY_MS = 4_000;

export type ServerWatch = {
  /** Something found no server, or none that answers. */
  doubt: () => void;
  stop: () => void;
};

/**
 * Looks whether a server that failed is back, and says so once: `onBack` after it was seen away, `onThere` whenever a
 * doubt proves wrong or over. At the start it counts as away, for what waits from an earlier run.
 */
export function watchServer(options: {
  isThere: () => Promise<boolean>;
  onThere: () => void;
  /** @throws to be called again at the next look */
  onBack: () => Promise<void>;
  onError: (error: unknown) => void;
  everyMs?: number;
}): ServerWatch {
  let doubtful = true;
  let wasAway = true;
  let looking = false;

  async function look(): Promise<void> {
    if (!doubtful || looking) return;
    looking = true;
    try {
      doubtful = false;
      if (!(await options.isThere())) {
        [doubtful, wasAway] = [true, true];
        return;
      }
      options.onThere();
      if (!wasAway) return;
      wasAway = false;
      await options.onBack();
    } catch (error) {
      [doubtful, wasAway] = [true, true];
      options.onError(error);
    } finally {
      looking = false;
    }
  }
  const timer = setInterval(() => void look(), options.everyMs ?? LOOK_EVERY_MS);
  timer.unref();
  return { doubt: () => void (doubtful = true), stop: () => clearInterval(timer) };
}
