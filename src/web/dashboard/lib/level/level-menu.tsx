import { useEffect, useRef, type ReactNode } from 'react';
import type { AskedLevel } from './asked.ts';

/** Below this much room (px) the menu opens to the left of, or above, where it was asked for. */
const ROOM = { x: 192, y: 90 };

/** What can be done with a price of a chart, where it was right-clicked. Escape and a press elsewhere close it. */
export function LevelMenu({
  asked,
  onClose,
  children,
}: {
  asked: AskedLevel;
  onClose: () => void;
  children: ReactNode;
}) {
  const box = useRef<HTMLElement>(null);
  /** Where the focus goes back to: a chart that was left by key. */
  const before = useRef<Element>(null);
  useEffect(() => {
    before.current = document.activeElement;
    box.current?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    const outside = (event: Event): void => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) onClose();
    };
    const escape = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      onClose();
      if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('keydown', escape);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('keydown', escape);
    };
  }, [onClose]);
  const { level, x, y, width, height } = asked;
  return (
    <section
      ref={box}
      aria-label={`At ${level}`}
      className="absolute z-20 grid w-48 max-w-full border border-ink bg-raised shadow-lg *:px-3 *:py-2.5 *:text-left *:text-sm *:hover:bg-sunk"
      style={{
        left: x > width - ROOM.x ? Math.max(0, x - ROOM.x) : x,
        top: y > height - ROOM.y ? Math.max(0, y - ROOM.y) : y,
      }}
    >
      {children}
    </section>
  );
}
