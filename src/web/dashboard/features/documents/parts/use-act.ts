import { useActOn } from '#src/web/dashboard/lib/use-act.ts';

/** One act on documents at a time, as `useActOn`. */
export const useAct = () => useActOn('documents');
