import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { useAuth } from '#src/web/auth/use-auth.ts';
import { FEATURES } from '../features/registry.ts';
import { readOnlyReason } from '#src/web/lib/api/access.ts';
import type { Command, PaletteContext, PaletteSource } from '../lib/palette.ts';
import { actions, screens } from './own-commands.ts';
import { rank } from './rank.ts';
import { recentIds } from './recent.ts';

type Group = { title: string; options: readonly Command[] };
/** What is searched for on the server has at least so many letters. */
const SEARCH_FROM = 2;
const PER_GROUP = 8;

/** In the demo only what it shows: all else leads to a screen that is not there, or is refused. */
const offered = () => FEATURES.filter(({ demo }) => demo === true || readOnlyReason() === null);

/** What fits the words, in groups; without words what was chosen last comes first. */
export function useCommands(
  text: string,
  searched: string,
  help: () => void,
): { groups: Group[]; context: PaletteContext; busy: boolean; failed: string | null } {
  const go = useNavigate();
  const queries = useQueryClient();
  const { signOut } = useAuth();
  const context = useMemo<PaletteContext>(() => ({ navigate: (to) => void go(to), queries }), [go, queries]);
  const own = useMemo(() => actions({ help, signOut }), [help, signOut]);
  const { data: sources } = useQuery({
    queryKey: ['palette', 'sources'],
    queryFn: async () =>
      (await Promise.all(offered().flatMap(({ palette }) => (palette ? [palette()] : [])))).flat(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { data: listed = [] } = useQuery({
    queryKey: ['palette', 'listed'],
    enabled: sources !== undefined,
    staleTime: 0,
    queryFn: () => gather(sources ?? [], async ({ commands }) => (await commands?.(context)) ?? []),
  });
  const wanted = searched.trim();
  const found = useQuery({
    queryKey: ['palette', 'found', wanted],
    enabled: sources !== undefined && wanted.length >= SEARCH_FROM,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      gather(sources ?? [], async ({ search }) => (await search?.(wanted, context, signal)) ?? []),
  });
  const groups = useMemo(() => {
    const fixed: Group[] = [{ title: 'Go to', options: screens }, ...listed, { title: 'Do', options: own }];
    const every = fixed.flatMap(({ options }) => options);
    const recent = recentIds().flatMap((id) => every.find((command) => command.id === id) ?? []);
    const typed = text.trim() !== '';
    const all = typed ? fixed : [{ title: 'Recent', options: recent }, ...fixed];
    const seen = new Set(typed ? [] : recent);
    return [
      ...all.map(({ title, options }) => ({
        title,
        options: rank(options, text)
          .filter((command) => title === 'Recent' || !seen.has(command))
          .slice(0, typed ? PER_GROUP : undefined),
      })),
      ...(typed && wanted.length >= SEARCH_FROM ? (found.data ?? []) : []),
    ].filter(({ options }) => options.length > 0);
  }, [text, wanted, listed, own, found.data]);
  const busy = text.trim().length >= SEARCH_FROM && (found.isFetching || text !== searched);
  return { groups, context, busy, failed: found.error?.message ?? null };
}

/** Every source's, under its title; several sources of one title are one group. */
async function gather(
  sources: readonly PaletteSource[],
  ask: (source: PaletteSource) => Promise<readonly Command[]>,
): Promise<Group[]> {
  const answers = await Promise.all(sources.map(ask));
  const byTitle = new Map<string, Command[]>();
  for (const [index, { group }] of sources.entries())
    byTitle.set(group, [...(byTitle.get(group) ?? []), ...(answers[index] ?? [])]);
  return [...byTitle].map(([title, options]) => ({ title, options }));
}
