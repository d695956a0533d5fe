/** `ended` is also how it stands before the first start: the last frame. */
type PlayerState = 'playing' | 'paused' | 'ended';

type PlayerDeps = {
  /** ms. */
  length: number;
  show: (elapsed: number) => void;
  changed: (state: PlayerState) => void;
  /** As requestAnimationFrame, or rarer: the time in ms goes to the callback. */
  nextFrame: (callback: (now: number) => void) => void;
};

type Player = {
  state: () => PlayerState;
  /** From the start, once. */
  play: () => void;
  pause: () => void;
  resume: () => void;
  /** Leaves everything as in the last frame. */
  finish: () => void;
  /** While held (out of view, tab hidden) time stands still, whatever the state. */
  hold: (held: boolean) => void;
};

export function createPlayer({ length, show, changed, nextFrame }: PlayerDeps): Player {
  let state: PlayerState = 'ended';
  let held = false;
  let elapsed = length;
  let last: number | null = null;
  let waiting = false;

  const enter = (next: PlayerState): void => {
    state = next;
    changed(next);
    restart();
  };
  /** The button responds to a tap at once; the animation starts with the next frame. */
  const restart = (): void => {
    last = null;
    tick();
  };
  const tick = (): void => {
    if (waiting || state !== 'playing' || held) return;
    waiting = true;
    nextFrame((now) => {
      waiting = false;
      if (state !== 'playing' || held) return;
      // The first frame after a stop only starts the clock: the time of the stop does not count.
      elapsed = Math.min(length, elapsed + (last === null ? 0 : Math.max(0, now - last)));
      last = now;
      show(elapsed);
      if (elapsed >= length) enter('ended');
      else tick();
    });
  };
  return {
    state: () => state,
    play: () => {
      elapsed = 0;
      enter('playing');
    },
    pause: () => {
      if (state === 'playing') enter('paused');
    },
    resume: () => {
      if (state === 'paused') enter('playing');
    },
    finish: () => {
      elapsed = length;
      show(length);
      enter('ended');
    },
    hold: (now) => {
      if (held === now) return;
      held = now;
      restart();
    },
  };
}
