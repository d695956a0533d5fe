import { Check } from 'lucide-react';
import type { DocumentSort } from '#src/shared/documents/documents.ts';
import { Dropdown } from '#src/web/ui/dropdown.tsx';

const SORTS = {
  name: 'Name',
  newest: 'Newest first',
  oldest: 'Oldest first',
  largest: 'Largest first',
} as const satisfies Record<DocumentSort, string>;

export function SortMenu({ sort, onSort }: { sort: DocumentSort; onSort: (sort: DocumentSort) => void }) {
  return (
    <Dropdown label={`Sort: ${SORTS[sort]}`} on={sort !== 'name'}>
      {(close) =>
        (Object.keys(SORTS) as DocumentSort[]).map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === sort}
            className="flex min-h-9 w-full items-center justify-between rounded-sm px-2 text-left text-sm hover:bg-sunk pointer-coarse:min-h-11"
            onClick={() => {
              onSort(each);
              close();
            }}
          >
            {SORTS[each]}
            {each === sort ? <Check size={14} aria-hidden="true" /> : null}
          </button>
        ))
      }
    </Dropdown>
  );
}
