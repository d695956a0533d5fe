import type { Chosen } from './use-chosen.ts';

/** Chooses every alert that may be decided with others; nothing where there are not two of them. */
export function SelectAll({ chosen: { rows, chosen, all } }: { chosen: Chosen }) {
  if (rows.length < 2) return null;
  const isAll = chosen.length === rows.length;
  return (
    <label className="flex h-11 items-center gap-3 border-b border-line text-sm text-ink-2 select-none xl:px-3">
      <input
        type="checkbox"
        className="size-5 shrink-0"
        checked={isAll}
        ref={(box) => {
          if (box) box.indeterminate = chosen.length > 0 && !isAll;
        }}
        onChange={({ target }) => all(target.checked)}
      />
      Select all
    </label>
  );
}
