import { expect, it } from 'vitest';
import { createSlots } from './slots.ts';

it('gives what is free, and the next place to whoever has waited longest', async () => {
  const slots = createSlots(5);
  expect(await slots.take(3)).toBe(3);
  expect(await slots.take(128)).toBe(2);
  const order: string[] = [];
  const one = slots.take(4).then((taken) => order.push(`one ${taken}`));
  const two = slots.take(4).then((taken) => order.push(`two ${taken}`));
  slots.give(3);
  await one;
  slots.give(2);
  await two;
  expect(order).toEqual(['one 3', 'two 2']);
});
