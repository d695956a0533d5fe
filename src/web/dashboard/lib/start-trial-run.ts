import type { QueryClient } from '@tanstack/react-query';
import { trialRunSchema } from '#src/shared/trial-runs.ts';
import { toast } from '#src/web/ui/toast/store.ts';
import { reportTrialRun } from './trial-run-result.ts';
import { apiPost } from '#src/web/lib/api/api.ts';

/**
 * Starts one trial run and confirms it in a toast; its alert arrives by the live stream. Ends when the run has: one that
 * made no alert says why. Errors of the start are shown and thrown.
 */
export async function startTrialRun(queries: QueryClient): Promise<void> {
  let id: string;
  try {
    ({ id } = await apiPost('/api/v1/trial-runs', {}, trialRunSchema));
  } catch (error) {
    const description = error instanceof Error ? error.message : '';
    toast({ title: 'The trial run didn’t start', description, variant: 'destructive' });
    throw error;
  }
  toast({
    title: 'Trial run initiated',
    description: 'A one-time run of your automation has started. Results will arrive shortly.',
  });
  void queries.invalidateQueries({ queryKey: ['alerts'] });
  await reportTrialRun(id);
}
