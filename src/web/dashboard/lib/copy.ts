import { toast } from '#src/web/ui/toast/store.ts';

/** Copies a text and reports the result in a toast. `failed`: its title where the browser doesn't allow it. */
export async function copyText(
  text: string,
  says: { copied: string; failed: string; instead?: string },
): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ title: says.copied });
    return true;
  } catch {
    toast({
      title: says.failed,
      description: `Your browser doesn’t allow it here. ${says.instead ?? 'Select it and copy it by hand.'}`,
      variant: 'destructive',
    });
    return false;
  }
}
