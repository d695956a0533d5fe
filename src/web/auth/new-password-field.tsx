import { PasswordField } from '#src/web/ui/password-field.tsx';
import type { TextFieldProps } from '#src/web/ui/text-field.tsx';
import { PasswordChecklist } from './password-checklist.tsx';

/** A new password, with what it needs below as it is typed. */
export function NewPasswordField({
  label = 'Password',
  typed,
  ...control
}: Omit<TextFieldProps, 'type' | 'label'> & {
  label?: string;
  /** What is in the field now. */
  typed: string;
}) {
  return (
    <div className="grid gap-3">
      <PasswordField label={label} name="password" autoComplete="new-password" {...control} />
      <PasswordChecklist password={typed} />
    </div>
  );
}
