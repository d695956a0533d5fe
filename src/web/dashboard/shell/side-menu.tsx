import { useQuery } from '@tanstack/react-query';
import { ArrowUpRight, BookOpen, Keyboard, Search, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { NavLink } from 'react-router';
import { roleMay } from '#src/shared/permissions.ts';
import { siteConfig } from '#src/shared/site-config.ts';
import { cx } from '#src/web/ui/cx.ts';
import { Button } from '#src/web/ui/button.tsx';
import { FEATURES } from '../features/registry.ts';
import { meQuery } from '../lib/me.ts';
import { modifier } from '../lib/shortcuts.ts';
import { MenuCount } from './menu-count.tsx';
import { WorkspaceChoice } from './workspace-choice.tsx';

type Over = (what: 'palette' | 'help') => void;

const ROW = 'flex h-9 w-full items-center gap-3 rounded-sm px-3 text-sm pointer-coarse:h-11';
const QUIET = 'text-ink-2 hover:bg-sunk hover:text-ink';

/** The menu of the registry's features, in its order; below it what the keyboard has keys for. */
export function SideMenu({ onOver }: { onOver: Over }) {
  const { data: me } = useQuery(meQuery);
  const menus = FEATURES.flatMap(({ menu }) => menu ?? []).filter(
    ({ needs }) => needs === undefined || (me !== undefined && roleMay(me.workspace.role, needs)),
  );
  return (
    <>
      <nav aria-label="Account area">
        <WorkspaceChoice as="select" />
        <ul className="grid gap-0.5">
          {menus.map(({ label, to, icon: Icon, count }) => (
            <li key={to}>
              <NavLink
                to={to}
                end={to === '/'}
                className={({ isActive }) => cx(ROW, isActive ? 'bg-sunk font-medium text-ink' : QUIET)}
              >
                <Icon size={16} aria-hidden="true" />
                {label}
                {count ? <MenuCount load={count} /> : null}
              </NavLink>
            </li>
          ))}
          <li>
            <a href={siteConfig.documentation} target="_blank" rel="noopener" className={cx(ROW, QUIET)}>
              <BookOpen size={16} aria-hidden="true" />
              Documentation
              <ArrowUpRight size={14} className="-ml-1.5 text-ink-3" aria-hidden="true" />
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
          </li>
        </ul>
      </nav>
      <div className="mt-4 grid gap-0.5 border-t border-line pt-4">
        <button type="button" className={cx(ROW, QUIET)} onClick={() => onOver('palette')}>
          <Search size={16} aria-hidden="true" />
          Find
          <kbd aria-hidden="true" className="figure ml-auto text-xs text-ink-3 pointer-coarse:hidden">
            {modifier()} K
          </kbd>
        </button>
        <button type="button" className={cx(ROW, QUIET)} onClick={() => onOver('help')}>
          <Keyboard size={16} aria-hidden="true" />
          Shortcuts
          <kbd aria-hidden="true" className="figure ml-auto text-xs text-ink-3 pointer-coarse:hidden">
            ?
          </kbd>
        </button>
      </div>
    </>
  );
}

/**
 * The same menu over the page, for small screens. The browser's own modal dialog keeps the focus inside,
 * closes with Escape and gives the focus back.
 */
export function SideSheet({
  open,
  onOpenChange,
  onOver,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onOver: Over;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  return (
    // A click on the backdrop or on a link closes; the keyboard has Escape and the close button for that.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      aria-label="Menu"
      onClose={() => onOpenChange(false)}
      onClick={(event) => {
        const { target } = event;
        if (target === dialog.current || (target instanceof Element && target.closest('a')))
          onOpenChange(false);
      }}
      className="fixed inset-y-0 left-0 m-0 h-dvh max-h-none w-72 max-w-[85vw] border-r border-line bg-paper text-ink backdrop:bg-scrim"
    >
      <div className="h-full p-3">
        <div className="mb-3 flex items-center justify-between pl-3">
          <p className="slug text-ink-3">Menu</p>
          <Button variant="quiet" size="icon" aria-label="Close menu" onClick={() => onOpenChange(false)}>
            <X size={18} aria-hidden="true" />
          </Button>
        </div>
        <SideMenu
          onOver={(what) => {
            // Closed first: the sheet gives the focus back, and only then something else may take it.
            dialog.current?.close();
            onOver(what);
          }}
        />
      </div>
    </dialog>
  );
}
