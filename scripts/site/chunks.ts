import type { Plugin, Rolldown } from 'vite';

type Graph = { getModuleInfo: (id: string) => Rolldown.ModuleInfo | null };

/** Where the account area and the operator console begin, and what they share. */
const OWN = /\/src\/web\/(dashboard|admin|lib)\//;
const FRAME = /\/src\/web\/dashboard\/app\.tsx$/;
/** Lists that are fetched page by page: neither the frame nor Home has one, though its library's index names it. */
const NOT_HOME = /[\\/](infiniteQueryObserver|useInfiniteQuery)\.js$/;
const HOME = /\/src\/web\/dashboard\/features\/home\/home-page\.tsx$/;

/**
 * What the account area loads before Home is drawn, in two files: left alone the bundler cuts it into sixty, because
 * every screen shares something else with every other, and many small files compress badly (13 kB of 160). What public
 * pages use as well stays as it is cut, so that they load nothing for its sake. What a file of these leads to is in one
 * of them or is used by public pages too: no two files wait for each other.
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
          return roots.some((root) => HOME.test(root)) ? 'home' : null;
        },
      },
    ],
  };
  return {
    name: 'account-chunks',
    applyToEnvironment: ({ name }) => name === 'client',
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
