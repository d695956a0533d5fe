import type { Tx } from '#src/db/database.ts';
import { hasRoom } from '#src/db/has-room.ts';
import {
  findFolder,
  insertFolder,
  isFolderNameTaken,
  listFolders,
  placeFolder,
  removeFolders,
} from '#src/db/queries/documents/folders.ts';
import { newId } from '#src/db/ids.ts';
import {
  type Folder,
  FOLDER_DEPTH_MAX,
  type FolderChange,
  type FolderForm,
  FOLDERS_MAX,
} from '#src/shared/documents/documents.ts';
import { FOLDER_NAME_MAX, typedName } from '#src/shared/documents/names.ts';
import { descendantsOf, pathOf } from '#src/shared/documents/tree.ts';
import { AppError } from '#src/shared/errors.ts';
import type { By, DocumentsDeps } from './deps.ts';
import { change } from './record.ts';

const noFolder = (): AppError => new AppError('not_found', 'There is no such folder.');
const taken = (name: string): AppError =>
  new AppError('name_taken', `There is a folder called “${name}” already.`);

/** A place in words, for the log. */
export const placeName = (folder: string | undefined): string =>
  folder === undefined ? 'the top' : `“${folder}”`;

/** @throws AppError not_found for a folder that is not of this workspace */
export async function requireFolder(tx: Tx, id: string | null): Promise<void> {
  if (id !== null && !(await findFolder(tx, id))) throw noFolder();
}

function nameOf(given: string): string {
  const name = typedName(given, FOLDER_NAME_MAX);
  if (name === null)
    throw new AppError('validation_failed', 'A folder’s name has 1 to 120 characters and no slash.');
  return name;
}

/** @throws AppError validation_failed, name_taken, not_found, folder_limit */
export function makeFolder(deps: DocumentsDeps, by: By, form: FolderForm): Promise<Folder> {
  return change(deps, by, async (tx, now, note) => {
    const name = nameOf(form.name);
    const parentId = form.parentId ?? null;
    const folders = await listFolders(tx);
    if (parentId !== null && !folders.some(({ id }) => id === parentId)) throw noFolder();
    const limit = { of: 'folders', whose: by.workspaceId, max: FOLDERS_MAX };
    if (!(await hasRoom(tx, limit, async () => folders.length)))
      throw new AppError('folder_limit', `${FOLDERS_MAX} folders are the limit.`);
    if (pathOf(folders, parentId).length >= FOLDER_DEPTH_MAX) throw tooDeep();
    if (await isFolderNameTaken(tx, parentId, name)) throw taken(name);
    const id = newId();
    await insertFolder(tx, { workspaceId: by.workspaceId, id, parentId, name, createdAt: now });
    await note({ action: 'folder.created', subject: name, detail: { id } });
    return { id, parentId, name, documents: 0 };
  });
}

/** Another name, another place, or both. @throws AppError validation_failed, name_taken, not_found, folder_limit */
export function changeFolder(deps: DocumentsDeps, by: By, id: string, form: FolderChange): Promise<Folder> {
  return change(deps, by, async (tx, _now, note) => {
    const folders = await listFolders(tx);
    const folder = folders.find((each) => each.id === id);
    if (!folder) throw noFolder();
    const name = form.name === undefined ? folder.name : nameOf(form.name);
    const parentId = form.parentId === undefined ? folder.parentId : form.parentId;
    if (parentId !== folder.parentId) checkMove(folders, id, parentId);
    if (await isFolderNameTaken(tx, parentId, name, id)) throw taken(name);
    await placeFolder(tx, id, { name, parentId });
    if (name !== folder.name)
      await note({ action: 'folder.renamed', subject: name, detail: { id, from: folder.name } });
    if (parentId !== folder.parentId) {
      const to = placeName(folders.find((each) => each.id === parentId)?.name);
      await note({ action: 'folder.moved', subject: name, detail: { id, to } });
    }
    return { ...folder, name, parentId };
  });
}

function checkMove(folders: readonly Folder[], id: string, parentId: string | null): void {
  if (parentId === null) return;
  if (!folders.some((each) => each.id === parentId)) throw noFolder();
  const below = descendantsOf(folders, id);
  if (parentId === id || below.some((each) => each.id === parentId))
    throw new AppError('validation_failed', 'A folder can’t be moved into itself.');
  const own = pathOf(folders, id).length;
  const height = Math.max(0, ...below.map((each) => pathOf(folders, each.id).length - own));
  if (pathOf(folders, parentId).length + 1 + height > FOLDER_DEPTH_MAX) throw tooDeep();
}

/**
 * Removes a folder: an empty one, or, where the caller says so, one with all that lies in it. Its documents are then
 * deleted, and can be brought back to the top.
 * @throws AppError not_found, folder_not_empty
 */
export function removeFolder(deps: DocumentsDeps, by: By, id: string, withContents: boolean): Promise<void> {
  return change(deps, by, async (tx, now, note) => {
    const folders = await listFolders(tx);
    const folder = folders.find((each) => each.id === id);
    if (!folder) throw noFolder();
    const below = descendantsOf(folders, id);
    const documents = [folder, ...below].reduce((sum, each) => sum + each.documents, 0);
    if (!withContents && below.length + documents > 0) {
      throw new AppError('folder_not_empty', undefined, {
        details: { documents, folders: below.length },
      });
    }
    await removeFolders(tx, [id, ...below.map((each) => each.id)], now);
    await note({
      action: 'folder.deleted',
      subject: folder.name,
      detail: { id, documents, folders: below.length },
    });
  });
}

const tooDeep = (): AppError => new AppError('folder_limit', `Folders lie ${FOLDER_DEPTH_MAX} deep at most.`);
