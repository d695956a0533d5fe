import { isAuthError } from '@supabase/auth-js';
import { useState, type FormEvent, type ReactNode } from 'react';
import { Button } from '#src/web/ui/button.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { CODE_KINDS, type CodeKind } from './code-kinds.ts';
import { authErrorText } from './messages.ts';

/**
 * Asks for a code: the six digits of an authenticator app, or one kept for when that is lost. `onCode` throws the auth
 * client's error, which is shown at the field.
 */
export function CodeForm({
  kind = 'app',
  submitLabel,
  onCode,
  aside,
}: {
  kind?: CodeKind;
  submitLabel: string;
  onCode: (code: string) => Promise<void>;
  /** Beside the button: the alternative. */
  aside?: ReactNode;
}) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const { read, incomplete, ...field } = CODE_KINDS[kind];

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const control = event.currentTarget.elements.namedItem('code');
    const refuse = (sentence: string) => {
      setError(sentence);
      if (control instanceof HTMLInputElement) control.select();
    };
    const code = read(typed);
    if (code === null) {
      refuse(incomplete);
      return;
    }
    setBusy(true);
    setError(undefined);
    try {
      await onCode(code);
    } catch (cause) {
      if (!isAuthError(cause)) throw cause;
      refuse(authErrorText(cause));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-5 [&_input]:font-mono">
      <TextField
        {...field}
        name="code"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
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
