import { createRoot } from 'react-dom/client';
import { Toaster } from '#src/web/ui/toast/toaster.tsx';

let mounted = false;

/** Puts a toaster on a page that has no island for it, once; loaded only when there is a toast to show. */
export function mountToaster(): void {
  if (mounted) return;
  mounted = true;
  const host = document.createElement('div');
  document.body.append(host);
  createRoot(host).render(<Toaster />);
}
