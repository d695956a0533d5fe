import { useActOn } from '#src/web/dashboard/lib/use-act.ts';

/** One act on rules at a time, as `useActOn`. `run` answers with what was made, null where it was refused. */
export function useAct() {
  const { busy, run } = useActOn('rules');
  return {
    busy,
    run: async <T>(act: () => Promise<T>, failure: string): Promise<T | null> =>
      (await run(act, { failure }))?.done ?? null,
  };
}
