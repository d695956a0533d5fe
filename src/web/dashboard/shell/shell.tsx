import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useAuth } from '#src/web/auth/use-auth.ts';
import { WEAK_KEY } from '#src/web/auth/weak-mark.ts';
import { readOnlyReason } from '#src/web/lib/api/access.ts';
import { ChatHost } from '../lib/chat/chat-host.tsx';
import { PlanNotice } from '../lib/plan/plan-notice.tsx';
import { useLive } from '../lib/live/use-live.ts';
import { isNowhere, meQuery } from '../lib/me.ts';
import { useGlobalKeys } from './use-global-keys.ts';
import { OfflineNotice } from '#src/web/lib/shell/offline-notice.tsx';
import { SideMenu, SideSheet } from './side-menu.tsx';
import { TopBar } from './top-bar.tsx';
import { WorkspaceError } from './workspace-error.tsx';

const Palette = lazy(async () => ({ default: (await import('../palette/palette.tsx')).Palette }));
const PasswordNotice = lazy(async () => ({
  default: (await import('./password-notice.tsx')).PasswordNotice,
}));
const NoWorkspace = lazy(async () => ({ default: (await import('./no-workspace.tsx')).NoWorkspace }));
const Help = lazy(async () => ({ default: (await import('../palette/help.tsx')).Help }));

/** The frame around every screen: top bar, side menu, main part. `bar` is above all of it. */
export function Shell({ bar, children }: { bar?: ReactNode; children: ReactNode }) {
  const { user } = useAuth();
  const { pathname } = useLocation();
  const [menuOpen, setMenuOpen] = useState(false);
  const [over, setOver] = useState<'palette' | 'help' | null>(null);
  // Few have one: its screen's part comes for them alone.
  const [weak] = useState(() => localStorage.getItem(WEAK_KEY)?.includes('"later":false'));
  const close = useCallback(() => setOver(null), []);
  const help = useCallback(() => setOver('help'), []);
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  const { data: me, error, refetch } = useQuery(meQuery);
  // What concerns the account alone works without a workspace, too.
  const trouble = pathname === '/settings' ? null : error;
  useLive(user?.id ?? '', me?.workspace.id);
  useGlobalKeys(setOver);

  // Another screen: start reading there, as a page load would.
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    setMenuOpen(false);
    // Unless the screen has begun with a field of its own.
    const { activeElement } = document;
    if (activeElement instanceof HTMLInputElement && main.current?.contains(activeElement)) return;
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
      {bar}
      <TopBar onMenu={() => setMenuOpen(true)} />
      <SideSheet open={menuOpen} onOpenChange={setMenuOpen} onOver={setOver} />
      <div className="mx-auto flex min-h-[calc(100dvh-57px)] max-w-work">
        <aside className="hidden w-52 shrink-0 border-r border-line md:block">
          <div className="sticky top-14 max-h-[calc(100dvh-56px)] overflow-y-auto px-3 py-5">
            <SideMenu onOver={setOver} />
          </div>
        </aside>
        <main
          id="main"
          ref={main}
          tabIndex={-1}
          className="min-w-0 grow px-5 py-8 outline-none md:px-8 lg:px-12"
        >
          <OfflineNotice />
          <PlanNotice />
          {weak && pathname !== '/settings' ? (
            <Suspense fallback={null}>
              <PasswordNotice />
            </Suspense>
          ) : null}
          {isNowhere(trouble) ? (
            <Suspense fallback={null}>
              <NoWorkspace />
            </Suspense>
          ) : trouble !== null && me === undefined ? (
            <WorkspaceError message={trouble.message} onRetry={() => void refetch()} />
          ) : (
            children
          )}
        </main>
      </div>
      {readOnlyReason() === null ? <ChatHost /> : null}
      <Suspense fallback={null}>
        {over === 'palette' ? <Palette onClose={close} onHelp={help} /> : null}
        {over === 'help' ? <Help onClose={close} /> : null}
      </Suspense>
    </div>
  );
}
