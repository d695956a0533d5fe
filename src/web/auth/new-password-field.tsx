import { PasswordField } from '#src/web/ui/password-field.tsx';
import { PasswordChecklist } from './password-checklist.tsx';

/** Where a new password is chosen, with what it needs said below as it is typed. */
export function NewPasswordField({
  label = 'Password',
  value,
  onChange,
  error,
}: {
  label?: string;
  value: string;
  onChange: (password: string) => void;
  error: string | undefined;
}) {
  return (
    <div className="grid gap-3">
      <PasswordField
        label={label}
        name="password"
        autoComplete="new-password"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        error={error}
      />
      <PasswordChecklist password={value} />
    </div>
  );
}
