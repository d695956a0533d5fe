import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

const STORAGE_KEY = 'bellwire.scroll';
/** How far down each entry of the history was, by its path and key: a page that was loaded has none of its own. */
let positions: Record<string, number> = {};
let keep = false;

/** The move under way leaves the page where it is: a filter, not another screen. */
export function keepScroll(wanted: boolean): void {
  keep = wanted;
}

function read(): Record<string, number> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    return Object.fromEntries(Object.entries(stored).filter((entry) => typeof entry[1] === 'number'));
  } catch {
    return {};
  }
}

function targetOf(hash: string): Element | null {
  try {
    return hash === '' ? null : document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    // Not an id that could be read: the page begins at its top.
    return null;
  }
}

/**
 * Another screen begins at its top, or at the part that its address names; going back, one is where one was. Stands
 * behind the screen, so that there is something to move when it has its turn.
 */
export function ScrollPosition(): null {
  const { key: entry, hash, pathname } = useLocation();
  const key = `${pathname} ${entry}`;
  const type = useNavigationType();
  const here = useRef<string | null>(null);

  useEffect(() => {
    // Noted while it happens: with another screen, the page has another length.
    const note = () => {
      if (here.current !== null) positions[here.current] = window.scrollY;
    };
    const leave = () => {
      try {
        sessionStorage.setItem(STORAGE_KEY, JSON.stringify(positions));
      } catch {
        // Storage is full or blocked: after a reload the page begins at its top.
      }
      history.scrollRestoration = 'auto';
    };
    const manual = () => {
      history.scrollRestoration = 'manual';
    };
    manual();
    addEventListener('scroll', note, { passive: true });
    addEventListener('pagehide', leave);
    addEventListener('pageshow', manual);
    return () => {
      removeEventListener('scroll', note);
      removeEventListener('pagehide', leave);
      removeEventListener('pageshow', manual);
    };
  }, []);

  useLayoutEffect(() => {
    const first = here.current === null;
    if (first) positions = { ...read(), ...positions };
    here.current = key;
    const stay = keep;
    keep = false;
    const before = positions[key];
    const target = targetOf(hash);
    // Nothing is returned: newer browsers answer a promise, which is no way to clean up.
    if (type === 'POP' && before !== undefined) window.scrollTo(0, before);
    else if (target) target.scrollIntoView();
    // A page that was just loaded is at its top already; its parts are still loading.
    else if (!stay && !first) window.scrollTo(0, 0);
  }, [key, hash, type]);
  return null;
}
