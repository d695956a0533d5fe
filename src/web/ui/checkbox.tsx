import type { ComponentProps } from 'react';
import { FieldError, useControl, type FieldTexts } from './field.tsx';

type CheckboxProps = Omit<ComponentProps<'input'>, 'id' | 'type' | 'className'> & FieldTexts;

/** A native checkbox with its label beside it; the label may hold links. */
export function Checkbox({ label, hint, error, ...input }: CheckboxProps) {
  const { id, hintId, errorId, control } = useControl({ hint, error });
  return (
    <div>
      <div className="flex items-start gap-3">
        <input {...control} {...input} type="checkbox" className="mt-0.5 size-5 shrink-0" />
        <label htmlFor={id} className="text-sm">
          {label}
        </label>
      </div>
      {hint ? (
        <p id={hintId} className="mt-1.5 ml-8 text-sm text-ink-2">
          {hint}
        </p>
      ) : null}
      {error ? <FieldError id={errorId}>{error}</FieldError> : null}
    </div>
  );
}
