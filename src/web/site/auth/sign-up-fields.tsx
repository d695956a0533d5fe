import { useState } from 'react';
import { readLead } from '#src/web/auth/lead.ts';
import type { SignUpErrors } from '#src/web/auth/validate.ts';
import { Button } from '#src/web/ui/button.tsx';
import { EmailField } from '#src/web/ui/email-field.tsx';
import { RadioGroup } from '#src/web/ui/radio-group.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { NewPasswordField } from '#src/web/auth/new-password-field.tsx';
import { TermsCheckbox } from './terms-checkbox.tsx';

const ACCOUNT_TYPES = [
  { value: 'personal', label: 'Personal' },
  { value: 'company', label: 'Company' },
] as const;

export function SignUpFields({ errors, busy }: { errors: SignUpErrors; busy: boolean }) {
  const [lead] = useState(readLead);
  const [accountType, setAccountType] = useState('personal');
  const [password, setPassword] = useState('');
  return (
    <>
      <TextField
        label="Full name"
        name="fullName"
        autoComplete="name"
        defaultValue={lead.name}
        error={errors.fullName}
      />
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
          defaultValue={lead.company}
          error={errors.companyName}
        />
      ) : null}
      <EmailField defaultValue={lead.email} error={errors.email} />
      <NewPasswordField
        typed={password}
        value={password}
        onChange={({ target }) => setPassword(target.value)}
        error={errors.password}
      />
      <TermsCheckbox error={errors.agreeToTerms} />
      <Button type="submit" variant="primary" busy={busy} className="w-full">
        {busy ? 'Processing...' : 'Create Account'}
      </Button>
    </>
  );
}
