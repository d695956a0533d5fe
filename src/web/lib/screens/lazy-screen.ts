import { createElement, use, useEffect, type ComponentType } from 'react';
import { firstViewIsShown } from '#src/web/auth/first-view.ts';

type Load = () => Promise<{ Component: ComponentType }>;

const screens = new Map<Load, Promise<ComponentType>>();

/** Begins to load a screen, once: a browser remembers of a file that it could not be had, until the page is loaded. */
export function loadScreen(load: Load): Promise<ComponentType> {
  const known = screens.get(load);
  if (known) return known;
  const screen = load().then(({ Component }) => Component);
  screens.set(load, screen);
  return screen;
}

/** A screen whose files come when it is first opened. */
export function LazyScreen({ load }: { load: Load }) {
  const screen = use(loadScreen(load));
  useEffect(firstViewIsShown, []);
  return createElement(screen);
}
