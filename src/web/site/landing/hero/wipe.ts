import { DRAW_FROM, DRAW_UNTIL } from './timeline.ts';

/** A difference that nobody sees, in ms: correcting it would be seen. */
const UNSEEN = 150;

/**
 * Draws the line by pulling a window over it: the window comes in from the left while its pane is held in its place.
 * Both are moved by the compositor, so that the page makes no frame of its own for it and answers a finger at once.
 * @returns what is told whether time runs, and at which moment (ms from the start)
 */
export function createWipe(
  window: Element,
  pane: Element,
  length: number,
): (running: boolean, elapsed: number) => void {
  const timing = {
    delay: DRAW_FROM,
    duration: DRAW_UNTIL - DRAW_FROM,
    // As long as all the rest: whatever has ended begins anew when it is told to go on.
    endDelay: length - DRAW_UNTIL,
    fill: 'both',
  } as const;
  let moves: Animation[] = [];
  return (running, elapsed) => {
    if (elapsed >= length) {
      // As it was delivered: nothing is left on the compositor's hands.
      for (const move of moves) move.cancel();
      moves = [];
      return;
    }
    if (moves.length === 0)
      moves = [
        window.animate({ transform: ['translateX(-100%)', 'none'] }, timing),
        pane.animate({ transform: ['translateX(100%)', 'none'] }, timing),
      ];
    for (const move of moves) {
      if (Math.abs(Number(move.currentTime ?? 0) - elapsed) > UNSEEN) move.currentTime = elapsed;
      if (running) move.play();
      else move.pause();
    }
  };
}
