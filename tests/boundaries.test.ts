import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize, relative, sep } from 'node:path';
import { expect, it } from 'vitest';

/**
 * Who may import whom. A room is a folder of src (or of the engine); it may import from itself, from the rooms named
 * here, and from npm. The smallest room that holds a file counts.
 */
const RULES: Record<string, readonly string[]> = {
  shared: [],
  config: ['shared'],
  keys: ['config', 'shared'],
  log: ['loggable'],
  loggable: [],
  net: [],
  db: ['shared', 'config'],
  mail: ['shared'],
  limits: ['db', 'shared'],
  accounts: ['db', 'shared', 'keys', 'mail', 'limits'],
  workspaces: ['db', 'shared', 'keys', 'mail', 'limits'],
  documents: ['db', 'shared', 'limits'],
  billing: ['db', 'shared'],
  leads: ['db', 'shared', 'mail', 'limits'],
  contact: ['db', 'shared', 'mail', 'limits'],
  demo: ['db', 'shared', 'limits', 'engine'],
  chat: ['db', 'shared', 'mail', 'limits'],
  engine: ['db', 'shared', 'mail', 'net'],
  'engine/indicators': ['shared'],
  'engine/detectors': ['shared', 'engine/indicators'],
  'engine/conditions': ['shared', 'engine/indicators', 'engine/detectors'],
  'engine/content': ['shared', 'mail'],
  'engine/channels': ['shared', 'mail'],
  jobs: [
    'accounts',
    'workspaces',
    'billing',
    'leads',
    'contact',
    'demo',
    'chat',
    'engine',
    'db',
    'shared',
    'mail',
    'keys',
    'log',
  ],
  outbox: ['shared'],
  server: [
    'accounts',
    'workspaces',
    'documents',
    'billing',
    'leads',
    'contact',
    'demo',
    'chat',
    'engine',
    'db',
    'shared',
    'outbox',
    'log',
    'loggable',
  ],
  cli: ['engine', 'shared', 'db', 'config'],
  web: ['shared', 'engine/detectors'],
  start: ['*'],
  main: ['*'],
};
/** Feature folders that never know of each other. */
const SIBLINGS = ['engine/channels', 'web/dashboard/features'];

const files = (function* walk(folder: string): Generator<string> {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* walk(path);
    else if (
      /\.(ts|tsx|astro|mjs|js)$/.test(name) &&
      !/\.test\.tsx?$|test-support\.ts$|test-program\.ts$/.test(name)
    )
      yield path;
  }
})('src');

const IMPORT = /(?:from\s+|import\s*\(\s*|import\s+)(['"])([^'"]+)\1/g;

function roomOf(path: string): string {
  const inside = relative('src', path).split(sep).join('/');
  const rooms = Object.keys(RULES).filter((room) => inside === `${room}.ts` || inside.startsWith(`${room}/`));
  return rooms.sort((a, b) => b.length - a.length)[0] ?? `src/${inside} (no room)`;
}

function importsOf(path: string): string[] {
  const text = readFileSync(path, 'utf8');
  return [...text.matchAll(IMPORT)].flatMap(([, , target = '']) => {
    if (target.startsWith('#src/')) return [normalize(join('src', target.slice('#src/'.length)))];
    const file = normalize(join(dirname(path), target));
    // A file of an npm package, reached by path because its package does not offer it.
    if (target.startsWith('.') && !file.startsWith('node_modules')) return [file];
    return [];
  });
}

const every = [...files].map((path) => ({ path, room: roomOf(path), imports: importsOf(path) }));

it('finds the house it is to watch', () => {
  expect(every.length).toBeGreaterThan(100);
  expect(every.flatMap((file) => file.imports).length).toBeGreaterThan(200);
});

it('has a room for every file', () => {
  expect(every.filter((file) => file.room.endsWith('(no room)')).map((file) => file.path)).toEqual([]);
});

it('imports only in the allowed direction', () => {
  const wrong = every.flatMap(({ path, room, imports }) =>
    imports
      .filter((target) => {
        const other = roomOf(target);
        const allowed = RULES[room] ?? [];
        const within = other === room || (other.startsWith(`${room}/`) && room !== 'engine');
        // The engine composes its own rooms; what they may reach is their own rule.
        const engineInside = room === 'engine' && other.startsWith('engine');
        return !(
          within ||
          engineInside ||
          allowed.includes('*') ||
          allowed.some((name) => other === name || other.startsWith(`${name}/`))
        );
      })
      .map((target) => `${path} -> ${target}`),
  );
  expect(wrong).toEqual([]);
});

it.each(SIBLINGS)('keeps the folders of %s apart', (folder) => {
  const prefix = `src/${folder}/`;
  const nameOf = (path: string) => (path.startsWith(prefix) ? path.slice(prefix.length).split('/') : []);
  const wrong = every.flatMap(({ path, imports }) => {
    const own = nameOf(path);
    if (own.length < 2) return [];
    return imports.filter((target) => {
      const other = nameOf(target);
      return other.length > 1 && other[0] !== own[0];
    });
  });
  expect(wrong).toEqual([]);
});

it('keeps the engine away from HTTP', () => {
  const http = /from ['"](hono|@hono\/|node:http)/;
  const rooms = new Set([
    'engine',
    'engine/detectors',
    'engine/content',
    'engine/channels',
    'accounts',
    'workspaces',
    'leads',
    'contact',
    'demo',
    'chat',
    'limits',
    'documents',
    'db',
    'jobs',
  ]);
  const wrong = every.filter(({ path, room }) => rooms.has(room) && http.test(readFileSync(path, 'utf8')));
  expect(wrong.map((file) => file.path)).toEqual([]);
});

it('reads the environment in one place', () => {
  const wrong = every.filter(
    ({ path, room }) => room !== 'config' && /process\.env\b/.test(readFileSync(path, 'utf8')),
  );
  expect(wrong.map((file) => file.path)).toEqual([]);
});
