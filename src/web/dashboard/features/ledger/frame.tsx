import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { NoPermission } from '#src/web/dashboard/lib/no-permission.tsx';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { cx } from '#src/web/ui/cx.ts';
import { RowsSkeleton } from './rows-skeleton.tsx';

const TABS = [
  { to: '/ledger', label: 'Search' },
  { to: '/ledger/retention', label: 'Retention and holds' },
  { to: '/ledger/entries', label: 'Entries' },
] as const;

/** The title and the parts of the screen, for those who may read the ledger. */
export function LedgerFrame({ children }: { children: ReactNode }) {
  const may = useMay('ledger:read');
  const tab = ({ isActive }: { isActive: boolean }) =>
    cx(
      '-mb-px inline-flex h-11 shrink-0 items-center border-b-2 text-sm',
      isActive ? 'border-ink font-medium text-ink' : 'border-transparent text-ink-2 hover:text-ink',
    );
  return (
    <>
      <h1 className="headline text-h2">Ledger</h1>
      <p className="mt-2 max-w-text text-base text-ink-2">
        What was said, at which price, who approved it and who got it. Nothing in it can be changed unnoticed.
      </p>
      {may === false ? (
        <div className="mt-8">
          <NoPermission permission="ledger:read" title="The ledger isn’t open to you" />
        </div>
      ) : (
        <>
          <nav
            aria-label="Ledger"
            className="mt-4 mb-6 flex gap-x-5 overflow-x-auto border-b border-line sm:gap-x-6"
          >
            {TABS.map(({ to, label }) => (
              <NavLink key={to} to={to} end className={tab}>
                {label}
              </NavLink>
            ))}
          </nav>
          {may ? children : <RowsSkeleton />}
        </>
      )}
    </>
  );
}
