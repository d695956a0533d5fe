import type { Review } from '#src/shared/review.ts';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { toast } from '#src/web/ui/toast/store.ts';
import { decide } from './queries.ts';

/** Approves an alert. `approve` answers whether it was. */
export function useApprove(id: string) {
  const { busy, run } = useActOn('alerts');
  async function approve({ revision, askedAgainAt }: Review): Promise<boolean> {
    const form = { decision: 'approve', revision: revision.hash, askedAgainAt } as const;
    const decided = await run(() => decide(id, form), {
      failure: 'The alert wasn’t approved',
    });
    if (decided)
      toast(
        decided.done.state === 'pending_review'
          ? { title: 'Your approval is noted', description: 'A second person must approve it too.' }
          : { title: 'Alert approved', description: 'It’s on its way to its recipients.' },
      );
    return decided !== null;
  }
  return { busy, approve };
}
