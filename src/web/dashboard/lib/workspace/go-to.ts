import type { WorkspaceChoice } from '#src/shared/workspaces.ts';
import { toast } from '#src/web/ui/toast/store.ts';
import { switchWorkspace } from '#src/web/lib/api/workspace.ts';

/**
 * On to another workspace. What stands in the address belongs to the one that is left: the screen stays, its things do
 * not. `pathname` is below /dashboard.
 */
export function goToWorkspace(
  { id, name }: Pick<WorkspaceChoice, 'id' | 'name'>,
  pathname: string,
  navigate: (to: string) => unknown,
): void {
  navigate(`/${pathname.split('/')[1] ?? ''}`);
  switchWorkspace(id);
  toast({ title: `You are in ${name}` });
}
