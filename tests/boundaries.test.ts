import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize, relative, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { circles, type Graph } from './support/circles.ts';

/**
 * Who may import whom. A room is a folder of src; it may import from itself, from the rooms named here, and from npm.
 * A file belongs to the deepest room that holds it. The rooms must not form a circle, nor may files.
 */
const RULES: Record<string, readonly string[]> = {
  shared: [],
  config: ['shared'],

  'platform/concurrency': [],
  'platform/json': [],
  'platform/log': [],
  'platform/practice': [],
  'platform/net': ['platform/practice'],
  'platform/keys': ['config'],
  'platform/mail': ['shared'],
  'platform/outbox': ['shared', 'platform/practice'],
  db: ['shared', 'config'],
  'platform/limits': ['db', 'shared'],

  accounts: ['db', 'shared', 'ledger', 'platform/keys', 'platform/mail', 'platform/limits'],
  brands: ['db', 'shared', 'platform/json', 'platform/limits', 'platform/net'],
  workspaces: ['db', 'shared', 'ledger', 'platform/keys', 'platform/mail', 'platform/limits'],
  subscribers: ['db', 'shared', 'people', 'ledger', 'platform/keys', 'platform/mail', 'platform/limits'],
  publishing: ['db', 'shared', 'subscribers', 'engine/channels'],
  documents: ['db', 'shared', 'platform/limits'],
  templates: [
    'db',
    'shared',
    'brands',
    'platform/limits',
    'engine/alerts',
    'engine/channels',
    'engine/content',
  ],
  people: ['db', 'shared', 'ledger'],
  billing: ['db', 'shared'],
  'support/leads': ['db', 'shared', 'platform/mail', 'platform/limits'],
  'support/queue': ['db', 'shared'],
  'support/contact': ['db', 'shared', 'platform/mail', 'platform/limits', 'support/queue'],
  'support/chat': ['db', 'shared', 'platform/mail', 'platform/limits', 'support/queue'],

  ledger: ['db', 'shared', 'platform/json', 'platform/keys'],

  // The few types that every room of the engine shares: the queue it is handed, who changes something.
  engine: ['db', 'shared'],
  'engine/indicators': ['shared'],
  'engine/detectors': ['shared', 'engine/indicators'],
  'engine/market': ['db', 'shared'],
  'engine/leases': ['db', 'shared'],
  'engine/frequency': ['db', 'shared'],
  'engine/exchanges': ['shared', 'platform/json', 'engine/market'],
  'engine/evaluation': [
    'db',
    'shared',
    'engine/indicators',
    'engine/detectors',
    'engine/market',
    'engine/frequency',
    'engine/leases',
  ],
  'engine/routes': ['db', 'shared', 'engine/channels'],
  'engine/events': ['db', 'shared', 'engine', 'engine/detectors', 'engine/evaluation', 'engine/frequency'],
  'engine/external': [
    'db',
    'shared',
    'platform/json',
    'platform/net',
    'engine',
    'engine/detectors',
    'engine/events',
    'engine/frequency',
    'engine/routes',
  ],
  'engine/content': ['shared', 'platform/mail', 'engine/detectors', 'engine/indicators'],
  // The AI writer: what a model is asked, what it costs, and what of its answers is used.
  'engine/content/model': [
    'db',
    'shared',
    'ledger',
    'platform/net',
    'engine',
    'engine/connections',
    'engine/content',
  ],
  'engine/approval': ['db', 'shared', 'engine', 'engine/timing', 'platform/limits'],
  'engine/channels': ['engine/content', 'shared', 'platform/mail', 'platform/net', 'platform/practice'],
  'engine/connections': [
    'db',
    'shared',
    'platform/keys',
    'platform/limits',
    'platform/net',
    'engine',
    'engine/channels',
    'engine/delivery',
  ],
  'engine/timing': ['shared', 'engine/market'],
  // What is muted or restricted, and the one condition that claims ask.
  'engine/barred': ['db', 'shared', 'ledger', 'engine', 'engine/market', 'engine/timing'],
  'engine/delivery': [
    'db',
    'shared',
    'ledger',
    'platform/json',
    'engine',
    'engine/barred',
    'engine/timing',
    'engine/approval',
    'engine/channels',
  ],
  'engine/alerts': [
    'db',
    'shared',
    'ledger',
    'platform/json',
    'engine',
    'engine/approval',
    'engine/channels',
    'engine/content',
    'engine/events',
    'engine/external',
    'engine/delivery',
    'engine/barred',
    'engine/market',
    'engine/timing',
  ],
  // Alerts that people write.
  'engine/composed': [
    'db',
    'shared',
    'brands',
    'engine',
    'engine/alerts',
    'engine/approval',
    'engine/barred',
    'engine/channels',
    'engine/content',
    'engine/detectors',
    'engine/events',
    'engine/external',
    'engine/routes',
    'engine/timing',
  ],
  // Approval requests in chats: posting them, and what people press.
  'engine/review-chats': [
    'db',
    'shared',
    'platform/keys',
    'engine',
    'engine/alerts',
    'engine/approval',
    'engine/channels',
    'engine/connections',
  ],
  // What went to an endpoint in a period, once more.
  'engine/replays': [
    'db',
    'shared',
    'engine',
    'engine/barred',
    'engine/channels',
    'engine/connections',
    'engine/delivery',
  ],
  // The bots that people subscribe with, and what they do in their chats with them.
  'engine/reader-chats': ['db', 'shared', 'engine/channels', 'engine/connections'],
  'engine/digests': [
    'db',
    'shared',
    'ledger',
    'platform/mail',
    'engine',
    'engine/alerts',
    'engine/channels',
    'engine/content',
    'engine/delivery',
    'engine/barred',
    'engine/timing',
  ],
  'engine/rules': [
    'db',
    'shared',
    'engine',
    'engine/content',
    'engine/evaluation',
    'engine/events',
    'engine/external',
    'engine/frequency',
    'engine/market',
    'engine/routes',
  ],
  'engine/runner': [
    'db',
    'shared',
    'platform/concurrency',
    'engine',
    'engine/evaluation',
    'engine/events',
    'engine/exchanges',
    'engine/frequency',
    'engine/leases',
    'engine/market',
  ],
  'engine/feeds': [
    'db',
    'shared',
    'engine',
    'engine/connections',
    'engine/exchanges',
    'engine/market',
    'engine/runner',
  ],

  // A workspace like others: it neither composes nor delivers.
  demo: [
    'brands',
    'db',
    'shared',
    'platform/limits',
    'engine',
    'engine/channels',
    'engine/evaluation',
    'engine/events',
    'engine/market',
  ],
  // What endpoints are, as data: the site's reference is made from it too.
  'server/contract': ['shared'],
  jobs: [
    'accounts',
    'workspaces',
    'subscribers',
    'people',
    'billing',
    'support',
    'engine/*',
    'db',
    'shared',
    'platform',
  ],
  server: [
    'accounts',
    'workspaces',
    'subscribers',
    'publishing',
    'brands',
    'documents',
    'templates',
    'people',
    'billing',
    'support',
    'demo',
    'ledger',
    'engine/*',
    'db',
    'shared',
    'platform/outbox',
    'platform/log',
    'server/contract',
  ],
  cli: ['engine/*', 'shared', 'db', 'config', 'ledger', 'platform/keys'],

  'web/ui': ['shared'],
  'web/auth': ['shared', 'web/ui'],
  'web/content': ['shared'],
  // What the account area and the operator console share.
  'web/lib': ['shared', 'web/ui', 'web/auth'],
  'web/dashboard': ['shared', 'web/ui', 'web/auth', 'web/lib'],
  'web/admin': ['shared', 'web/ui', 'web/auth', 'web/lib'],
  'web/site': [
    'shared',
    'web/ui',
    'web/auth',
    'web/content',
    'engine/channels',
    // Charts of the product, drawn by the build.
    'engine/content',
    'engine/detectors',
    // What its policies say of the alert on the landing page.
    'engine/approval',
    'server/contract',
  ],
  'web/pages': ['shared', 'web', 'server/contract'],
  web: ['web/content'],

  start: ['*'],
  main: ['*'],
};

