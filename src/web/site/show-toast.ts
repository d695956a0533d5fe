import type { ToastContent } from '../ui/toast/store.ts';

/** Shows a toast on a page that has no island for it. What draws it is loaded now: nothing before is paid for it. */
export async function showToast(content: ToastContent): Promise<void> {
  const [{ toast }, { mountToaster }] = await Promise.all([
    import('../ui/toast/store.ts'),
    import('./mount-toaster.tsx'),
  ]);
  toast(content);
  mountToaster();
}
