import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dropdown } from '#src/web/ui/dropdown.tsx';

const ITEM =
  'flex min-h-9 w-full items-center gap-2 rounded-sm px-2 text-left text-sm hover:bg-sunk pointer-coarse:min-h-11';

/** What can be done with a row, behind three dots. */
export function RowMenu({
  name,
  items,
}: {
  name: string;
  items: readonly { label: string; icon: ReactNode; act: () => void }[];
}) {
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
        items.map(({ label, icon, act }) => (
          <button
            key={label}
            type="button"
            className={ITEM}
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
