import { cx } from '#src/web/ui/cx.ts';

/** One of a few, side by side. */
export function Switch({
  label,
  options,
  chosen,
  onChange,
}: {
  label: string;
  options: readonly string[];
  chosen: number;
  onChange: (at: number) => void;
}) {
  return (
    <fieldset className="flex gap-1">
      <legend className="sr-only">{label}</legend>
      {options.map((option, at) => (
        <button
          key={option}
          type="button"
          aria-pressed={at === chosen}
          className={cx(
            'h-7 rounded-sm px-2.5 text-sm pointer-coarse:h-11',
            at === chosen ? 'bg-sunk font-medium text-ink' : 'text-ink-2 hover:text-ink',
          )}
          onClick={() => onChange(at)}
        >
          {option}
        </button>
      ))}
    </fieldset>
  );
}
