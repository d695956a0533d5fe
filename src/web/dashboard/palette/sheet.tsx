import { useEffect, useRef, type ReactNode } from 'react';
import { cx } from '#src/web/ui/cx.ts';

/** A sheet over the page. The browser's own modal dialog: Escape and a press beside it close, and the focus goes back. */
export function Sheet({
  label,
  className,
  onClose,
  children,
}: {
  label: string;
  className?: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    const shown = dialog.current;
    shown?.showModal();
    return () => {
      shown?.close();
      // The page may have moved on by now; then the focus is where it put it.
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    // The keyboard has Escape for what the press beside it does.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
      className={cx(
        'fixed inset-x-0 m-auto max-w-[calc(100vw-24px)] overflow-hidden rounded-sm border border-rule bg-raised p-0 text-ink backdrop:bg-scrim',
        className,
      )}
    >
      {children}
    </dialog>
  );
}
