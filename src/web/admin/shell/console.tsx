import { LogOut, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import type { OperatorMe } from '#src/shared/operator.ts';
import { siteConfig } from '#src/shared/site-config.ts';
import { useAuth } from '#src/web/auth/use-auth.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Mark } from '#src/web/ui/brand.tsx';
import { OfflineNotice } from '#src/web/lib/shell/offline-notice.tsx';
import { cx } from '#src/web/ui/cx.ts';
import { ThemeSwitch } from '#src/web/ui/theme-switch.tsx';
import { SCREENS } from '../features/registry.ts';

/** The frame around every screen of the console: one bar, and the screen. */
export function Console({ me, children }: { me: OperatorMe; children: ReactNode }) {
  const { signOut } = useAuth();
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  // Another screen: start reading there, as a page load would.
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <div className="min-h-dvh">
      <a
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:bg-raised focus:px-4 focus:py-2"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        Skip to content
      </a>
      <header className="border-b border-rule bg-paper lg:sticky lg:top-0 lg:z-30">
        <div className="mx-auto flex max-w-work flex-wrap items-center gap-x-8 px-5 md:px-8">
          <Link
            to="/"
            className="flex h-12 items-center gap-3 lg:h-14"
            aria-label={`${siteConfig.name}, operator console`}
          >
            <Mark size={24} />
            <span className="slug">Operator</span>
          </Link>
          <div className="order-2 ml-auto flex items-center gap-1 lg:order-3">
            <span className="hidden max-w-60 truncate px-2 text-sm text-ink-2 xl:inline">{me.email}</span>
            <ThemeSwitch />
            <Button variant="quiet" size="icon" aria-label="Sign out" onClick={() => void signOut()}>
              <LogOut size={16} aria-hidden="true" />
            </Button>
          </div>
          <nav
            aria-label="Operator console"
            className="order-3 flex w-full flex-wrap gap-x-6 lg:order-2 lg:w-auto"
          >
            {SCREENS.map(({ menu: { label, to, count } }) => (
              <NavLink
                key={to}
                to={to}
                className={({ isActive }) =>
                  cx(
                    'flex h-11 shrink-0 items-center gap-1.5 border-b-2 pt-0.5 text-sm outline-offset-[-2px] lg:h-14',
                    isActive
                      ? 'border-ink font-medium text-ink'
                      : 'border-transparent text-ink-2 hover:text-ink',
                  )
                }
              >
                {label}
                {count && me.counts[count] > 0 ? <Count n={me.counts[count]} /> : null}
              </NavLink>
            ))}
          </nav>
        </div>
      </header>
      <main
        id="main"
        ref={main}
        tabIndex={-1}
        className="mx-auto max-w-work px-5 py-6 outline-none md:px-8 md:py-8"
      >
        <OfflineNotice />
        {me.warnings.map((warning) => (
          <p key={warning} className="mb-8 flex items-start gap-3 border-y border-rule py-3 text-base">
            <TriangleAlert size={18} className="mt-0.5 shrink-0 text-fault" aria-hidden="true" />
            <span className="min-w-0 break-words">{warning}</span>
          </p>
        ))}
        {children}
      </main>
    </div>
  );
}

function Count({ n }: { n: number }) {
  return (
    <span className="figure text-xs text-ink">
      <span aria-hidden="true">{n > 99 ? '99+' : n}</span>
      <span className="sr-only">({n} waiting)</span>
    </span>
  );
}