/** Feature folders that never import each other. */
const SIBLINGS = ['engine/channels', 'engine/exchanges', 'web/dashboard/features', 'web/admin/features'];
/** What siblings may share: a folder of an interface, and the registry that lists them. */
const SHARED_BY_SIBLINGS = ['engine/exchanges/live'];

const files = (function* walk(folder: string): Generator<string> {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* walk(path);
    else if (
      /\.(ts|tsx|astro|mjs|js)$/.test(name) &&
      !/\.test\.tsx?$|\.fixture\.ts$|test-support\.ts$|test-program\.ts$/.test(name)
    )
      yield path.split(sep).join('/');
  }
})('src');

const IMPORT = /(?:from\s+|import\s*\(\s*|import\s+)(['"])([^'"]+)\1/g;

/** The declarations of endpoints lie beside their routes. */
const CONTRACT = /^server\/(api\/contract|api\/[\w-]+\/contract|operator\/contract)\.ts$/;

function roomOf(path: string): string {
  const inside = relative('src', path).split(sep).join('/');
  if (CONTRACT.test(inside)) return 'server/contract';
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

const mayImport = (room: string, other: string): boolean =>
  other === room ||
  (RULES[room] ?? []).some((name) => {
    if (name === '*' || other === name) return true;
    // `engine` alone is its shared types; `engine/*` is every room in it. Any other folder stands for its rooms.
    const folder = name === 'engine' ? null : name.replace(/\/\*$/, '');
    return folder !== null && (other === folder || other.startsWith(`${folder}/`));
  });

it('finds the files it checks', () => {
  expect(every.length).toBeGreaterThan(100);
  expect(every.flatMap((file) => file.imports).length).toBeGreaterThan(200);
});

it('has a room for every file', () => {
  const homeless = every.filter((file) => file.room.endsWith('(no room)')).map((file) => file.path);
  expect(homeless, 'Move the file into a room of RULES, or add its room there.').toEqual([]);
});

it('has files in every room', () => {
  const used = new Set(every.map(({ room }) => room));
  expect(Object.keys(RULES).filter((room) => !used.has(room))).toEqual([]);
});

it('imports only in the allowed direction', () => {
  const wrong = every.flatMap(({ path, room, imports }) =>
    imports.filter((target) => !mayImport(room, roomOf(target))).map((target) => `${path} -> ${target}`),
  );
  expect(
    wrong,
    'RULES says what a room may import. Move what both need to a room that both may import.',
  ).toEqual([]);
});

describe('circles', () => {
  it('has none between files', () => {
    expect(
      circles(new Map(every.map(({ path, imports }) => [path, imports]))),
      'Move what they share to a file that imports none of them; imports of types count. A screen reads its registry with useFeatures (src/web/dashboard/lib/features.ts).',
    ).toEqual([]);
  });

  it('has none between rooms', () => {
    const rooms: Graph = new Map();
    for (const { room, imports } of every) {
      const others = imports.map(roomOf).filter((other) => other !== room);
      rooms.set(room, [...(rooms.get(room) ?? []), ...others]);
    }
    expect(circles(rooms)).toEqual([]);
  });
});

it.each(SIBLINGS)('keeps the folders of %s apart', (folder) => {
  const prefix = `src/${folder}/`;
  const isShared = (path: string) => SHARED_BY_SIBLINGS.some((each) => path.startsWith(`src/${each}/`));
  const nameOf = (path: string) => (path.startsWith(prefix) ? path.slice(prefix.length).split('/') : []);
  const wrong = every.flatMap(({ path, imports }) => {
    const own = nameOf(path);
    if (own.length < 2) return [];
    return imports
      .filter((target) => {
        const other = nameOf(target);
        return other.length > 1 && other[0] !== own[0] && !isShared(target);
      })
      .map((target) => `${path} -> ${target}`);
  });
  expect(
    wrong,
    `Features don't import each other. Move what both need out of ${folder}, e.g. to lib.`,
  ).toEqual([]);
});

it('keeps HTTP in the server', () => {
  // hono/html makes texts.
  const http = /from ['"](hono(?!\/html)|@hono\/|node:http['"])/;
  const mayKnow = new Set([
    'server',
    'start',
    'platform/net',
    'platform/outbox',
    'platform/practice',
    'platform/limits',
  ]);
  const wrong = every.filter(({ path, room }) => !mayKnow.has(room) && http.test(readFileSync(path, 'utf8')));
  expect(wrong.map((file) => file.path)).toEqual([]);
});

it('reads the environment in one place', () => {
  const wrong = every.filter(
    ({ path, room }) => room !== 'config' && /process\.env\b/.test(readFileSync(path, 'utf8')),
  );
  expect(wrong.map((file) => file.path)).toEqual([]);
});
