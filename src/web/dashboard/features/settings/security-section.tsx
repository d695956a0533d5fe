import { authClient } from '#src/web/auth/client.ts';
import { Button } from '#src/web/ui/button.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { Section } from './section.tsx';
import { useAct } from './use-act.ts';

export function SecuritySection() {
  const { busy, run } = useAct('The other devices are still signed in');
  const endOthers = () =>
    run(async () => {
      const { error } = await authClient().signOut({ scope: 'others' });
      if (error) throw error;
      toast({ title: 'Signed out elsewhere', description: 'Only this device is signed in now.' });
    });
  return (
    <Section title="Security" text="Where you are signed in. Lost a device? Sign it out from here.">
      <Button busy={busy} onClick={() => void endOthers()}>
        {busy ? 'Processing...' : 'Sign out all other devices'}
      </Button>
    </Section>
  );
}
