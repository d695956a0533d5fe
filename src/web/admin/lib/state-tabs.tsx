import { Link, useSearchParams } from 'react-router';
import { cx } from '#src/web/ui/cx.ts';

/** What waits, or everything: in the address, so that it can be shared and gone back to. */
export function useAll(): boolean {
  return useSearchParams()[0].get('state') === 'all';
}

export function StateTabs({ waiting, all }: { waiting: string; all: string }) {
  const showsAll = useAll();
  const tabs = [
    { label: waiting, to: '?', on: !showsAll },
    { label: all, to: '?state=all', on: showsAll },
  ];
  return (
    <nav aria-label="What is shown" className="flex gap-5">
      {tabs.map(({ label, to, on }) => (
        <Link
          key={label}
          to={to}
          aria-current={on ? 'true' : undefined}
          className={cx(
            'flex h-9 items-center border-b-2 text-sm pointer-coarse:h-11',
            on ? 'border-ink font-medium' : 'border-transparent text-ink-2 hover:text-ink',
          )}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
