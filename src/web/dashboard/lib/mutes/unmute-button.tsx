import type { Mute } from '#src/shared/mutes.ts';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { Button } from '#src/web/ui/button.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { unmuteIt } from './queries.ts';
import { whatIsMuted } from './words.ts';

export function UnmuteButton({ mute }: { mute: Mute }) {
  const mayMute = useMay('alerts:mute') === true;
  const { busy, run } = useActOn('rules');
  if (!mayMute) return null;
  const [label, ended, failure] = mute.suspended
    ? ['Resume', 'Resumed', 'It wasn’t resumed']
    : ['Unmute', 'Unmuted', 'It wasn’t unmuted'];
  async function unmute(): Promise<void> {
    const done = await run(() => unmuteIt(mute.id), { failure });
    if (done) toast({ title: ended, description: mute.name });
  }
  return (
    <Button size="sm" busy={busy} aria-label={`${label} ${whatIsMuted(mute)}`} onClick={() => void unmute()}>
      {label}
    </Button>
  );
}
