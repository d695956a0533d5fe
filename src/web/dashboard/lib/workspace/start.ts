import { workspaceChoiceSchema } from '#src/shared/workspaces.ts';
import { ApiError, apiPost } from '#src/web/lib/api/api.ts';
import { toast } from '#src/web/ui/toast/store.ts';
import type { PaletteContext } from '../palette.ts';
import { goToWorkspace } from './go-to.ts';

/** Starts the person's own workspace, and goes there. A rejection becomes a toast. */
export async function startWorkspace({ navigate, queries }: PaletteContext): Promise<void> {
  try {
    goToWorkspace(await apiPost('/api/v1/workspaces', {}, workspaceChoiceSchema), '/', navigate);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    toast({ title: 'The workspace wasn’t started', description: error.message, variant: 'destructive' });
    // Another tab may have started it.
    await queries.invalidateQueries({ queryKey: ['account', 'workspaces'] });
  }
}
