import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import { controlClass, Field, type FieldTexts } from './field.tsx';

export type SelectProps = Omit<ComponentProps<'select'>, 'id' | 'className' | 'children'> &
  FieldTexts & { options: readonly { value: string; label: string }[] };

/** A native select: phones show their own picker. */
export function Select({ label, hint, error, options, ...select }: SelectProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className="relative">
          <select {...control} {...select} className={cx(controlClass, 'appearance-none pr-10')}>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            size={16}
            className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-ink-2"
            aria-hidden="true"
          />
        </div>
      )}
    </Field>
  );
}
