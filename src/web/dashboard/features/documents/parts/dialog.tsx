import { useEffect, useId, useRef, type FormEvent, type ReactNode } from 'react';
import { Button } from '#src/web/ui/button.tsx';

/**
 * A question with an answer to give. The browser's own modal dialog keeps the focus inside, closes with Escape and
 * gives the focus back. Mount it when it is to be open.
 */
export function Dialog({
  title,
  submitLabel,
  busy,
  onSubmit,
  onClose,
  children,
}: {
  title: string;
  /** A verb: what will happen. */
  submitLabel: string;
  busy: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => Promise<void>;
  onClose: () => void;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onClose={onClose}
      className="m-auto w-[min(440px,calc(100vw-40px))] rounded-sm border border-rule bg-paper p-6 text-ink backdrop:bg-scrim"
    >
      <form noValidate onSubmit={onSubmit}>
        <h2 id={id} className="headline text-h4">
          {title}
        </h2>
        <div className="mt-4">{children}</div>
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={busy}>
            {submitLabel}
          </Button>
        </div>
      </form>
    </dialog>
  );
}
