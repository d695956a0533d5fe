import { createRoot } from 'react-dom/client';
import { ConfirmDialog } from '#src/web/ui/confirm-dialog.tsx';

/** Asks before a screen is left with something that isn't saved. @returns whether to leave */
export function confirmLeaving(): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  const answer = (leaves: boolean): void => {
    resolve(leaves);
    // Once the dialog has given the focus back.
    setTimeout(() => {
      root.unmount();
      host.remove();
    });
  };
  root.render(
    <ConfirmDialog
      open
      title="Leave without saving?"
      text="You have changes on this page that aren't saved. If you leave, they are lost."
      confirmLabel="Leave"
      cancelLabel="Stay"
      onConfirm={() => answer(true)}
      // Closed by its own button, too, which then confirms.
      onClose={() => queueMicrotask(() => answer(false))}
    />,
  );
  return promise;
}
