import { NavLink } from 'react-router';
import { cx } from '#src/web/ui/cx.ts';

const tab = ({ isActive }: { isActive: boolean }) =>
  cx(
    '-mb-px inline-flex min-h-11 items-center border-b-2 text-sm',
    isActive ? 'border-ink font-medium text-ink' : 'border-transparent text-ink-2 hover:text-ink',
  );

export function Head({ title }: { title: string }) {
  return (
    <>
      <h1 className="headline text-h2">{title}</h1>
      <nav aria-label="Sign-ups" className="mt-4 mb-8 flex gap-6 border-b border-line">
        <NavLink to="/forms" className={tab}>
          Sign-up forms
        </NavLink>
        <NavLink to="/suppressed" className={tab}>
          Suppressed addresses
        </NavLink>
      </nav>
    </>
  );
}
