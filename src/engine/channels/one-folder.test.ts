import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ACCOUNT_CHANNEL } from '#src/shared/account-channel.ts';
import { channelOf, channels } from './registry.ts';

/** Names a channel as the channel of accounts; its value is checked below. */
const ACCOUNT = 'src/shared/account-channel.ts';
/** What is sold and what is said of channels, by their names. */
const SAID = [
  'src/shared/plans.ts',
  'src/web/content/',
  'src/web/site/',
  // Add-ons are sold by the channel's name.
  'src/shared/entitlements.ts',
  'src/server/api/billing/contract.ts',
  // Where else a brand is found: links in its alerts, and no channel.
  'src/shared/brand-kit.ts',
];
/** Migrations that landed before channels were registered in the program. What they left is asked of the database. */
const LANDED = new Set(['0002_workspaces.sql', '0110_leaving.sql']);

function* sources(folder: string): Generator<string> {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* sources(path);
    else if (/\.(?:ts|tsx|astro|sql)$/.test(name) && !/\.(?:test|spec|fixture)\.tsx?$/.test(name)) yield path;
  }
}

/**
 * Kinds that are also words of something else, and what a line that names the channel speaks of: `email` is a field of
 * forms; `x` a coordinate; `webhook` a kind of outside event, and in the folders of chats one of their own ways in.
 */
const WORDS: Readonly<Record<string, RegExp>> = {
  [ACCOUNT_CHANNEL]: /channel|\bkind\b/i,
  x: /channel|\bkind\b/i,
  webhook: /channel/i,
};

/** Lines that name a channel's kind. One that is also a word counts where its line, or the head of its switch, says so. */
function naming(text: string, kind: string): string[] {
  const quoted = new RegExp(`(['"\`])${kind}\\1`);
  const about = WORDS[kind] ?? /^/;
  const lines = text.split('\n');
  return lines.filter((line, n) => {
    const whole = /^\s*case /.test(line) ? `${lines[n - 1] ?? ''} ${line}` : line;
    return quoted.test(line) && about.test(whole);
  });
}

const allowed = (path: string, kind: string): boolean =>
  path.startsWith(`src/engine/channels/${kind}/`) ||
  (kind === 'webhook' && /^src\/engine\/channels\/\w+\/access\.ts$/.test(path)) ||
  path === ACCOUNT ||
  SAID.some((said) => path.startsWith(said)) ||
  LANDED.has(path.slice('src/db/migrations/'.length));

it('names a channel in its folder and in a line of the registry, and nowhere else', () => {
  const found = [...sources('src')].flatMap((path) =>
    channels()
      .filter(({ kind }) => !allowed(path, kind))
      .flatMap(({ kind }) =>
        naming(readFileSync(path, 'utf8'), kind).map((line) => `${path}: ${line.trim()}`),
      ),
  );
  expect(found).toEqual([]);
});

it.each([
  ["const row = { channel: 'email', address };", 'email'],
  ["where(eq(addresses.channel, 'email'))", 'email'],
  ["switch (channel) {\n  case 'email':", 'email'],
  ["check (channel in ('email', 'sms'))", 'email'],
  ['channel === "email" ? a : b', 'email'],
  ["if (to === 'pigeon') coo();", 'pigeon'],
  ["switch (channel) {\n  case 'webhook':", 'webhook'],
  ["const row = { channel: 'webhook' };", 'webhook'],
  ["if (channel.kind === 'x') post();", 'x'],
])('finds a planted one: %s', (text, kind) => expect(naming(text, kind)).toHaveLength(1));

it.each(['<input name="email" type="email">', "field: 'email',", "type === 'email' ? 'signup' : type"])(
  'passes over a field of a form: %s',
  (text) => expect(naming(text, 'email')).toEqual([]),
);

it('passes over outside events', () => {
  expect(naming("if (outside.kind === 'webhook') return;", 'webhook')).toEqual([]);
});
it('passes over a coordinate', () => expect(naming("Pick<Rect, 'x' | 'width'>", 'x')).toEqual([]));

it('reaches accounts at their own addresses', () => {
  const { address } = channelOf(ACCOUNT_CHANNEL);
  expect(address?.normalize(' Ada@Desk.Example ')).toBe('ada@desk.example');
});
