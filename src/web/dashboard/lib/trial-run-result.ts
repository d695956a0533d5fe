import { trialRunResultSchema, type TrialRunResult } from '#src/shared/trial-runs.ts';
import { apiGet } from '#src/web/lib/api/api.ts';
import { toast } from '#src/web/ui/toast/store.ts';

/** A run is polled this often (ms) and this many times; later results arrive as a notification. */
const POLL_MS = 1_000;
const POLLS = 30;

/** Waits for a trial run to end. One that made no alert says why in a toast. */
export async function reportTrialRun(id: string): Promise<void> {
  const result = await endOf(id);
  const words = result && wordsOf(result);
  if (words) toast(words);
}

/** A run that has ended; null while it hasn't, or where it can't be read. */
async function endOf(id: string): Promise<TrialRunResult | null> {
  for (let poll = 0; poll < POLLS; poll += 1) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    try {
      const run = await apiGet(`/api/v1/trial-runs/${id}`, trialRunResultSchema);
      if (run.state !== 'queued') return run;
    } catch {
      return null;
    }
  }
  return null;
}

/** The toast of a run that made no alert of its own; null for one that did. */
export function wordsOf({
  state,
  rule,
  reason,
  repeated,
}: TrialRunResult): Parameters<typeof toast>[0] | null {
  const description = `“${rule}”: ${reason ?? ''}`;
  if (state === 'failed') return { title: 'The trial run failed', description, variant: 'destructive' };
  if (state === 'nothing_found') return { title: 'The trial run found nothing', description };
  if (!repeated) return null;
  return {
    title: 'Same result as before',
    description: `“${rule}” found the event that your alert is about already. There is no second alert.`,
  };
}
