import type { QueryClient } from '@tanstack/react-query';
import { toast } from '#src/web/ui/toast/store.ts';

/** Starts a trial run by code that isn't part of the first view. A failure is shown and thrown. */
export async function loadTrialRun(queries: QueryClient): Promise<void> {
  const { startTrialRun } = await import('./start-trial-run.ts').catch((error: unknown) => {
    toast({ title: 'The trial run didn’t start', variant: 'destructive' });
    throw error;
  });
  await startTrialRun(queries);
}
