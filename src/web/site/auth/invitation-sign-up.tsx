import { useState, type FormEvent } from 'react';
import type { OpenInvitation } from '#src/shared/team.ts';
import { InvitationError, signUpInvited } from '#src/web/auth/invitation.ts';
import { NewPasswordField } from '#src/web/auth/new-password-field.tsx';
import { splitName, TERMS_REQUIRED } from '#src/web/auth/validate.ts';
import { Button } from '#src/web/ui/button.tsx';
import { focusField, textValues } from '#src/web/ui/form.ts';
import { TextField } from '#src/web/ui/text-field.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { enterJoined } from './invitation-accept.tsx';
import { TermsCheckbox } from './terms-checkbox.tsx';

type Errors = Partial<Record<'fullName' | 'password' | 'agreeToTerms', string>>;

/** For people without an account: one form creates it and accepts. The address is the invitation's. */
export function InvitationSignUp({
  invitation,
  token,
  onStale,
}: {
  invitation: OpenInvitation;
  token: string;
  onStale: () => void;
}) {
  const [errors, setErrors] = useState<Errors>({});
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    const values = textValues(form);
    const found: Errors = {
      ...(values['fullName']?.trim() ? {} : { fullName: 'Please enter your full name' }),
      ...(password === '' ? { password: 'Please choose a password' } : {}),
      ...(values['agreeToTerms'] ? {} : { agreeToTerms: TERMS_REQUIRED.description }),
    };
    setErrors(found);
    const [first] = Object.keys(found);
    if (first !== undefined) {
      focusField(form, first);
      return;
    }
    setBusy(true);
    try {
      await signUpInvited({ token, password, ...splitName(values['fullName'] ?? '') });
      enterJoined(invitation, true);
    } catch (error) {
      if (!(error instanceof InvitationError)) throw error;
      setBusy(false);
      toast({ title: 'Signup Failed', description: error.message, variant: 'destructive' });
      // Answered elsewhere in the meantime, or the account is there now.
      if (error.code.startsWith('invitation_') || error.code === 'user_already_exists') onStale();
    }
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <TextField label="Full name" name="fullName" autoComplete="name" error={errors.fullName} />
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        readOnly
        value={invitation.email}
        hint="Confirmed by the email that brought you here."
      />
      <NewPasswordField
        typed={password}
        value={password}
        onChange={({ target }) => setPassword(target.value)}
        error={errors.password}
      />
      <TermsCheckbox error={errors.agreeToTerms} />
      <Button type="submit" variant="primary" busy={busy} className="w-full">
        {busy ? 'Processing...' : 'Create Account and Join'}
      </Button>
    </form>
  );
}
