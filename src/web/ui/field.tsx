import { CircleAlert } from 'lucide-react';
import { useId, type ReactNode } from 'react';

/** What a control inside a `Field` must carry, so that label, hint and error belong to it. */
type ControlProps = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};

export type FieldTexts = {
  label: ReactNode;
  /** What to type, when the label isn't enough. */
  hint?: ReactNode;
  /** One sentence: what is wrong and how to mend it. */
  error?: string | undefined;
};

/** The look of a control that is typed into or chosen from. Scrolled into view on a phone, it is below a toast. */
export const controlClass =
  'block max-sm:scroll-mt-18 h-11 w-full rounded-sm border border-edge bg-raised px-3 text-base text-ink placeholder:text-ink-3 hover:border-ink-2 aria-invalid:border-fault aria-invalid:bg-fault-wash disabled:opacity-60 pointer-coarse:text-[16px]';

/** The error of a control, with its own hue and icon. */
export function FieldError({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} className="mt-2 flex items-start gap-1.5 text-sm text-fault">
      <CircleAlert size={16} className="mt-0.5 shrink-0" aria-hidden="true" />
      {children}
    </p>
  );
}

/** The ids that tie a control to its hint and error. */
export function useControl(texts: Pick<FieldTexts, 'hint' | 'error'>) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const described = [texts.hint ? hintId : '', texts.error ? errorId : ''].filter(Boolean).join(' ');
  const control: ControlProps = {
    id,
    'aria-describedby': described || undefined,
    'aria-invalid': texts.error ? true : undefined,
  };
  return { id, hintId, errorId, control };
}

/** Label above, control, then hint and error. `children` gets the control's ids and aria attributes. */
export function Field({
  label,
  hint,
  error,
  aside,
  children,
}: FieldTexts & {
  /** Opposite the label, such as a link. */
  aside?: ReactNode;
  children: (control: ControlProps) => ReactNode;
}) {
  const { id, hintId, errorId, control } = useControl({ hint, error });
  return (
    <div>
      <div className="mb-1.5 flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {/* As high as the label, so that fields side by side stay in line. */}
        {aside ? <span className="-my-2 pointer-coarse:-my-3">{aside}</span> : null}
      </div>
      {children(control)}
      {hint ? (
        <p id={hintId} className="mt-1.5 text-sm text-ink-2">
          {hint}
        </p>
      ) : null}
      {error ? <FieldError id={errorId}>{error}</FieldError> : null}
    </div>
  );
}
