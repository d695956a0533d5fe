import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { meQuery } from '#src/web/dashboard/lib/me.ts';
import { toast } from '#src/web/ui/toast/store.ts';
import { markHere, subscribe, support, unsubscribe } from './browser.ts';
import { addBrowser, browsersQuery, practiceSubscription, removeBrowser } from './queries.ts';

const FAILED = 'Notifications weren’t changed';
const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The browsers with notifications, and turning them on and off in this one. */
export function useBrowser() {
  const queries = useQueryClient();
  const { data: me } = useQuery(meQuery);
  const browsers = useQuery(browsersQuery);
  const mine = me ? { userId: me.user.id, workspaceId: me.workspace.id } : null;
  const here = useQuery({
    queryKey: ['notifications', 'here', mine?.userId, mine?.workspaceId],
    queryFn: async () => ({ mark: mine && (await markHere(mine)), can: support() }),
    enabled: mine !== null,
  });
  const [isBusy, setBusy] = useState(false);
  const act = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toast({ title: FAILED, description: wordsOf(error), variant: 'destructive' });
    } finally {
      await queries.invalidateQueries({ queryKey: ['notifications'] });
      setBusy(false);
    }
  };
  const own = browsers.data?.items.find(({ mark }) => mark === here.data?.mark) ?? null;
  return {
    browsers,
    /** What this browser can; undefined until it's known. */
    can: here.data?.can,
    own,
    isBusy,
    turnOn: () =>
      act(async () => {
        if (!mine || !browsers.data) return;
        const subscription = await subscribe(mine, browsers.data.key);
        if (subscription === null) return;
        await addBrowser(subscription);
        toast({
          title: 'Notifications are on',
          description: 'You’re notified here when an alert waits for you.',
        });
      }),
    turnOff: (id: string) =>
      act(async () => {
        await removeBrowser(id);
        if (mine && own?.id === id) await unsubscribe(mine);
      }),
    practice: () => act(async () => void (await addBrowser(await practiceSubscription()))),
  };
}
