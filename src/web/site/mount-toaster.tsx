import { createRoot } from 'react-dom/client';
import { Toaster } from '#src/web/ui/toast/toaster.tsx';

/** Puts a toaster on a page that has no island for it; loaded only when there is a toast to show. */
export function mountToaster(): void {
  const host = document.createElement('div');
  document.body.append(host);
  createRoot(host).render(<Toaster />);
}
