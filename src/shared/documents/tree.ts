import type { Folder } from './documents.ts';

type Node = Pick<Folder, 'id' | 'parentId'>;

/** From the top down to the folder, itself included. Nothing for the top. */
export function pathOf<F extends Node>(folders: readonly F[], id: string | null): F[] {
  const path: F[] = [];
  let next = id;
  while (next !== null) {
    const folder = folders.find((each) => each.id === next);
    if (!folder || path.includes(folder)) break;
    path.unshift(folder);
    next = folder.parentId;
  }
  return path;
}

/** Everything below a folder, without itself. */
export function descendantsOf<F extends Node>(folders: readonly F[], id: string): F[] {
  return folders.flatMap((each) => (each.parentId === id ? [each, ...descendantsOf(folders, each.id)] : []));
}
