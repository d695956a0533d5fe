import { NavLink } from 'react-router';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { cx } from '#src/web/ui/cx.ts';

/** The screen's title, with tabs for members who may see both parts. */
export function TeamHead() {
  const mayRead = useMay('activity:read');
  const tab = ({ isActive }: { isActive: boolean }) =>
    cx(
      '-mb-px inline-flex h-11 items-center border-b-2 text-sm',
      isActive ? 'border-ink font-medium text-ink' : 'border-transparent text-ink-2 hover:text-ink',
    );
  return (
    <>
      <h1 className="headline text-h2">Team</h1>
      {mayRead ? (
        <nav aria-label="Team" className="mt-4 mb-8 flex gap-6 border-b border-line">
          <NavLink to="/team" end className={tab}>
            Members
          </NavLink>
          <NavLink to="/team/activity" className={tab}>
            Activity
          </NavLink>
        </nav>
      ) : (
        <div className="mb-8" />
      )}
    </>
  );
}
