import { cx } from '#src/web/ui/cx.ts';
import { useControl } from '#src/web/ui/field.tsx';

type ChoicesProps = {
  name: string;
  legend: string;
  hint: string;
  /** Checkboxes for any number of choices, radio buttons for one. */
  type: 'checkbox' | 'radio';
  options: readonly string[];
  /** Taken from the beginning. */
  taken?: string;
};

/** Tiles to click, each a native control with its label: keyboard, forms without script and phones know them. */
export function Choices({ name, legend, hint, type, options, taken }: ChoicesProps) {
  const { id, hintId, control } = useControl({ hint });
  return (
    <fieldset>
      <legend className="text-sm font-medium">{legend}</legend>
      <p id={hintId} className="mb-2 text-sm text-ink-2">
        {hint}
      </p>
      <div
        className={cx(
          'grid gap-2 sm:grid-cols-3',
          type === 'radio' ? 'grid-cols-[1fr_1fr_1.4fr]' : 'grid-cols-2',
        )}
      >
        {options.map((option) => (
          <label
            key={option}
            htmlFor={`${id}-${option}`}
            className="flex h-12 items-center gap-2 rounded-sm sm:gap-3 border border-edge bg-raised px-3 text-base whitespace-nowrap hover:border-ink-2 has-checked:border-ink has-checked:bg-sunk has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brass has-aria-invalid:border-fault"
          >
            <input
              {...control}
              id={`${id}-${option}`}
              name={name}
              type={type}
              value={option}
              defaultChecked={option === taken}
              className="size-4 shrink-0 outline-none"
            />
            {option}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
