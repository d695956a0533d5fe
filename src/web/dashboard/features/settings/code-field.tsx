import { authErrorText } from '#src/web/auth/messages.ts';
import { TextField, type TextFieldProps } from '#src/web/ui/text-field.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { useState } from 'react';
import { mailCode, type MailedCode } from './mail-code.ts';

/** Asks for the mailed code, says which mail has it, and sends another. */
export function CodeField({
  email,
  mailed,
  onMailed,
  ...control
}: Omit<TextFieldProps, 'label' | 'hint'> & {
  email: string;
  mailed: MailedCode;
  onMailed: (mailed: MailedCode) => void;
}) {
  const [busy, setBusy] = useState(false);
  const hint =
    mailed === 'now'
      ? `You have been signed in for a while. We’ve emailed a code to ${email}.`
      : `You have been signed in for a while. We can’t email a new code to ${email} yet. Enter the last one: it’s valid for a day, and works once.`;

  async function again(): Promise<void> {
    setBusy(true);
    const { code, error: refused } = await mailCode();
    setBusy(false);
    if (code) onMailed(code);
    toast(
      refused
        ? { title: 'The code wasn’t sent', description: authErrorText(refused), variant: 'destructive' }
        : { title: 'Code sent', description: 'Enter the newest code. Earlier ones no longer work.' },
    );
  }

  return (
    <div aria-live="polite">
      <TextField
        label="Code from the email"
        inputMode="numeric"
        autoComplete="one-time-code"
        placeholder="000000"
        maxLength={12}
        hint={hint}
        {...control}
      />
      <button
        type="button"
        className="link mt-1 min-h-11 text-sm disabled:opacity-60"
        disabled={busy}
        onClick={() => void again()}
      >
        {busy ? 'Sending...' : 'Email a new code'}
      </button>
    </div>
  );
}
