import { useMakeOn } from '#src/web/dashboard/lib/use-act.ts';

/** One act on rules at a time, as `useMakeOn`. */
export const useAct = () => useMakeOn('rules');
