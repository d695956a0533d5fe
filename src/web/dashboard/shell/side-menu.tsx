import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
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

/** The same menu over the page, for small screens. */
export function SideSheet({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-[#0c0b0a]/50 md:hidden" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-40 w-72 max-w-[85vw] border-r border-line bg-paper p-3 md:hidden"
          onClick={(event) => {
            if (event.target instanceof Element && event.target.closest('a')) onOpenChange(false);
          }}
        >
          <div className="mb-3 flex items-center justify-between pl-3">
            <Dialog.Title className="slug text-ink-3">Menu</Dialog.Title>
            <Dialog.Close asChild>
              <Button variant="quiet" size="icon" aria-label="Close menu">
                <X size={18} aria-hidden="true" />
              </Button>
            </Dialog.Close>
          </div>
          <SideMenu />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
