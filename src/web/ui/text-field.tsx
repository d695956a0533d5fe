import type { ComponentProps, ReactNode } from 'react';
import { controlClass, Field, type FieldTexts } from './field.tsx';

export type TextFieldProps = Omit<ComponentProps<'input'>, 'id' | 'className'> &
  FieldTexts & { aside?: ReactNode };

/** A one-line text control. Give `type`, `autoComplete` and `inputMode`, so that phones show the right keyboard. */
export function TextField({ label, hint, error, aside, type = 'text', ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} aside={aside}>
      {(control) => <input {...control} {...input} type={type} className={controlClass} />}
    </Field>
  );
}
