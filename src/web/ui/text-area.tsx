import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';
import { controlClass, Field, type FieldTexts } from './field.tsx';

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'id' | 'className'> &
  FieldTexts & { aside?: ReactNode };

/** A text control of several lines, which grows with what is typed where the browser can. */
export function TextArea({ label, hint, error, aside, rows = 6, ...area }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error} aside={aside}>
      {(control) => (
        <textarea
          {...control}
          {...area}
          rows={rows}
          // It grows with its content: a word without end must not widen the page.
          className={cx(
            controlClass,
            'h-auto max-h-150 min-h-36 resize-y py-2.5 wrap-anywhere field-sizing-content',
          )}
        />
      )}
    </Field>
  );
}
