import { expect, test } from 'vitest';
import { rank } from './rank.ts';

const commands = ['Dashboard', 'Analytics', 'Start Trial Run', 'Theme: night', 'Run the night'].map(
  (label) => ({
    id: label,
    label,
    ...(label === 'Analytics' ? { words: 'figures report' } : {}),
    run: () => undefined,
  }),
);

test.each([
  ['', commands.map(({ label }) => label)],
  ['  ', commands.map(({ label }) => label)],
  ['run', ['Run the night', 'Start Trial Run']],
  ['TRI st', ['Start Trial Run']],
  ['fig', ['Analytics']],
  ['night', ['Theme: night', 'Run the night']],
  ['theme night', ['Theme: night']],
  ['ash', []],
  ['(', commands.map(({ label }) => label)],
])('%j', (text, labels) => expect(rank(commands, text).map(({ label }) => label)).toEqual(labels));
