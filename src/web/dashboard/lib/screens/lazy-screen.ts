import { createElement, use, useEffect, type ComponentType } from 'react';
import { firstViewIsShown } from '#src/web/auth/first-view.ts';

type Load = () => Promise<{ Component: ComponentType }>;

const screens = new Map<Load, Promise<ComponentType>>();
const failed = new Set<Load>();

/** Begins to load a screen, once. */
export function loadScreen(load: Load): Promise<ComponentType> {
  const known = screens.get(load);
  if (known) return known;
  const screen = load().then(({ Component }) => Component);
  screens.set(load, screen);
  screen.catch(() => failed.add(load));
  return screen;
}

/** What could not be loaded is asked for anew the next time somebody goes there. */
export function forgetFailed(): void {
  for (const load of failed) screens.delete(load);
  failed.clear();
}

/** A screen whose files come when it is first opened. */
export function LazyScreen({ load }: { load: Load }) {
  const screen = use(loadScreen(load));
  useEffect(firstViewIsShown, []);
  return createElement(screen);
}
