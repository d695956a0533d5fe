import { useActOn } from '#src/web/dashboard/lib/use-act.ts';

/** One act at a time on rules of the outside; null where it was refused. */
export function useAct() {
  const { busy, run } = useActOn('outside');
  return {
    busy,
    run: async <T>(act: () => Promise<T>, failure: string): Promise<T | null> =>
      (await run(act, { failure }))?.done ?? null,
  };
}
