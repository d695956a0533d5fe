import type { ComponentProps } from 'react';
import { controlClass, Field, type FieldTexts } from '#src/web/ui/field.tsx';

/** A color to pick or to type. `value` and `onPick` are the picker's; the rest is the text's. */
export function ColorField({
  label,
  hint,
  error,
  value,
  onPick,
  ...input
}: Omit<ComponentProps<'input'>, 'id' | 'className'> &
  FieldTexts & { label: string; value: string; onPick: (color: string) => void }) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className="flex gap-2">
          <input
            type="color"
            aria-label={`Pick: ${label}`}
            value={value}
            onChange={({ currentTarget }) => onPick(currentTarget.value)}
            className="h-11 w-14 shrink-0 cursor-pointer rounded-sm border border-edge bg-raised p-1"
          />
          <input
            {...control}
            {...input}
            type="text"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={7}
            className={`${controlClass} figure`}
          />
        </div>
      )}
    </Field>
  );
}
