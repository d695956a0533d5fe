import { useState, type FormEvent } from 'react';
import { MAIL_ASKED } from '#src/web/auth/mail-asked.ts';
import { useResend } from '#src/web/auth/use-resend.ts';
import { emailProblem } from '#src/web/auth/validate.ts';
import { Button } from '#src/web/ui/button.tsx';
import { EmailField } from '#src/web/ui/email-field.tsx';
import { ConfirmFirst } from './confirm-first.tsx';
import { focusField, textValues } from '#src/web/ui/form.ts';

/** Asks for the address of an account whose confirmation link is spent, and mails a new one. */
export function ResendForm({ email }: { email: string }) {
  const { busy, resend } = useResend(MAIL_ASKED);
  const [error, setError] = useState<string>();
  const [mailed, setMailed] = useState<string | null>(null);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const typed = textValues(event.currentTarget)['email']?.trim() ?? '';
    const problem = emailProblem(typed);
    setError(problem);
    if (problem !== undefined) focusField(event.currentTarget, 'email');
    else if (await resend(typed)) setMailed(typed);
  }

  if (mailed !== null) return <ConfirmFirst email={mailed} why="asked" />;
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <EmailField
        defaultValue={email}
        hint="If you have confirmed this address already, there is nothing more to do: sign in."
        error={error}
      />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button type="submit" variant="primary" busy={busy}>
          {busy ? 'Sending...' : 'Email me a new link'}
        </Button>
        <a className="link py-2 text-base" href="/signin">
          Sign In
        </a>
      </div>
    </form>
  );
}
