import { useState } from 'react';
import { TERMS_REQUIRED } from '#src/web/auth/validate.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Checkbox } from '#src/web/ui/checkbox.tsx';
import { PasswordField } from '#src/web/ui/password-field.tsx';
import { RadioGroup } from '#src/web/ui/radio-group.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { PasswordChecklist } from './password-checklist.tsx';

/** One sentence per faulty field, in the order of the form. */
export type SignUpErrors = {
  fullName?: string;
  companyName?: string;
  email?: string;
  password?: string;
  agreeToTerms?: string;
};

const ACCOUNT_TYPES = [
  { value: 'personal', label: 'Personal' },
  { value: 'company', label: 'Company' },
] as const;

/** What keeps a sign-up from being sent; `values` as the form holds them. Empty when all is well. */
export function signUpErrors(values: Record<string, string>): SignUpErrors {
  const errors: SignUpErrors = {};
  const email = values['email']?.trim() ?? '';
  if (!values['fullName']?.trim()) errors.fullName = 'Please provide your full name.';
  if (values['accountType'] === 'company' && !values['companyName']?.trim())
    errors.companyName = 'Please provide the name of your company.';
  if (email === '') errors.email = 'Please provide your email.';
  else if (!/^[^\s@]+@[^\s@]+$/.test(email)) errors.email = 'Please enter a valid email address';
  if (!values['password']) errors.password = 'Please provide a password.';
  if (values['agreeToTerms'] === undefined) errors.agreeToTerms = TERMS_REQUIRED.description;
  return errors;
}

export function SignUpFields({ errors, busy }: { errors: SignUpErrors; busy: boolean }) {
  const [accountType, setAccountType] = useState('personal');
  const [password, setPassword] = useState('');
  return (
    <>
      <TextField label="Full name" name="fullName" autoComplete="name" error={errors.fullName} />
      <RadioGroup
        legend="Account type"
        name="accountType"
        value={accountType}
        options={ACCOUNT_TYPES}
        onChange={setAccountType}
      />
      {accountType === 'company' ? (
        <TextField
          label="Company name"
          name="companyName"
          autoComplete="organization"
          error={errors.companyName}
        />
      ) : null}
      <TextField
        label="Email"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        error={errors.email}
      />
      <div className="grid gap-3">
        <PasswordField
          label="Password"
          name="password"
          autoComplete="new-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={errors.password}
        />
        <PasswordChecklist password={password} />
      </div>
      <Checkbox
        name="agreeToTerms"
        error={errors.agreeToTerms}
        label={
          <>
            I agree to the{' '}
            <a className="link" href="/terms">
              terms of service
            </a>{' '}
            and the{' '}
            <a className="link" href="/privacy">
              privacy policy
            </a>
          </>
        }
      />
      <Button type="submit" variant="primary" busy={busy} className="w-full">
        {busy ? 'Processing...' : 'Create Account'}
      </Button>
    </>
  );
}
