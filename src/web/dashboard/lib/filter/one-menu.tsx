import { useState } from 'react';
import { cx } from '#src/web/ui/cx.ts';
import { Dropdown } from '#src/web/ui/dropdown.tsx';
import { SEARCH_FROM } from './choice-menu.tsx';

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
  const [find, setFind] = useState('');
  const wanted = find.trim().toLowerCase();
  // What isn't listed can still be in force, by an address that somebody shared.
  const current = chosen && (choices.find(({ value }) => value === chosen)?.label ?? chosen);
  const fitting = choices.filter((choice) => choice.label.toLowerCase().includes(wanted));
  const rows: readonly { value: V | undefined; label: string }[] = [
    { value: undefined, label: 'Any' },
    ...fitting,
  ];
  return (
    <Dropdown
      label={<span className="max-w-48 truncate">{current ? `${label}: ${current}` : label}</span>}
      on={chosen !== undefined}
    >
      {(close) => (
        <>
          {choices.length >= SEARCH_FROM ? (
            <input
              type="search"
              aria-label={`Find in ${label}`}
              placeholder="Find"
              value={find}
              onChange={(event) => setFind(event.target.value)}
              className="mb-1 block h-9 w-full rounded-sm border border-edge bg-paper px-2.5 text-sm placeholder:text-ink-3 pointer-coarse:h-11"
            />
          ) : null}
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
        </>
      )}
    </Dropdown>
  );
}
