import { useEffect, useRef, useState } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { useAuth } from '#src/web/auth/use-auth.ts';
import { ChatHost } from '../lib/chat/chat-host.tsx';
import { PlanNotice } from '../lib/plan/plan-notice.tsx';
import { useLive } from '../lib/live/use-live.ts';
import { SideMenu, SideSheet } from './side-menu.tsx';
import { TopBar } from './top-bar.tsx';

/** The frame around every screen: top bar, side menu, main part. */
export function Shell() {
  const { user } = useAuth();
  const { pathname } = useLocation();
  const [menuOpen, setMenuOpen] = useState(false);
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useLive(user?.id ?? '');

  // Another screen: start reading there, as a page load would.
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    setMenuOpen(false);
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
      <TopBar onMenu={() => setMenuOpen(true)} />
      <SideSheet open={menuOpen} onOpenChange={setMenuOpen} />
      <div className="mx-auto flex min-h-[calc(100dvh-57px)] max-w-work">
        <aside className="hidden w-52 shrink-0 border-r border-line md:block">
          <div className="sticky top-14 max-h-[calc(100dvh-56px)] overflow-y-auto px-3 py-5">
            <SideMenu />
          </div>
        </aside>
        <main
          id="main"
          ref={main}
          tabIndex={-1}
          className="min-w-0 grow px-5 py-8 outline-none md:px-8 lg:px-12"
        >
          <PlanNotice />
          <Outlet />
        </main>
      </div>
      <ChatHost />
      <ScrollRestoration />
    </div>
  );
}
