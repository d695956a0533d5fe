import { controlClass, FieldError, useControl } from '#src/web/ui/field.tsx';

/** The points of one reason, beside what they are for: nine fields of full width would fill two screens. */
export function Points({
  label,
  hint,
  placeholder,
  value,
  error,
  onChange,
}: {
  label: string;
  hint: string;
  placeholder: string;
  value: string;
  error?: string | undefined;
  onChange: (value: string) => void;
}) {
  const { id, hintId, errorId, control } = useControl({ hint, error });
  return (
    <div className="border-b border-line py-3">
      <div className="flex items-center justify-between gap-5">
        <div className="min-w-0">
          <label htmlFor={id} className="text-sm font-medium">
            {label}
          </label>
          <p id={hintId} className="text-sm text-ink-2">
            {hint}
          </p>
        </div>
        <div className="w-18 shrink-0">
          <input
            {...control}
            className={`${controlClass} figure text-right`}
            inputMode="numeric"
            autoComplete="off"
            placeholder={placeholder}
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
        </div>
      </div>
      {error ? <FieldError id={errorId}>{error}</FieldError> : null}
    </div>
  );
}
