import type { Command } from '../lib/palette.ts';

/**
 * The commands that have every word of a text at the beginning of one of theirs, the ones whose label begins with it
 * first; otherwise in the order they were. An empty text fits all.
 */
export function rank(commands: readonly Command[], text: string): Command[] {
  const wanted = words(text);
  if (wanted.length === 0) return [...commands];
  const whole = text.trim().toLowerCase();
  const fitting = commands.filter((command) => {
    const have = words(`${command.label} ${command.words ?? ''}`);
    return wanted.every((word) => have.some((each) => each.startsWith(word)));
  });
  const begins = (command: Command) => Number(command.label.toLowerCase().startsWith(whole));
  return fitting.toSorted((a, b) => begins(b) - begins(a));
}

const words = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
