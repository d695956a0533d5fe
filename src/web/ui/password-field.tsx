import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { cx } from './cx.ts';
import { controlClass, Field } from './field.tsx';
import type { TextFieldProps } from './text-field.tsx';

/** A password with a button that shows it. `autoComplete` is 'current-password' or 'new-password'. */
export function PasswordField({ label, hint, error, aside, ...input }: Omit<TextFieldProps, 'type'>) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field label={label} hint={hint} error={error} aside={aside}>
      {(control) => (
        <div className="relative">
          <input
            {...control}
            {...input}
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
            className={cx(controlClass, 'pr-12')}
          />
          <button
            type="button"
            className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-sm text-ink-2 hover:text-ink"
            aria-label={shown ? 'Hide password' : 'Show password'}
            onClick={() => setShown(!shown)}
          >
            <Icon size={18} aria-hidden="true" />
          </button>
        </div>
      )}
    </Field>
  );
}
