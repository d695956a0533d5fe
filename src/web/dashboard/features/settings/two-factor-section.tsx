import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { authClient } from '#src/web/auth/client.ts';
import { codeFactor } from '#src/web/auth/second-factor.ts';
import { useAuth } from '#src/web/auth/use-auth.ts';
import { Button } from '#src/web/ui/button.tsx';
import { ConfirmDialog } from '#src/web/ui/confirm-dialog.tsx';
import { StatusTag } from '#src/web/ui/status-tag.tsx';
import { Time } from '#src/web/ui/time.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { beginEnrolment, type Enrolment } from './enrol.ts';
import { EnrolForm } from './enrol-form.tsx';
import { makeRecoveryCodes, SECURITY_KEY, type NewCodes } from './queries.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { Section } from './section.tsx';
import { useAct } from './use-act.ts';

export function TwoFactorSection() {
  const { session } = useAuth();
  const factor = codeFactor(session);
  const [fresh, setFresh] = useState<NewCodes | null>(null);
  const queries = useQueryClient();
  const { run } = useAct('The recovery codes couldn’t be created');
  const makeCodes = async (): Promise<void> => {
    setFresh(null);
    await run(async () => setFresh(await makeRecoveryCodes()));
    await queries.invalidateQueries({ queryKey: SECURITY_KEY });
  };
  return (
    <Section
      title="Two-factor authentication"
      text="Signing in then asks for a code of your authenticator app as well as for the password."
    >
      {factor ? (
        <>
          <TurnOff factorId={factor.id} since={factor.created_at} />
          <RecoveryCodes fresh={fresh} onFresh={setFresh} />
        </>
      ) : (
        <TurnOn onOn={makeCodes} />
      )}
    </Section>
  );
}

function TurnOn({ onOn }: { onOn: () => Promise<void> }) {
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const { busy, run } = useAct('Two-factor authentication couldn’t be set up');
  if (enrolment) return <EnrolForm enrolment={enrolment} onOn={onOn} onClose={() => setEnrolment(null)} />;
  return (
    <Button busy={busy} onClick={() => void run(async () => setEnrolment(await beginEnrolment()))}>
      {busy ? 'Processing...' : 'Two-Factor Authentication'}
    </Button>
  );
}

function TurnOff({ factorId, since }: { factorId: string; since: string }) {
  const [asked, setAsked] = useState(false);
  const { busy, run } = useAct('Two-factor authentication is still on');
  const turnOff = () =>
    run(async () => {
      const { error } = await authClient().mfa.unenroll({ factorId });
      if (error) throw error;
      // The new tokens carry the account as it is now.
      await authClient().refreshSession();
      toast({ title: 'Two-factor authentication is off', description: 'The password alone signs in now.' });
    });
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
      <p className="text-base">
        <StatusTag tone="done" label="On" />{' '}
        <span className="ml-2 text-sm text-ink-2">
          authenticator app, added <Time at={since} />
        </span>
      </p>
      <Button busy={busy} onClick={() => setAsked(true)}>
        Turn off
      </Button>
      <ConfirmDialog
        open={asked}
        title="Turn off two-factor authentication?"
        text="From then on the password alone opens your account. Your recovery codes are deleted. Remove the entry from your authenticator app as well."
        confirmLabel="Turn off"
        onClose={() => setAsked(false)}
        onConfirm={() => void turnOff()}
      />
    </div>
  );
}
