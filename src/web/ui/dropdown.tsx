import { ChevronDown } from 'lucide-react';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { cx } from './cx.ts';

const NARROW = 'absolute top-full mt-1 max-h-96 w-72 max-w-[calc(100vw-40px)]';
/** On phones it spans the screen: the button may be anywhere. */
const WIDE =
  'fixed inset-x-3 top-15 max-h-[min(40rem,calc(100dvh-5rem))] sm:absolute sm:inset-x-auto sm:top-full sm:mt-3 sm:w-100';
const RIGHT = { narrow: 'right-0', wide: 'sm:right-0' };
const FACE =
  'inline-flex h-9 items-center gap-1.5 rounded-sm border px-3 text-sm whitespace-nowrap hover:border-ink pointer-coarse:h-11';

/**
 * A button that opens a panel below it: Escape and a press elsewhere close it, and the focus goes back to the button.
 * `children` gets the way to close it. `on` marks a button whose panel holds a choice that is in force; `face` is for a
 * button that looks otherwise, and names it; `wide` gives the panel more room.
 */
export function Dropdown({
  label,
  on = false,
  align = 'left',
  face,
  wide = false,
  children,
}: {
  label: ReactNode;
  on?: boolean;
  align?: 'left' | 'right';
  face?: { className: string; name: string };
  wide?: boolean;
  children: (close: () => void) => ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  useEffect(() => {
    if (!open) return;
    const outside = (event: Event) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false);
    };
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('focusin', outside);
    document.addEventListener('keydown', escape);
    const opener = button.current;
    return () => {
      // What had the focus in the panel is gone with it.
      if (document.activeElement === document.body) opener?.focus({ preventScroll: true });
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('focusin', outside);
      document.removeEventListener('keydown', escape);
    };
  }, [open]);
  return (
    <div ref={box} className="relative">
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={id}
        aria-label={face?.name}
        className={
          face?.className ??
          cx(FACE, on ? 'border-ink font-medium text-ink' : 'border-edge text-ink-2 hover:text-ink')
        }
        onClick={() => setOpen(!open)}
      >
        {label}
        {face ? null : <ChevronDown size={14} aria-hidden="true" />}
      </button>
      <div
        id={id}
        hidden={!open}
        className={cx(
          'z-20 overflow-y-auto rounded-sm border border-rule bg-raised p-2',
          wide ? WIDE : NARROW,
          align === 'right' ? RIGHT[wide ? 'wide' : 'narrow'] : 'left-0',
        )}
      >
        {open ? children(() => setOpen(false)) : null}
      </div>
    </div>
  );
}
