import type { ToastContent } from '../../ui/toast/store.ts';

/** What of the browser sharing needs; each may be missing. */
type Sharing = {
  share?: (page: { title: string; url: string }) => Promise<void>;
  clipboard?: { writeText: (text: string) => Promise<void> };
};

/**
 * Hands the page to the system's share sheet where there is one, else puts its address on the clipboard and says
 * so. Where neither is allowed, the toast shows the address.
 */
export async function sharePage(
  page: { title: string; url: string },
  browser: Sharing,
  toast: (content: ToastContent) => void,
): Promise<void> {
  if (browser.share) {
    try {
      return await browser.share(page);
    } catch (error) {
      // The sheet was closed without choosing: that is an answer.
      if (error instanceof Error && error.name === 'AbortError') return;
    }
  }
  try {
    if (!browser.clipboard) throw new Error('No clipboard here.');
    await browser.clipboard.writeText(page.url);
    toast({ title: 'Link copied', description: 'The address of this post is on your clipboard.' });
  } catch {
    toast({ title: 'Copy this link', description: page.url });
  }
}
