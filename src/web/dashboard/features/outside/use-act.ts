import { useMakeOn } from '#src/web/dashboard/lib/use-act.ts';

/** One act at a time on rules of the outside, as `useMakeOn`. */
export const useAct = () => useMakeOn('outside');
