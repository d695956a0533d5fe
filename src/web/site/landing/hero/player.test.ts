import { expect, it } from 'vitest';
import { createPlayer } from './player.ts';

/** A player whose frames come when the test says so. */
function rig(length = 100) {
  const shown: number[] = [];
  const states: string[] = [];
  let asked: ((now: number) => void)[] = [];
  const player = createPlayer({
    length,
    show: (elapsed) => shown.push(elapsed),
    changed: (state) => states.push(state),
    nextFrame: (callback) => asked.push(callback),
  });
  const frame = (now: number): void => {
    const due = asked;
    asked = [];
    for (const callback of due) callback(now);
  };
  return { player, shown, states, frame, asked: () => asked.length };
}

it('plays once to the end and asks for no frame after it', () => {
  const { player, shown, states, frame, asked } = rig();
  player.play();
  for (const now of [1000, 1040, 1080, 1130]) frame(now);
  expect(shown).toEqual([0, 40, 80, 100]);
  expect(states).toEqual(['playing', 'ended']);
  expect(asked()).toBe(0);
});

it('time stands still while it is paused', () => {
  const { player, shown, frame, asked } = rig();
  player.play();
  frame(1000);
  frame(1030);
  player.pause();
  frame(1060);
  expect(asked()).toBe(0);
  player.resume();
  frame(9000);
  frame(9010);
  expect(shown).toEqual([0, 30, 30, 40]);
});

it('time stands still while it is out of sight, and goes on from there', () => {
  const { player, shown, states, frame, asked } = rig();
  player.play();
  frame(1000);
  frame(1050);
  player.hold(true);
  frame(1080);
  expect(asked()).toBe(0);
  player.hold(false);
  frame(5000);
  frame(5050);
  expect(shown).toEqual([0, 50, 50, 100]);
  expect(states).toEqual(['playing', 'ended']);
});

it('a pause outlasts being out of sight', () => {
  const { player, frame, asked } = rig();
  player.play();
  frame(0);
  player.pause();
  player.hold(true);
  player.hold(false);
  frame(10);
  expect(asked()).toBe(0);
  expect(player.state()).toBe('paused');
});

it('replays from the start, also in the middle, with one frame at a time', () => {
  const { player, shown, frame, asked } = rig();
  player.play();
  frame(0);
  frame(60);
  player.play();
  expect(asked()).toBe(1);
  frame(70);
  frame(80);
  expect(shown).toEqual([0, 60, 0, 10]);
});

it('finish leaves the last frame', () => {
  const { player, shown, states, frame } = rig();
  player.play();
  frame(0);
  player.finish();
  frame(50);
  expect(shown).toEqual([0, 100]);
  expect(states.at(-1)).toBe('ended');
});
