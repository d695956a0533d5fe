import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRefusal } from '#src/web/dashboard/lib/refusal.tsx';
import { Dropdown } from '#src/web/ui/dropdown.tsx';

const ITEM =
  'flex min-h-9 w-full items-center gap-2 rounded-sm px-2 text-left text-sm hover:not-disabled:bg-sunk disabled:opacity-60 pointer-coarse:min-h-11';

/** What can be done with a row, behind three dots. */
export function RowMenu({
  name,
  items,
}: {
  name: string;
  /** `changes`: what a workspace refuses that may not be changed. */
  items: readonly { label: string; icon: ReactNode; act: () => void; changes?: true }[];
}) {
  const refusal = useRefusal();
  return (
    <Dropdown
      label={<Ellipsis size={16} aria-hidden="true" />}
      align="right"
      face={{
        name: `Actions for ${name}`,
        className:
          'grid size-9 place-items-center rounded-sm text-ink-2 hover:bg-sunk hover:text-ink pointer-coarse:size-11',
      }}
    >
      {(close) =>
        items.map(({ label, icon, act, changes }) => (
          <button
            key={label}
            type="button"
            className={ITEM}
            disabled={changes && refusal !== null}
            title={changes && refusal !== null ? refusal : undefined}
            onClick={() => {
              close();
              act();
            }}
          >
            {icon}
            {label}
          </button>
        ))
      }
    </Dropdown>
  );
}
