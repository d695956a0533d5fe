import { createRoot } from 'react-dom/client';
import { loadToastView, Toaster } from '#src/web/ui/toast/toaster.tsx';

let mounted = false;

/** Puts the one toaster on a public page: asked by an island that shows toasts, or by a toast of the page before. */
export function mountToaster(): void {
  if (mounted) return;
  mounted = true;
  const host = document.createElement('div');
  document.body.append(host);
  createRoot(host).render(<Toaster />);
}

/** The same, with what draws a toast. @throws Error when that cannot be loaded */
export function readyToaster(): Promise<unknown> {
  mountToaster();
  return loadToastView();
}
