import { logWarning } from '#src/web/ui/log.ts';
import { currentToast, dismissToast, toast, type ToastContent } from '#src/web/ui/toast/store.ts';

/** Loads what draws toasts, all of it. What could not be loaded is tried again by the next call. @throws Error */
export const bringToaster = (): Promise<unknown> =>
  import('../mount-toaster.tsx').then(({ readyToaster }) => readyToaster());

/**
 * Shows a toast. Never throws.
 * @returns false when what draws it cannot be loaded: its words are then the form's to say
 */
export async function sayByToast(content: ToastContent, bring = bringToaster): Promise<boolean> {
  toast(content);
  const item = currentToast();
  try {
    await bring();
    return true;
  } catch (error) {
    logWarning(String(error));
    // It would come late, and a second time.
    if (item) dismissToast(item.id);
    return false;
  }
}
