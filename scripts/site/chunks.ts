import type { Plugin, Rolldown } from 'vite';

type Graph = { getModuleInfo: (id: string) => Rolldown.ModuleInfo | null };

/** Where the account area and the operator console begin, and what they share. */
const OWN = /\/src\/web\/(dashboard|admin|lib)\//;
const FRAME = /\/src\/web\/dashboard\/app\.tsx$/;
/** Lists that are fetched page by page: neither the frame nor Home has one, though its library's index names it. */
const NOT_HOME = /[\\/](infiniteQueryObserver|useInfiniteQuery)\.js$/;
const HOME = /\/src\/web\/dashboard\/features\/home\/home-page\.tsx$/;
/** What so many screens use is in one file with all else of that kind: the frame names each file that a screen needs. */
const SHARED_BY = 10;

/**
 * What the account area loads before Home is drawn, in two files: left alone the bundler cuts it into sixty, because
 * every screen shares something else with every other, and many small files compress badly (13 kB of 160). What most
 * other screens share is a third. What public pages use as well stays as it is cut, so that they load nothing for its
 * sake. What a file of these leads to is in one of them or is used by public pages too: no two files wait for each other.
 */
export function accountChunks(): Plugin {
  const known = new Map<string, ReadonlySet<string>>();

  /** The files that pages or `import()` ask for, and that load this one with them. */
  function rootsOf(id: string, graph: Graph): ReadonlySet<string> {
    const before = known.get(id);
    if (before) return before;
    const roots = new Set<string>();
    const seen = new Set([id]);
    for (const each of seen) {
      const module = graph.getModuleInfo(each);
      if (module === null) continue;
      if (module.isEntry || module.dynamicImporters.length > 0) roots.add(each);
      for (const importer of module.importers) seen.add(importer);
    }
    known.set(id, roots);
    return roots;
  }

  const codeSplitting: Rolldown.CodeSplittingOptions = {
    includeDependenciesRecursively: false,
    groups: [
      // Loading one of them loads all.
      { name: 'react', test: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 1 },
      {
        name: (id, graph) => {
          if (NOT_HOME.test(id)) return null;
          const roots = [...rootsOf(id, graph)];
          if (!roots.every((root) => OWN.test(root))) return null;
          if (roots.some((root) => FRAME.test(root))) return 'account';
          if (roots.some((root) => HOME.test(root))) return 'home';
          return roots.length >= SHARED_BY ? 'parts' : null;
        },
      },
    ],
  };
  /** Files with what they import, by name. */
  const imports = new Map<string, readonly string[]>();

  /** What a file has loaded by the time it asks for another: itself and what it imports. */
  function loadedWith(file: string): ReadonlySet<string> {
    const loaded = new Set([file]);
    for (const each of loaded) for (const next of imports.get(each) ?? []) loaded.add(next);
    return loaded;
  }

  return {
    name: 'account-chunks',
    applyToEnvironment: ({ name }) => name === 'client',
    // Beside each `import()` are the files to fetch with it. Those that are there already need no name.
    config: () => ({
      build: {
        modulePreload: {
          resolveDependencies: (_, files, { hostId }) => {
            const loaded = loadedWith(hostId);
            return files.filter((file) => !loaded.has(file));
          },
        },
      },
    }),
    generateBundle: {
      order: 'pre',
      handler: (_, bundle) => {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk') imports.set(file.fileName, file.imports);
      },
    },
    // Astro's own choice forbids files that are put together by hand.
    options: (options) => ({ ...options, preserveEntrySignatures: 'allow-extension' }),
    outputOptions: (options) => ({
      ...options,
      codeSplitting,
      chunkFileNames: briefly(options.chunkFileNames),
    }),
  };
}

type FileNames = Rolldown.OutputOptions['chunkFileNames'];

/**
 * Names of chunks with seven characters of the hash, the fewest that the bundler takes, instead of eight. The frame of
 * the account area names 200 chunks, and hashes don't compress.
 */
const briefly =
  (names: FileNames): FileNames =>
  (chunk) =>
    (typeof names === 'function' ? names(chunk) : (names ?? '_assets/[name].[hash].js')).replace(
      '[hash]',
      '[hash:7]',
    );
