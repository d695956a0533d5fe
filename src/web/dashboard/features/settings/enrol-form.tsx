import { useEffect, useRef } from 'react';
import { authClient } from '#src/web/auth/client.ts';
import { CodeForm } from '#src/web/auth/code-form.tsx';
import { Button } from '#src/web/ui/button.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { grouped, type Enrolment } from './enrol.ts';

/** Scan, then prove with the first code that the app has it right. */
export function EnrolForm({
  enrolment,
  onOn,
  onClose,
}: {
  enrolment: Enrolment;
  /** The app is added; this form may be gone by then. */
  onOn: () => Promise<void>;
  onClose: () => void;
}) {
  const { factorId, qr, secret } = enrolment;
  const list = useRef<HTMLOListElement>(null);
  // The button that was pressed is gone: go on reading here.
  useEffect(() => list.current?.focus(), []);
  async function verify(code: string): Promise<void> {
    const { error } = await authClient().mfa.challengeAndVerify({ factorId, code });
    if (error) throw error;
    toast({
      title: 'Two-factor authentication is on',
      description: 'Signing in asks for a code from now on. Every other device has been signed out.',
    });
    onClose();
    await onOn();
  }
  return (
    <ol ref={list} tabIndex={-1} className="grid max-w-140 gap-8 outline-none">
      <li className="grid gap-4 sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-x-6">
        <p className="text-base font-medium sm:col-span-2">1. Scan this with your authenticator app</p>
        <img
          src={qr}
          alt="QR code of the key below"
          width={176}
          height={176}
          className="border border-line"
        />
        <div className="text-sm">
          <p className="text-ink-2">Without a camera, type this key into the app:</p>
          <p className="figure mt-2 text-base select-all" data-secret={secret}>
            {grouped(secret)}
          </p>
        </div>
      </li>
      <li>
        <p className="mb-4 text-base font-medium">2. Type the six digits it shows</p>
        <div className="max-w-100">
          <CodeForm
            submitLabel="Turn on"
            onCode={verify}
            aside={
              <Button variant="quiet" onClick={onClose}>
                Cancel
              </Button>
            }
          />
        </div>
      </li>
    </ol>
  );
}
