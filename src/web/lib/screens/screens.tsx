import { startTransition, Suspense, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import {
  matchRoutes,
  type NavigateOptions,
  type Navigator,
  Router,
  UNSAFE_createBrowserHistory as createBrowserHistory,
  type To,
  useLocation,
  useRoutes,
} from 'react-router';
import { LazyScreen, loadScreen } from './lazy-screen.ts';
import type { ScreenRoute } from './route.ts';
import { leavingGuard } from './leaving-guard.ts';
import { ScreenBoundary } from './screen-error.tsx';
import { keepScroll, ScrollPosition } from './scroll.ts';

type Screens = {
  /** The area's own path. */
  basename: string;
  routes: readonly ScreenRoute[];
  /** Where none of them is meant. */
  notFound: ReactNode;
};

/** A place in a list of routes, as the router's matcher takes it. */
const placeOf = (route: ScreenRoute) => ('path' in route ? { path: route.path } : { index: true as const });

/**
 * Begins to load the screen that the page's address names, while the session is still being looked at. To be called
 * where the page begins.
 */
export function loadFirst({ basename, routes }: Pick<Screens, 'basename' | 'routes'>): void {
  const places = routes.map((route, index) => ({ ...placeOf(route), id: String(index) }));
  const [match] = matchRoutes(places, location, basename) ?? [];
  const route = match && routes[Number(match.route.id)];
  // A screen that can't be loaded shows its error in its place.
  if (route && 'lazy' in route) loadScreen(route.lazy).catch(() => undefined);
}

type Place = { pathname: string; search: string };
const placed = ({ pathname, search }: Place): Place => ({ pathname, search });

/** Whether something that isn't saved holds the reader on the way from one place to another. */
function holds(from: Place, to: Place, go: () => void): boolean {
  const isHere = to.pathname === from.pathname;
  return !(isHere && to.search === from.search) && leavingGuard.holds(go, isHere);
}

/**
 * The addresses below `basename`. A move is a transition: the screen that is open stays until the next one is there.
 * One that would lose what is typed asks first. The router is the declarative one
 * (docs/decisions/2026-11-22-weight-of-the-account-area.md).
 */
export function Address({ basename, children }: { basename: string; children: ReactNode }) {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }));
  const [at, setAt] = useState({ location: history.location, action: history.action });
  const here = useRef(placed(history.location));
  const navigator = useMemo<Navigator>(() => {
    const noting =
      (go: (to: To, state?: unknown) => void) => (to: To, state?: unknown, options?: NavigateOptions) => {
        const move = () => {
          keepScroll(options?.preventScrollReset === true);
          go(to, state);
        };
        if (!holds(here.current, history.createURL(to), move)) move();
      };
    return {
      createHref: history.createHref,
      encodeLocation: history.encodeLocation,
      go: history.go,
      push: noting(history.push),
      replace: noting(history.replace),
    };
  }, [history, here]);
  useLayoutEffect(() => {
    let returns = false;
    return history.listen(({ location: next, action, delta }) => {
      // The browser has gone back to the entry that was to be left.
      if (returns) {
        returns = false;
        return;
      }
      if (delta && holds(here.current, next, () => history.go(delta))) {
        // It has moved already: back to this screen, until the user has answered.
        returns = true;
        history.go(-delta);
        return;
      }
      here.current = placed(next);
      startTransition(() => setAt({ location: next, action }));
    });
  }, [history, here]);
  return (
    <Router basename={basename} location={at.location} navigationType={at.action} navigator={navigator}>
      {children}
    </Router>
  );
}

/** The screen that the address names. */
export function OpenScreen({ routes, notFound }: Omit<Screens, 'basename'>) {
  const { key } = useLocation();
  const elements = useMemo(
    () => [
      ...routes.map((route) => ({
        ...placeOf(route),
        element: 'lazy' in route ? <LazyScreen load={route.lazy} /> : route.element,
      })),
      { path: '*', element: notFound },
    ],
    [routes, notFound],
  );
  const screen = useRoutes(elements);
  return (
    <ScreenBoundary at={key}>
      <Suspense fallback={null}>
        {screen}
        <ScrollPosition />
      </Suspense>
    </ScreenBoundary>
  );
}
