import { dayAfter, ZONE } from './days.ts';

/** What the address of the screen may narrow a week by. */
export const FILTERS = ['kind', 'importance', 'place', 'q'] as const;

/** What the server is asked for the week that begins on a day, as the address narrows it: places stand there with commas. */
export function askedOf(search: URLSearchParams, from: string): URLSearchParams {
  const asked = new URLSearchParams({ from, to: dayAfter(from, 6), zone: ZONE });
  for (const name of FILTERS) {
    const text = search.get(name) ?? '';
    const values = name === 'place' ? text.split(',') : [text];
    for (const value of values) if (value.trim() !== '') asked.append(name, value.trim());
  }
  return asked;
}
