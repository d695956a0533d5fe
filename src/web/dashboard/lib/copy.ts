import { toast } from '#src/web/ui/toast/store.ts';

/** Puts a text where it can be pasted, and says whether it is there. `failed`: what to do where the browser does not let it. */
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
      description: `Your browser does not allow it here. ${says.instead ?? 'Select it and copy it by hand.'}`,
      variant: 'destructive',
    });
    return false;
  }
}
