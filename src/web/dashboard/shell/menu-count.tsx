import { type ComponentType, useEffect, useState } from 'react';
import { afterFirstView } from '#src/web/auth/first-view.ts';
import { insist } from '#src/web/ui/insist.ts';

/** The number of a menu entry. It holds up nothing: it comes after the first view. */
export function MenuCount({ load }: { load: () => Promise<{ Count: ComponentType }> }) {
  const [loaded, setLoaded] = useState<{ Count: ComponentType } | null>(null);
  useEffect(() => {
    const here = new AbortController();
    void (async () => {
      await afterFirstView();
      const came = await insist(load, here.signal);
      if (!here.signal.aborted) setLoaded(came);
    })();
    return () => here.abort();
  }, [load]);
  return loaded && <loaded.Count />;
}
