import { LogOut, Menu } from 'lucide-react';
import { useState } from 'react';
import { Link, NavLink } from 'react-router';
import { siteConfig } from '#src/shared/site-config.ts';
import { firstNameOf, useAuth } from '#src/web/auth/use-auth.ts';
import { Brand } from '#src/web/ui/brand.tsx';
import { Button } from '#src/web/ui/button.tsx';
import { cx } from '#src/web/ui/cx.ts';
import { ThemeSwitch } from '#src/web/ui/theme-switch.tsx';
import { readOnlyReason } from '#src/web/lib/api/access.ts';
import { FEATURES } from '../features/registry.ts';
import { Bell } from './bell.tsx';
import { WorkspaceChoice } from './workspace-choice.tsx';

export function TopBar({ onMenu }: { onMenu: () => void }) {
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-paper">
      <div className="mx-auto flex h-14 max-w-work items-center gap-2 px-3 md:px-6">
        <Button variant="quiet" size="icon" className="md:hidden" aria-label="Menu" onClick={onMenu}>
          <Menu size={20} aria-hidden="true" />
        </Button>
        <Link to="/" className="flex h-11 items-center" aria-label={`${siteConfig.name}, dashboard`}>
          <Brand />
        </Link>
        <nav aria-label="Main" className="ml-8 hidden h-full items-center gap-6 md:flex">
          {FEATURES.flatMap(({ menu }) => (menu?.topBar ? [menu] : [])).map(({ label, to }) => (
            <NavLink
              key={to}
              to={to}
              end={to === '/'}
              className={({ isActive }) =>
                cx(
                  'flex h-full items-center border-b-2 pt-0.5 text-sm',
                  isActive
                    ? 'border-ink font-medium text-ink'
                    : 'border-transparent text-ink-2 hover:text-ink',
                )
              }
            >
              {label}
            </NavLink>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-1">
          <div className="hidden lg:block">
            <WorkspaceChoice as="button" />
          </div>
          <ThemeSwitch />
          <Bell />
          <Person />
        </div>
      </div>
    </header>
  );
}

function Person() {
  const { user, signOut } = useAuth();
  const [busy, setBusy] = useState(false);
  const name = firstNameOf(user);
  // A visitor of the demo has signed in to nothing.
  const leave = readOnlyReason() === null ? 'Sign out' : 'Leave the demo';
  return (
    <>
      {/* On the narrowest phones the buttons, large for fingers, take all the room. */}
      <span className="flex items-center gap-2 px-2 text-sm max-[359px]:hidden">
        <span
          aria-hidden="true"
          className="grid size-7 place-items-center rounded-full border border-rule bg-sunk text-xs font-semibold uppercase"
        >
          {name.slice(0, 1)}
        </span>
        <span className="hidden max-w-40 truncate sm:inline">{name}</span>
      </span>
      <Button
        variant="quiet"
        size="sm"
        busy={busy}
        className="px-2.5"
        aria-label={leave}
        onClick={() => {
          setBusy(true);
          void signOut().finally(() => setBusy(false));
        }}
      >
        {busy ? null : <LogOut size={16} aria-hidden="true" />}
        <span className="hidden lg:inline">{leave}</span>
      </Button>
    </>
  );
}
