import { useState } from 'react';
import { Dropdown } from '#src/web/ui/dropdown.tsx';

export type Choice = { value: string; label: string; hint?: string };
/** Longer lists can be searched. */
export const SEARCH_FROM = 12;

/** Any of several values. The button shows the choice. */
export function ChoiceMenu({
  label,
  choices,
  chosen,
  onChange,
}: {
  label: string;
  choices: readonly Choice[];
  chosen: readonly string[];
  onChange: (values: string[]) => void;
}) {
  const [find, setFind] = useState('');
  const wanted = find.trim().toLowerCase();
  const fitting = choices.filter((choice) =>
    `${choice.label} ${choice.hint ?? ''}`.toLowerCase().includes(wanted),
  );
  const first = choices.find((choice) => choice.value === chosen[0]);
  const name =
    chosen.length === 0
      ? label
      : `${label}: ${first?.label ?? chosen[0]}${chosen.length > 1 ? ` +${chosen.length - 1}` : ''}`;
  const toggle = (value: string) =>
    onChange(chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value]);
  return (
    <Dropdown label={<span className="max-w-48 truncate">{name}</span>} on={chosen.length > 0}>
      {() => (
        <fieldset>
          <legend className="sr-only">{label}</legend>
          {choices.length >= SEARCH_FROM ? (
            <input
              type="search"
              aria-label={`Find in ${label}`}
              placeholder="Find"
              value={find}
              onChange={(event) => setFind(event.target.value)}
              className="mb-1 block h-9 w-full rounded-sm border border-edge bg-paper px-2.5 text-sm placeholder:text-ink-3"
            />
          ) : null}
          {fitting.map((choice) => (
            <label
              key={choice.value}
              className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-sm px-2 text-sm hover:bg-sunk pointer-coarse:min-h-11"
            >
              <input
                type="checkbox"
                className="size-4 shrink-0"
                checked={chosen.includes(choice.value)}
                onChange={() => toggle(choice.value)}
              />
              <span className="min-w-0 grow truncate">{choice.label}</span>
              {choice.hint ? <span className="truncate text-xs text-ink-3">{choice.hint}</span> : null}
            </label>
          ))}
          {fitting.length === 0 ? (
            <p className="px-2 py-2 text-sm text-ink-2">
              {choices.length === 0 ? 'Nothing to choose from yet.' : 'No results.'}
            </p>
          ) : null}
        </fieldset>
      )}
    </Dropdown>
  );
}
