import { useEffect, useId, useRef, type ReactNode } from 'react';
import { Button } from './button.tsx';

/**
 * Asks before something that cannot be taken back. The browser's own modal dialog: it keeps the focus inside,
 * Escape cancels, and the focus goes back to where it was.
 */
export function ConfirmDialog({
  open,
  title,
  text,
  confirmLabel,
  confirmVariant = 'danger',
  cancelLabel = 'Cancel',
  onConfirm,
  onClose,
}: {
  open: boolean;
  title: string;
  text: ReactNode;
  /** A verb: what will happen. */
  confirmLabel: string;
  /** `primary` where nothing is lost by it. */
  confirmVariant?: 'danger' | 'primary';
  /** What staying is called where canceling is what is asked about. */
  cancelLabel?: string;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const id = useId();
  useEffect(() => {
    if (open) {
      dialog.current?.showModal();
      // No field in it: on a phone the keyboard would cover the buttons.
      cancel.current?.focus();
    } else dialog.current?.close();
  }, [open]);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onClose={onClose}
      className="m-auto w-[min(440px,calc(100vw-40px))] rounded-sm border border-rule bg-paper p-6 text-ink backdrop:bg-scrim"
    >
      <h2 id={id} className="headline text-h4">
        {title}
      </h2>
      <div className="mt-3 text-base text-ink-2">{text}</div>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button ref={cancel} variant="quiet" onClick={onClose}>
          {cancelLabel}
        </Button>
        <Button
          variant={confirmVariant}
          onClick={() => {
            onClose();
            onConfirm();
          }}
        >
          {confirmLabel}
        </Button>
      </div>
    </dialog>
  );
}
