import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { NavLink } from 'react-router';
import { cx } from '#src/web/ui/cx.ts';
import { Button } from '#src/web/ui/button.tsx';
import { FEATURES } from '../features/registry.ts';

/** The menu of the registry's features, in its order. */
export function SideMenu() {
  return (
    <nav aria-label="Account area">
      <ul className="grid gap-0.5">
        {FEATURES.flatMap(({ menu }) => (menu ? [menu] : [])).map(({ label, to, icon: Icon }) => (
          <li key={to}>
            <NavLink
              to={to}
              end={to === '/'}
              className={({ isActive }) =>
                cx(
                  'flex h-9 items-center gap-3 rounded-sm px-3 text-sm pointer-coarse:h-11',
                  isActive ? 'bg-sunk font-medium text-ink' : 'text-ink-2 hover:bg-sunk hover:text-ink',
                )
              }
            >
              <Icon size={16} aria-hidden="true" />
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/**
 * The same menu over the page, for small screens. The browser's own modal dialog keeps the focus inside,
 * closes with Escape and gives the focus back.
 */
export function SideSheet({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
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
        <SideMenu />
      </div>
    </dialog>
  );
}
