import { rememberedWorkspace, rememberWorkspace } from '#src/web/auth/workspace-choice.ts';

/** Which workspace this tab works in; null until the server has named it. Other tabs stay where they are. */
let current: string | null | undefined;
/** Grows with every switch: what was asked before belongs to another workspace. */
let version = 0;
const listeners = new Set<() => void>();

export function currentWorkspace(): string | null {
  current ??= rememberedWorkspace();
  return current;
}

/** The server has named it; nothing on the screen changes. */
export function settleWorkspace(id: string): void {
  if (currentWorkspace() !== null) return;
  current = id;
  rememberWorkspace(id);
}

/** Works in another one from here on; null: in the one that the server takes. */
export function switchWorkspace(id: string | null): void {
  current = id;
  rememberWorkspace(id);
  version += 1;
  for (const listener of listeners) listener();
}

export const workspaceVersion = (): number => version;
export function subscribeWorkspace(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
