import {
  deleteDocument,
  type DocumentRow,
  eraseDocument,
  placeDocument,
  restoreDocument,
} from '#src/db/queries/documents/change.ts';
import { findFolder } from '#src/db/queries/documents/folders.ts';
import { findDocument, readDocument } from '#src/db/queries/documents/list.ts';
import { freeName, isNameTaken } from '#src/db/queries/documents/names.ts';
import type { Tx } from '#src/db/database.ts';
import type { DocumentChange, DocumentItem } from '#src/shared/documents/documents.ts';
import { DOCUMENT_NAME_MAX, fittingName, typedName } from '#src/shared/documents/names.ts';
import { AppError } from '#src/shared/errors.ts';
import type { By, DocumentsDeps } from './deps.ts';
import { placeName, requireFolder } from './folders.ts';
import { change } from './record.ts';

export const noDocument = (): AppError => new AppError('not_found', 'There is no such document.');

/** One that is there and not deleted. @throws AppError not_found */
export async function livingDocument(tx: Tx, id: string): Promise<DocumentRow> {
  const document = await findDocument(tx, id);
  if (!document || document.deletedAt) throw noDocument();
  return document;
}

async function deletedDocument(tx: Tx, id: string): Promise<DocumentRow> {
  const document = await findDocument(tx, id);
  if (!document?.deletedAt) throw noDocument();
  return document;
}

async function shown(tx: Tx, id: string, now: Date): Promise<DocumentItem> {
  const document = await readDocument(tx, id, now);
  if (!document) throw noDocument();
  return document;
}

/**
 * Another name, another folder, or both. A name that is taken is refused; one that only the move makes double is
 * numbered. @throws AppError not_found, validation_failed, name_taken
 */
export function changeDocument(
  deps: DocumentsDeps,
  by: By,
  id: string,
  form: DocumentChange,
): Promise<DocumentItem> {
  return change(deps, by, async (tx, now, note) => {
    const document = await livingDocument(tx, id);
    const folderId = form.folderId === undefined ? document.folderId : form.folderId;
    await requireFolder(tx, folderId);
    let { name } = document;
    if (form.name !== undefined) {
      name = newName(form.name, document);
      if (await isNameTaken(tx, folderId, name, id))
        throw new AppError('name_taken', `There is a document called “${name}” in this folder already.`);
    } else if (folderId !== document.folderId) {
      name = await freeName(tx, folderId, name);
    }
    await placeDocument(tx, id, { name, folderId });
    if (name !== document.name)
      await note({ action: 'document.renamed', subject: name, detail: { id, from: document.name } });
    if (folderId !== document.folderId) {
      const folder = folderId === null ? null : await findFolder(tx, folderId);
      await note({ action: 'document.moved', subject: name, detail: { id, to: placeName(folder?.name) } });
    }
    return shown(tx, id, now);
  });
}

function newName(given: string, document: DocumentRow): string {
  const name = typedName(given, DOCUMENT_NAME_MAX);
  if (name === null)
    throw new AppError('validation_failed', 'A document’s name has 1 to 200 characters and no slash.');
  return fittingName(name, document.kind);
}

/** It can be brought back for thirty days. Its links don’t work until you restore it. @throws AppError not_found */
export function deleteOne(deps: DocumentsDeps, by: By, id: string): Promise<void> {
  return change(deps, by, async (tx, now, note) => {
    const document = await livingDocument(tx, id);
    await deleteDocument(tx, id, now);
    await note({ action: 'document.deleted', subject: document.name, detail: { id } });
  });
}

/** Back to its folder, or to the top where that has gone; numbered where its name was given away. @throws AppError not_found */
export function restoreOne(deps: DocumentsDeps, by: By, id: string): Promise<DocumentItem> {
  return change(deps, by, async (tx, now, note) => {
    const document = await deletedDocument(tx, id);
    const { folderId } = document;
    const name = await freeName(tx, folderId, document.name);
    await restoreDocument(tx, id, { name, folderId });
    await note({ action: 'document.restored', subject: name, detail: { id } });
    return shown(tx, id, now);
  });
}

/** For good: only what was deleted before. @throws AppError not_found */
export function eraseOne(deps: DocumentsDeps, by: By, id: string): Promise<void> {
  return change(deps, by, async (tx, _now, note) => {
    const document = await deletedDocument(tx, id);
    await eraseDocument(tx, id);
    await note({ action: 'document.erased', subject: document.name, detail: { id } });
  });
}
