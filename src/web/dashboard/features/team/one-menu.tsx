import { cx } from '#src/web/ui/cx.ts';
import { Dropdown } from '#src/web/ui/dropdown.tsx';

/** One of several values, or any. The button shows the choice. */
export function OneMenu<V extends string>({
  label,
  choices,
  chosen,
  onChange,
}: {
  label: string;
  choices: readonly { value: V; label: string }[];
  chosen: V | undefined;
  onChange: (value: V | undefined) => void;
}) {
  const current = choices.find(({ value }) => value === chosen);
  const rows: readonly { value: V | undefined; label: string }[] = [
    { value: undefined, label: 'Any' },
    ...choices,
  ];
  return (
    <Dropdown
      label={<span className="max-w-48 truncate">{current ? `${label}: ${current.label}` : label}</span>}
      on={chosen !== undefined}
    >
      {(close) => (
        <ul aria-label={label}>
          {rows.map((row) => (
            <li key={row.value ?? ''}>
              <button
                type="button"
                aria-pressed={row.value === chosen}
                className={cx(
                  'flex min-h-9 w-full items-center rounded-sm px-2 text-left text-sm hover:bg-sunk pointer-coarse:min-h-11',
                  row.value === chosen && 'font-medium',
                )}
                onClick={() => {
                  onChange(row.value);
                  close();
                }}
              >
                <span className="truncate">{row.label}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Dropdown>
  );
}
