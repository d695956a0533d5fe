import { isAuthError } from '@supabase/auth-js';
import { useState, type FormEvent, type ReactNode } from 'react';
import { Button } from '#src/web/ui/button.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { authErrorText } from './messages.ts';

/** Six digits, however they were typed. */
export const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

/** Asks for the six digits of an authenticator app. `onCode` throws the auth client's error, which is shown at the field. */
export function CodeForm({
  submitLabel,
  onCode,
  aside,
}: {
  submitLabel: string;
  onCode: (code: string) => Promise<void>;
  /** Stands beside the button: the other way out. */
  aside?: ReactNode;
}) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const control = event.currentTarget.elements.namedItem('code');
    const refuse = (sentence: string) => {
      setError(sentence);
      if (control instanceof HTMLInputElement) control.select();
    };
    if (digitsOf(code).length !== 6) {
      refuse('Enter the six digits that your authenticator app shows.');
      return;
    }
    setBusy(true);
    setError(undefined);
    try {
      await onCode(digitsOf(code));
    } catch (cause) {
      if (!isAuthError(cause)) throw cause;
      refuse(authErrorText(cause));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <TextField
        label="Code"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        placeholder="000000"
        maxLength={12}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        error={error}
      />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button type="submit" variant="primary" busy={busy}>
          {busy ? 'Processing...' : submitLabel}
        </Button>
        {aside}
      </div>
    </form>
  );
}
