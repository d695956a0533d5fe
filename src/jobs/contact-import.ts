import type { PeopleDeps } from '#src/people/deps.ts';
import { failImport, runImport } from '#src/people/import/run.ts';
import { QUEUES } from './queues.ts';
import type { JobHandler } from './work.ts';

/** Checks, imports or undoes a file of contacts. */
export function importContactsJob(
  deps: PeopleDeps & { announce: (workspaceId: string, topic: 'contacts' | 'notifications') => void },
): JobHandler<'contact-import'> {
  return async (data, job) => {
    try {
      await runImport(deps, data);
    } catch (error) {
      if (job.retryCount >= QUEUES['contact-import'].retryLimit)
        await failImport(deps, data, 'The import could not be finished. What it stored so far stays.');
      throw error;
    } finally {
      deps.announce(data.workspaceId, 'contacts');
      deps.announce(data.workspaceId, 'notifications');
    }
  };
}
