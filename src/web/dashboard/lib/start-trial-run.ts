import type { QueryClient } from '@tanstack/react-query';
import { trialRunSchema } from '#src/shared/alerts.ts';
import { toast } from '#src/web/ui/toast/store.ts';
import { apiPost } from './api.ts';

/** Starts one trial run and says so; its alert arrives by the live stream. Errors are told, and thrown as well. */
export async function startTrialRun(queries: QueryClient): Promise<void> {
  try {
    await apiPost('/api/v1/trial-runs', {}, trialRunSchema);
  } catch (error) {
    const description = error instanceof Error ? error.message : '';
    toast({ title: 'The trial run did not start', description, variant: 'destructive' });
    throw error;
  }
  toast({
    title: 'Trial run initiated',
    description: 'A one-time run of your automation has started. Results will arrive shortly.',
  });
  void queries.invalidateQueries({ queryKey: ['alerts'] });
}
